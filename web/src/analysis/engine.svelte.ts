/** The engine of the analysis board: it searches the position that is looked at, in a worker or on the server. */
import type { Analysis as Search, DepthInfo, Engine, FaceEval, Game, Side } from 'rukh';
import { errorMessage } from '../lib/error-message';
import { loadPackage } from '../lib/rukh-package';
import { settings, type EnginePlace } from '../settings/settings.svelte';
import { analyseOnServer, EnginesBusy } from './server-engine';

/** A line as it is shown. */
export interface EngineLine {
  /** For White: hundredths of a pawn, or plies to mate; only the chance in games with a die. */
  cp: number | null;
  mate: number | null;
  /** Expected result for White, from 0 to 1. */
  expected: number;
  /** Moves in the notation of people. */
  text: string[];
  /** The first move in coordinates; empty where there is none. */
  move: string;
  /** The first move, from cell to cell; null for a pass. */
  arrow: { from: string; to: string } | null;
}

/** A face of the die with its value, for White. */
export interface FaceLine {
  face: number;
  expected: number;
  text: string;
}

/** The most workers that can be chosen, and that search unless others are. */
const WORKERS = { most: 8, first: 4 };
/** Processors of this device that can search together; without shared memory there is one. */
const PROCESSORS = globalThis.crossOriginIsolated ? Math.min(WORKERS.most, navigator.hardwareConcurrency || 1) : 1;
/** Size of each worker's transposition table, in MiB. */
const HASH_MB = 32;
/** Node limit of the value of a face; there are as many searches as faces. */
const FACE_NODES = 60_000;
/** The longest part of a line that is shown, in plies. */
const SHOWN_PLIES = 10;
/** Milliseconds before the server is asked: who steps through a game does not want each of its positions. */
const SERVER_DELAY = 250;

export class AnalysisEngine {
  isOn = $state(false);
  lineCount = $state(3);
  /** The numbers of workers that the reader can choose from. */
  readonly workerChoices = Array.from({ length: PROCESSORS }, (_, index) => index + 1);
  /** Workers that search on this device; one processor is left to the page. */
  workers = $state(Math.max(1, Math.min(WORKERS.first, PROCESSORS - 1)));
  depth = $state(0);
  nodes = $state(0);
  /** Positions a second. */
  speed = $state(0);
  lines = $state.raw<EngineLine[]>([]);
  faces = $state.raw<FaceLine[]>([]);
  /** Why there are no lines: an error, or the seconds until the server is asked again; null where all is well. */
  problem = $state.raw<{ message: string } | { busy: number } | null>(null);
  /** Whether the engine could not run on this device, so that the server's is used. */
  isDeviceUnable = $state(false);
  /** The most positions that the server searches; 0 until it has said so. */
  serverLimit = $state(0);
  /** Counts the reader's requests to search again. */
  attempt = $state(0);

  private engine: Engine | null = null;
  private search: Search | null = null;
  private request: AbortController | null = null;
  private wanted = 0;

  /** Where the engine runs. */
  get place(): EnginePlace {
    return this.isDeviceUnable ? 'server' : settings.engine;
  }

  /** Chooses where the engine runs; a device that was unable is tried again. */
  choosePlace(engine: EnginePlace): void {
    settings.change({ engine });
    this.isDeviceUnable = false;
    this.close();
    this.attempt++;
  }

  chooseWorkers(workers: number): void {
    this.workers = workers;
    this.close();
    this.attempt++;
  }

  /** Searches another position; null for none. */
  async setPosition(game: Game | null): Promise<void> {
    const request = ++this.wanted;
    this.search?.stop();
    this.search = null;
    this.request?.abort();
    Object.assign(this, { lines: [], faces: [], depth: 0, nodes: 0, speed: 0, problem: null });
    if (!game || !this.isOn || game.node === 'over') return;
    if (this.place === 'device') {
      try {
        return await this.searchHere(game, request);
      } catch {
        // The worker cannot be loaded or started, or its memory is short.
        if (request !== this.wanted) return;
        this.isDeviceUnable = true;
      }
    }
    await this.searchOnServer(game, request);
  }

  /** Ends the search and frees the worker; the next search starts one again. */
  close(): void {
    this.wanted++;
    this.request?.abort();
    this.engine?.close();
    this.engine = null;
  }

  private async searchHere(game: Game, request: number): Promise<void> {
    const { Engine } = await loadPackage();
    if (request !== this.wanted) return;
    this.engine ??= new Engine({ hashMb: HASH_MB, workers: this.workers });
    if (game.node !== 'chance') return this.searchLines(searched(game), request);
    const faces = await this.engine.faces(game, { nodes: FACE_NODES });
    if (request === this.wanted) this.receiveFaces(game, faces);
  }

  private async searchOnServer(game: Game, request: number): Promise<void> {
    this.request = new AbortController();
    const { signal } = this.request;
    const position = searched(game);
    await pause(SERVER_DELAY);
    while (request === this.wanted) {
      try {
        for await (const message of analyseOnServer(game.data(), this.lineCount, signal)) {
          if (request !== this.wanted) return;
          this.problem = null;
          if (message.type === 'limit') this.serverLimit = message.nodes;
          else if (message.type === 'depth') this.receive(position, { ...message.info, time: message.time });
          else if (message.type === 'faces') this.receiveFaces(position, message.faces);
        }
        return;
      } catch (error) {
        if (request !== this.wanted) return;
        this.problem = error instanceof EnginesBusy ? { busy: error.seconds } : { message: errorMessage(error) };
        if (!(error instanceof EnginesBusy)) return;
        await pause(error.seconds * 1000);
      }
    }
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
      move: pv[0] ?? '',
      arrow: arrowOf(game, pv[0]),
    }));
  }

  private receiveFaces(game: Game, faces: FaceEval[]): void {
    const side = game.turn ?? 'white';
    this.faces = faces.map((one) => ({ face: one.face, expected: forWhite(one.score, side).expected, text: afterThrow(game, one) }));
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

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
