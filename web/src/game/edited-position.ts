/** A position that is being edited: pieces by cell, and the fields of its FEN behind the placement. */
import { fileName, type Size } from '../board/geometry';
import type { Side } from '../wire/generated';

export interface EditedPiece {
  side: Side;
  letter: string;
}

export interface EditedPosition {
  pieces: Record<string, EditedPiece>;
  /** Side to move and all that follows. */
  fields: string[];
}

/** Reads the placement of a FEN as far as it fits the board; what is wrong is for the rules to say. */
export function readPlacement(fen: string, { files, ranks }: Size): EditedPosition {
  const [placement = '', ...fields] = fen.trim().split(/\s+/);
  const pieces: Record<string, EditedPiece> = {};
  for (const [row, text] of placement.split('/').slice(0, ranks).entries()) {
    let file = 0;
    for (const [sign] of text.matchAll(/\d+|./gu)) {
      if (/\d/.test(sign)) file += Number(sign);
      else if (file < files)
        pieces[`${fileName(file++)}${ranks - row}`] = { side: sign === sign.toLowerCase() ? 'black' : 'white', letter: sign.toLowerCase() };
    }
  }
  return { pieces, fields };
}

export function writePosition({ pieces, fields }: EditedPosition, { files, ranks }: Size): string {
  const rows = Array.from({ length: ranks }, (_, row) => {
    let [text, empty] = ['', 0];
    for (let file = 0; file < files; file++) {
      const piece = pieces[`${fileName(file)}${ranks - row}`];
      if (!piece) empty++;
      else {
        text += `${empty || ''}${piece.side === 'white' ? piece.letter.toUpperCase() : piece.letter}`;
        empty = 0;
      }
    }
    return text + (empty || '');
  });
  return [rows.join('/'), ...fields].join(' ');
}
