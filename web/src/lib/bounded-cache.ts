/** Answers kept in this browser, the newest few of each kind. Browsers without storage, and pages without https, keep nothing. */

export class BoundedCache {
  constructor(
    private readonly name: string,
    private readonly limit: number,
  ) {}

  /** Keeps a value at an address, in place of the oldest ones where there are too many. */
  async put(address: string, value: unknown): Promise<void> {
    const cache = await this.open();
    if (!cache) return;
    await cache.delete(address);
    // Keys come in the order in which they were put.
    for (const request of (await cache.keys()).slice(0, -(this.limit - 1))) await cache.delete(request);
    await cache.put(address, Response.json(value));
  }

  /** The value at an address; null if none is kept. */
  async get<Value>(address: string): Promise<Value | null> {
    const found = await (await this.open())?.match(address);
    return found ? ((await found.json()) as Value) : null;
  }

  async delete(address: string): Promise<void> {
    await (await this.open())?.delete(address);
  }

  private async open(): Promise<Cache | null> {
    return 'caches' in globalThis ? caches.open(this.name).catch(() => null) : null;
  }
}
