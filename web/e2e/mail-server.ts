// A mail server that keeps what it gets, for scenes with mails.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface Mail {
  to: string;
  text: string;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const finder = createServer();
  await new Promise<void>((resolve) => finder.listen(0, '127.0.0.1', resolve));
  const { port } = finder.address() as AddressInfo;
  await new Promise((resolve) => finder.close(resolve));
  return port;
}

/** The text of a plain mail, whichever way it was encoded. */
function textOf(source: string): string {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const encoding = /^content-transfer-encoding: *(\S+)/im.exec(head)?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

export class MailServer {
  private readonly mails: Mail[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(): Promise<MailServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const found = new MailServer(server, `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('connection', (socket) => found.converse(socket));
    return found;
  }

  close(): void {
    this.server.close();
  }

  /** Takes the next mail to an address away, as soon as it is there. */
  async next(to: string): Promise<string> {
    for (let tries = 0; tries < 300; tries += 1) {
      const at = this.mails.findIndex((mail) => mail.to === to);
      if (at >= 0) return this.mails.splice(at, 1)[0]!.text;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`no mail to ${to}`);
  }

  private converse(socket: Socket): void {
    let [unread, to, data] = ['', '', null as string[] | null];
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      if (data) {
        if (line !== '.') return void data.push(line.replace(/^\./, ''));
        this.mails.push({ to, text: textOf(data.join('\r\n')) });
        data = null;
        return say('250 taken');
      }
      const command = line.split(/[ :]/)[0]!.toUpperCase();
      if (command === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? '';
      if (command === 'DATA') data = [];
      say({ EHLO: '250 mail.example', DATA: '354 go on', QUIT: '221 bye' }[command] ?? '250 ok');
      if (command === 'QUIT') socket.end();
    };
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      const lines = (unread + chunk.toString('latin1')).split('\r\n');
      unread = lines.pop()!;
      lines.forEach(hear);
    });
    say('220 mail.example');
  }
}
