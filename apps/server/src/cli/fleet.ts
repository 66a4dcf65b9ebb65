import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { protocols } from '@varde/catalogue/protocols';
import type { Config } from '../config.ts';
import { demoFleet } from '../demo/fleet.ts';
import type { Log } from '../platform/log/log.ts';
import { makeFolder } from './make-folder.ts';

const varde = join(import.meta.dirname, '../../../../bin/varde.js');

/**
 * Starts the demo's virtual devices in a process of their own, over real sockets. Returns a function that stops them.
 */
export function startFleet(config: Config, log: Log): () => void {
  makeFolder(config.dataDir);
  const file = join(config.dataDir, 'demo-fleet.json');
  writeFileSync(file, JSON.stringify(demoFleet, null, 2));
  const portArguments = protocols.flatMap(({ key }) => [`--${key}-port`, String(config[`${key}DevicePort`])]);
  const child = spawn(
    process.execPath,
    [varde, 'simulate', '--server', '127.0.0.1', '--fleet', file, '--quiet', ...portArguments],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  child.on('error', (error) => log.error({ err: error }, 'the virtual devices could not be started'));
  child.on('exit', (code) => {
    if (code !== 0 && code !== null) log.error({ code }, 'the virtual devices have stopped');
  });
  return () => child.kill('SIGTERM');
}
