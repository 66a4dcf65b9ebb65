import { type DestinationStream, type LoggerOptions, type Logger as PinoLogger, pino } from 'pino';
import { PinoPretty as pretty } from 'pino-pretty';
import { countRepeatedErrors } from './repeated-errors.ts';

/** Structured log. Pass `{ err }` with the message; ids are fine, names, addresses, phone numbers and places are not. */
export type Log = PinoLogger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Fields that would name a person, a secret or a place: removed from every log line. */
const personal = [
  'password',
  'passwordHash',
  'password_hash',
  'token',
  'tokenHash',
  'cookie',
  'authorization',
  'username',
  'firstName',
  'lastName',
  'name',
  'mobile',
  'email',
  'formattedPhoneNumE164',
  'deviceName',
  'posLati',
  'posLong',
  'lat',
  'lng',
  'raw',
  'params',
  'parameters',
];

/** JSON lines; readable ones when `pretty` (a person at a terminal). Personal fields are removed, not masked. */
export function createLog(options: { level: LogLevel; pretty?: boolean }, destination?: DestinationStream): Log {
  const settings: LoggerOptions = {
    level: options.level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: personal.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
      remove: true,
    },
    serializers: { err: describeError },
    hooks: { logMethod: countRepeatedErrors() },
  };
  if (destination !== undefined) return pino(settings, destination);
  return options.pretty === true
    ? pino(settings, pretty({ translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' }))
    : pino(settings);
}

interface ErrorDescription {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: ErrorDescription;
}

/**
 * Type, code, message and stack down the chain of causes. Nothing else: database errors carry rows and parameters, and
 * drizzle writes the statement with its parameters into the message, so only the beginning of that is kept. The
 * database's own message is the cause.
 */
function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    message: withoutStatement(error.message),
    ...(code === undefined ? {} : { code }),
    ...(error.stack === undefined ? {} : { stack: framesOf(error.stack) }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

const withoutStatement = (message: string): string =>
  message.startsWith('Failed query:') ? 'Failed query' : message.slice(0, 500);

const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
