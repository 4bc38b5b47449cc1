/** Further workers for the searches of an engine. */
import { startWorker, type Port } from './environment.js';
import type { Answer, Envelope } from './protocol.js';

/**
 * Workers that search the same position as the engine's own one, each with its moves in another order. Their
 * results are not awaited: what they find is in the table that all share.
 */
export class Helpers {
  private ports: Port[] = [];

  constructor(private readonly count: number) {}

  /** Lets all of them search, until the request is stopped. */
  start(envelope: Envelope): void {
    const { request } = envelope;
    if (request.op !== 'search') return;
    while (this.ports.length < this.count) this.ports.push(this.open());
    this.ports.forEach((port, index) => {
      port.setIdle(false);
      port.post({ ...envelope, request: { ...request, options: { ...request.options, seed: index + 1 } } });
    });
  }

  close(): void {
    for (const port of this.ports.splice(0)) port.close();
  }

  private open(): Port {
    const port = startWorker();
    // The search goes on without one that fails, for lack of memory for instance.
    port.listen((message) => port.setIdle(!('progress' in (message as Answer))), () => port.close());
    return port;
  }
}
