import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** Programs installed by npm come first, including the pinned Node. */
export const toolEnvironment = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
};

export interface Finished {
  code: number;
  output: string;
  seconds: number;
}

/** Runs a command to its end and keeps its output. `live` also prints it. */
export function run(
  command: string,
  args: readonly string[],
  options: { env?: Record<string, string>; live?: boolean } = {},
): Promise<Finished> {
  const start = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...toolEnvironment, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (options.live) process.stdout.write(chunk);
    });
  }
  return new Promise((resolve) => {
    const finish = (code: number) => resolve({ code, output, seconds: (performance.now() - start) / 1000 });
    child.on('error', (error) => {
      output += `${command}: ${error.message}\n`;
      finish(127);
    });
    child.on('close', (code) => finish(code ?? 1));
  });
}

export const isInstalled = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
