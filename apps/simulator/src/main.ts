import { run } from './cli/run.ts';

const ending = new AbortController();
process.once('SIGTERM', () => ending.abort());
process.once('SIGINT', () => ending.abort());
// bin/varde.js starts this with a channel, which closes when its process is killed.
process.once('disconnect', () => ending.abort());
process.channel?.unref();
// The reader of the output has closed it (`| head`).
process.stdout.on('error', () => ending.abort());

const io = { print: (line: string) => void process.stdout.write(`${line}\n`), signal: ending.signal };
process.exitCode = await run(process.argv.slice(2), io, (line) => void process.stderr.write(`${line}\n`));
