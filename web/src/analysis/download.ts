import type { AnalysisBoard } from './analysis-board.svelte';

/** Saves what the board shows as a file of PGN. */
export function downloadPgn(analysis: AnalysisBoard): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([analysis.pgn()], { type: 'application/x-chess-pgn' }));
  link.download = `${analysis.ruleset!.id}.pgn`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
