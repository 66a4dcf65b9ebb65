import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const varde = join(import.meta.dirname, '../../bin/varde.js');

/** `varde …` as a process of its own, with only the VARDE_ variables that the test gives. */
export interface VardeProcess {
  child: ChildProcess;
  /** Exit code; null when it was killed. */
  exit: Promise<number | null>;
  stdout(): string;
  stderr(): string;
  /** Resolves when it has printed this. Rejects when it ends without. */
  printed(text: string): Promise<void>;
}

export function startVardeProcess(
  args: readonly string[],
  options: {
    environment?: Record<string, string>;
    input?: string;
    script?: string;
    nodeArguments?: string[];
    /** Its limit of open files and sockets. */
    openFiles?: number;
  } = {},
): VardeProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('VARDE_'));
  const command = [process.execPath, ...(options.nodeArguments ?? []), options.script ?? varde, ...args];
  const limit = options.openFiles === undefined ? '' : `ulimit -n ${options.openFiles}; `;
  const child = spawn('/bin/sh', ['-c', `${limit}exec "$@"`, 'sh', ...command], {
    env: { ...Object.fromEntries(inherited), ...options.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  child.stdin.on('error', () => undefined); // it may end without having read
  child.stdin.end(options.input ?? '');
  const exit = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    exit,
    stdout: () => stdout,
    stderr: () => stderr,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (stdout.includes(text)) resolve();
        };
        child.stdout.on('data', look);
        exit.then(() => reject(new Error(`it ended without '${text}':\n${stdout}${stderr}`)), reject);
        look();
      }),
  };
}

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end. */
export async function runVarde(...parameters: Parameters<typeof startVardeProcess>): Promise<Finished> {
  const process = startVardeProcess(...parameters);
  const code = await process.exit;
  return { code, stdout: process.stdout(), stderr: process.stderr() };
}
