import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Prints one line to the terminal. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);
export const printError = (line: string): void => void process.stderr.write(`${line}\n`);

/** Asks for a secret without showing it; from a pipe it is the first line. Null without input. */
export async function askSecret(question: string): Promise<string | null> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write(`${question}: `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal });
  const answer = await new Promise<string | null>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(null));
  });
  lines.close();
  if (isTerminal) process.stderr.write('\n');
  return answer === null || answer === '' ? null : answer;
}
