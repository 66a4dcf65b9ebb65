import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { root, toolEnvironment } from './run.ts';

/**
 * `npm run dev`: the demo server, restarted on every change of its code, and the console from Vite, which proxies calls
 * and the live channel to it. Ctrl+C ends both.
 */

const port = process.env.VARDE_HTTP_PORT ?? '8080';
const children: ChildProcess[] = [
  start(['--watch', '--watch-preserve-output', 'apps/server/src/main.ts', 'demo', '--no-build'], root),
  start([join(root, 'node_modules/vite/bin/vite.js')], join(root, 'apps/console')),
];

function start(args: string[], cwd: string): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...toolEnvironment, VARDE_HTTP_PORT: port },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true, // else Ctrl+C reaches them twice, and a second signal aborts a stop
  });
  child.on('exit', () => stop());
  return child;
}

/** Neither is useful alone. */
function stop(): void {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
