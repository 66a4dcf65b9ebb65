import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CliError } from './cli-error.ts';

/** Options and files of a command line. Throws CliError where `parseArgs` throws. */
export function readArguments<T extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CliError(message.split('\n')[0] ?? message);
  }
}

export function readPort(option: string, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new CliError(`--${option} must be a port from 1 to 65535, not '${text}'`);
}

/** `unit` is used in the message: `a number of milliseconds`. */
export function readPositive(option: string, text: string, unit: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value > 0) return value;
  throw new CliError(`--${option} must be ${unit} above 0, not '${text}'`);
}
