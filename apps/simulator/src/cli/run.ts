import { CliError } from './cli-error.ts';
import type { Io } from './io.ts';
import { send, sendHelp } from './send-command.ts';
import { simulate, simulateHelp } from './simulate-command.ts';

const commands = { simulate, send } as const;

/**
 * Runs `simulate …` or `send …` and returns the exit code: 0, or 1 with one line on `printError` that names the error.
 */
export async function run(args: readonly string[], io: Io, printError: (line: string) => void): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help') {
    io.print(`${simulateHelp}\n\n${sendHelp}`);
    return name === undefined ? 1 : 0;
  }
  if (!isCommand(name)) {
    printError(`varde: unknown command '${name}'; there are ${Object.keys(commands).join(' and ')}`);
    return 1;
  }
  try {
    return await commands[name](rest, io);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    printError(`varde ${name}: ${error.message}`);
    return 1;
  }
}

function isCommand(name: string): name is keyof typeof commands {
  return Object.hasOwn(commands, name);
}
