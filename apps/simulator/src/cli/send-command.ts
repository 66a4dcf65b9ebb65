import { readFileSync } from 'node:fs';
import { parseCapture } from '../capture/capture.ts';
import { replay } from '../capture/replay.ts';
import type { Clock } from '../timing/clock.ts';
import { sharedClock } from '../timing/timer-wheel.ts';
import { readArguments, readPort, readPositive } from './arguments.ts';
import { CliError } from './cli-error.ts';
import type { Io } from './io.ts';

export const sendHelp = `Usage: varde send --port <port> [options] <file>

Replays captured frames over one TCP connection and prints what the server answers.
The file has one frame a line: hex digits, or text such as [3G*1234567890*0002*LK]; # begins a comment line.

  --port <port>      of the protocol that the frames belong to
  --server <host>    default 127.0.0.1
  --wait <ms>        end when the server has been silent for so long, default 1000
  --help             this text`;

/** Throws CliError for invalid arguments or an invalid file, and when the connection fails. */
export async function send(args: string[], io: Io, clock: Clock = sharedClock): Promise<number> {
  const { values, positionals } = readArguments(args, {
    port: { type: 'string' },
    server: { type: 'string', default: '127.0.0.1' },
    wait: { type: 'string', default: '1000' },
    help: { type: 'boolean', default: false },
  });
  if (values.help) {
    io.print(sendHelp);
    return 0;
  }
  const [file, ...others] = positionals;
  if (file === undefined) throw new CliError('the file with the frames is missing');
  if (others.length > 0) throw new CliError(`unexpected argument '${others[0]}'`);
  if (values.port === undefined) throw new CliError('--port is missing');

  const options = {
    host: values.server,
    port: readPort('port', values.port),
    wait: readPositive('wait', values.wait, 'a number of milliseconds'),
    clock,
  };
  await replay({ ...options, frames: parseCapture(readCapture(file), file) }, io);
  return 0;
}

function readCapture(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new CliError(`${path}: cannot be read (${error instanceof Error ? error.message : error})`);
  }
}
