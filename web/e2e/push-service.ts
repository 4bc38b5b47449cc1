// A push service and a browser's subscription to it, for scenes with messages while the site is closed.
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';

/** Takes messages, and decrypts them as the browser would (RFC 8291, one record). */
export class PushService {
  readonly messages: string[] = [];
  private readonly keys = createECDH('prime256v1');
  private readonly auth = randomBytes(16);

  private constructor(
    private readonly server: HttpServer,
    readonly url: string,
  ) {
    this.keys.generateKeys();
  }

  static async open(): Promise<PushService> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const service = new PushService(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        service.messages.push(service.decrypt(Buffer.concat(parts)));
        response.writeHead(201).end();
      });
    });
    return service;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private decrypt(body: Buffer): string {
    const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + body[20]!)];
    const hkdf = (secret: Buffer, with_: Buffer, info: Buffer, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, with_, info, length));
    const whom = Buffer.concat([Buffer.from('WebPush: info\0'), this.keys.getPublicKey(), sender]);
    const secret = hkdf(this.keys.computeSecret(sender), this.auth, whom, 32);
    const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const sealed = body.subarray(21 + body[20]!);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // A 2 ends the last record.
    return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
  }

  /** Lets a page subscribe here: Chromium's own push service needs its maker's. */
  async standInFor(page: Page): Promise<void> {
    const keys = { p256dh: this.keys.getPublicKey().toString('base64url'), auth: this.auth.toString('base64url') };
    await page.addInitScript(
      ({ endpoint, keys }) => {
        const at = 'stand-in-subscription';
        const subscriptionOf = (key: string) => ({
          endpoint,
          options: {
            applicationServerKey: Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)).buffer,
          },
          toJSON: () => ({ endpoint, expirationTime: null, keys }),
          unsubscribe: async () => (localStorage.removeItem(at), true),
        });
        const read = () => localStorage.getItem(at);
        Object.assign(PushManager.prototype, {
          getSubscription: async () => (read() ? subscriptionOf(read()!) : null),
          subscribe: async ({ applicationServerKey: key, userVisibleOnly }: { applicationServerKey: string; userVisibleOnly: boolean }) => {
            if (!userVisibleOnly) throw new Error('a message must be seen');
            localStorage.setItem(at, key);
            return subscriptionOf(key);
          },
        });
      },
      { endpoint: `${this.url}/browser`, keys },
    );
  }
}
