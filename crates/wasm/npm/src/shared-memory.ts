/** Memory that a page and the workers of one engine share. */
import { canShareMemory } from './environment.js';

/** MiB of the table in which workers exchange entries of deep nodes. */
const EXCHANGE_MB = 4;

/** The memory as it is sent to a worker. */
export interface SharedBuffers {
  /** 32 bits for the number of the request that shall stop; from byte 8, 64 bits for a count of nodes. */
  control: SharedArrayBuffer;
  /** The table of entries, where there is more than one worker. */
  exchange: SharedArrayBuffer | undefined;
}

export class SharedMemory {
  private readonly stopped: Int32Array;
  private readonly count: BigInt64Array;
  /** The words of the table of entries. */
  readonly exchange: Int32Array<SharedArrayBuffer> | undefined;

  constructor(readonly buffers: SharedBuffers) {
    this.stopped = new Int32Array(buffers.control, 0, 1);
    this.count = new BigInt64Array(buffers.control, 8, 1);
    this.exchange = buffers.exchange && new Int32Array(buffers.exchange);
  }

  /** The memory for this number of workers; none where page and worker cannot share any. */
  static of(workers: number): SharedMemory | undefined {
    if (!canShareMemory()) return undefined;
    const exchange = workers > 1 ? new SharedArrayBuffer(EXCHANGE_MB << 20) : undefined;
    return new SharedMemory({ control: new SharedArrayBuffer(16), exchange });
  }

  /** Stops a request, and all before it. */
  stop(id: number): void {
    Atomics.store(this.stopped, 0, id);
  }

  isStopped(id: number): boolean {
    return Atomics.load(this.stopped, 0) >= id;
  }

  /** Adds to the count of nodes, and gives the sum of all workers. */
  addNodes(nodes: number): number {
    return Number(Atomics.add(this.count, 0, BigInt(nodes))) + nodes;
  }

  resetNodes(): void {
    Atomics.store(this.count, 0, 0n);
  }
}
