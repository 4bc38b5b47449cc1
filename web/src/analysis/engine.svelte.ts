/** The engine of the analysis board: it thinks in a worker about the position that is looked at. */
import type { Analysis as Search, DepthInfo, Engine, FaceEval, Game, Side } from 'rukh';
import { loadPackage } from '../lib/rukh-package';

/** A line as it is shown. */
export interface EngineLine {
  /** For White: hundredths of a pawn, or plies to mate; only the chance in games with a die. */
  cp: number | null;
  mate: number | null;
  /** Expected result for White, from 0 to 1. */
  expected: number;
  /** Moves in the notation of people. */
  text: string[];
  /** The first move, from cell to cell; null for a pass. */
  arrow: { from: string; to: string } | null;
}

/** A face of the die with its value, for White. */
export interface FaceLine {
  face: number;
  expected: number;
  text: string;
}

/** Size of the transposition table, in MiB. */
const HASH_MB = 32;
/** Node limit of the value of a face; there are as many searches as faces. */
const FACE_NODES = 60_000;
/** The longest part of a line that is shown, in plies. */
const SHOWN_PLIES = 10;

export class AnalysisEngine {
  isOn = $state(false);
  lineCount = $state(3);
  depth = $state(0);
  nodes = $state(0);
  /** Positions a second. */
  speed = $state(0);
  lines = $state.raw<EngineLine[]>([]);
  faces = $state.raw<FaceLine[]>([]);
  isFailed = $state(false);

  private engine: Engine | null = null;
  private search: Search | null = null;
  private wanted = 0;

  /** Searches another position; null for none. */
  async setPosition(game: Game | null): Promise<void> {
    const request = ++this.wanted;
    this.search?.stop();
    this.search = null;
    Object.assign(this, { lines: [], faces: [], depth: 0, nodes: 0, speed: 0, isFailed: false });
    if (!game || !this.isOn || game.node === 'over') return;
    try {
      const { Engine } = await loadPackage();
      if (request !== this.wanted) return;
      this.engine ??= new Engine({ hashMb: HASH_MB });
      if (game.node === 'chance') return await this.valueFaces(game, request);
      await this.searchLines(searched(game), request);
    } catch {
      if (request === this.wanted) this.isFailed = true;
    }
  }

  close(): void {
    this.wanted++;
    this.engine?.close();
    this.engine = null;
  }

  private async searchLines(game: Game, request: number): Promise<void> {
    const search = this.engine!.analyse(game, { multipv: this.lineCount });
    this.search = search;
    for await (const info of search) {
      if (request !== this.wanted) return;
      this.receive(game, info);
    }
  }

  private receive(game: Game, info: DepthInfo): void {
    const side = game.turn ?? 'white';
    this.depth = info.depth;
    this.nodes = info.nodes;
    this.speed = info.time > 0 ? Math.round((info.nodes * 1000) / info.time) : 0;
    this.lines = info.lines.map(({ score, pv }) => ({
      ...forWhite(score, side),
      text: written(game, pv.slice(0, SHOWN_PLIES)),
      arrow: arrowOf(game, pv[0]),
    }));
  }

  private async valueFaces(game: Game, request: number): Promise<void> {
    const faces = await this.engine!.faces(game, { nodes: FACE_NODES });
    if (request !== this.wanted) return;
    const side = game.turn ?? 'white';
    this.faces = faces.map((one) => ({ face: one.face, expected: forWhite(one.score, side).expected, text: afterThrow(game, one) }));
  }
}

/** The position that is searched: in the werera as if turns began with it. */
function searched(game: Game): Game {
  if (game.node !== 'werera') return game;
  const turns = game.copy();
  turns.beginTurns();
  return turns;
}

type Score = DepthInfo['score'];

function forWhite(score: Score, side: Side): Pick<EngineLine, 'cp' | 'mate' | 'expected'> {
  const sign = side === 'white' ? 1 : -1;
  return {
    cp: score.cp == null ? null : sign * score.cp,
    mate: score.plies == null ? null : sign * score.plies,
    expected: side === 'white' ? score.expected : 1 - score.expected,
  };
}

function afterThrow(game: Game, { face, best }: FaceEval): string {
  if (!best) return '';
  const thrown = game.copy();
  thrown.throw(face);
  return written(thrown, [best])[0] ?? '';
}

/** The moves as people write them, as far as they can be made. */
function written(game: Game, moves: string[]): string[] {
  const at = game.copy();
  const texts: string[] = [];
  for (const move of moves) {
    if (at.node !== 'choice') break;
    texts.push(at.push(move).san);
  }
  return texts;
}

function arrowOf(game: Game, move: string | undefined): EngineLine['arrow'] {
  const found = game.legalMoves().find((one) => one.uci === move);
  return found?.from && found.to ? { from: found.from, to: found.to } : null;
}
