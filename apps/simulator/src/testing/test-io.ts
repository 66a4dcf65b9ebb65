import type { Io } from '../cli/io.ts';
import { ReceivedLog } from './received-log.ts';

export interface TestIo extends Io {
  lines: ReceivedLog<string>;
  errors: string[];
  printError(line: string): void;
  /** Like SIGTERM. */
  end(): void;
}

export function createTestIo(): TestIo {
  const ending = new AbortController();
  const lines = new ReceivedLog<string>();
  const errors: string[] = [];
  return {
    lines,
    errors,
    print: (line) => lines.add(line),
    printError: (line) => errors.push(line),
    signal: ending.signal,
    end: () => ending.abort(),
  };
}
