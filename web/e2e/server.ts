// The server under test: a running one (RUKH_URL) or a binary (RUKH_BIN).
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const START_TIMEOUT = 20_000;

export interface Server {
  url: string;
  stop: () => Promise<void>;
  /** Kills the server, runs `meanwhile`, and starts it again; null for a server that was running already. */
  restart: ((meanwhile?: () => Promise<void>) => Promise<void>) | null;
  /** Runs `rukh admin` on its database; null for a server that was running already. */
  admin: ((...options: string[]) => string) | null;
}

interface Running {
  child: ChildProcess;
  url: string;
}

/** Returns the URL and, for a binary, functions to stop and restart it; settings are variables of its environment. */
export async function openServer(settings: Record<string, string> = {}): Promise<Server> {
  if (process.env.RUKH_URL) return { url: process.env.RUKH_URL.replace(/\/$/, ''), stop: async () => {}, restart: null, admin: null };
  const binary = process.env.RUKH_BIN;
  if (!binary) throw new Error('set RUKH_URL to a running server or RUKH_BIN to the rukh binary');
  const data = mkdtempSync(join(tmpdir(), 'rukh-e2e-data-'));
  let running = await launch(binary, settings.RUKH_BIND ?? '127.0.0.1:0', data, settings);
  return {
    url: running.url,
    stop: () => end(running.child, 'SIGTERM'),
    admin: (...options) => execFileSync(binary, ['admin', ...options, '--data-dir', data], { encoding: 'utf8' }),
    restart: async (meanwhile = async () => {}) => {
      await end(running.child, 'SIGKILL');
      await meanwhile();
      running = await launch(binary, new URL(running.url).host, data, settings);
    },
  };
}

function launch(binary: string, bind: string, data: string, settings: Record<string, string>): Promise<Running> {
  const child = spawn(binary, ['serve', '--bind', bind, '--data-dir', data], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...settings },
  });
  return new Promise((resolve, reject) => {
    let [said, logged] = ['', ''];
    const timer = setTimeout(() => reject(new Error(`the server did not say its address:\n${said}${logged}`)), START_TIMEOUT);
    const listen = (chunk: Buffer) => {
      said += chunk;
      const found = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(said);
      if (!found) return;
      clearTimeout(timer);
      resolve({ child, url: found[0] });
    };
    child.stdout.on('data', listen);
    // The log may name other addresses.
    child.stderr.on('data', (chunk: Buffer) => (logged += chunk));
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said}${logged}`)));
  });
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.on('exit', () => resolve());
    child.kill(signal);
  });
}
