import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbedded } from '@varde/server/platform/database/embedded-postgres';
import type { Measurement } from './measurement.ts';
import { percentile } from './statistics.ts';

/** Maximum ratio of a commit with its flush to the sum of a commit without one and a flush of a file. */
const target = 2;
/** The smallest write of PostgreSQL's log. */
const pageBytes = 8192;

export const flushes: Measurement = {
  name: 'flushes',
  title: 'Cost of a durable commit on PGlite',
  async run({ folder, quick }) {
    const commits = quick ? 5 : 500;
    const withFlush = await commitTimes(folder, commits, fsyncSync);
    const without = await commitTimes(folder, commits, () => undefined);
    const flush = flushTimes(folder, commits);
    const floor = median(without) + median(flush);
    return {
      text: `${commits} transactions of one row, one after the other, in a folder: as Varde opens it, with each commit flushed to the disk; and without the flush, as PGlite does by default. The floor is the time of the second plus a flush of ${pageBytes} bytes written to a file on the same disk.`,
      header: ['', 'p50', 'p99'],
      rows: [
        ['commit, flushed', ...cells(withFlush)],
        ['commit, not flushed', ...cells(without)],
        ['flush of a file alone', ...cells(flush)],
      ],
      targets: [
        {
          what: 'a flushed commit on PGlite, over its floor (p50)',
          target: `at most ${target} ×`,
          found: `${(median(withFlush) / floor).toFixed(2)} ×`,
          met: median(withFlush) <= target * floor,
        },
      ],
    };
  },
};

const median = (times: readonly number[]): number => percentile(times, 0.5);
const cells = (times: readonly number[]): string[] =>
  [median(times), percentile(times, 0.99)].map((ms) => `${ms.toFixed(2)} ms`);

/** Milliseconds of each commit. */
async function commitTimes(folder: string, commits: number, sync: (descriptor: number) => void): Promise<number[]> {
  const pglite = await openEmbedded(mkdtempSync(join(folder, 'flushes-')), { sync });
  await pglite.exec('create table presses (at bigint)');
  const times: number[] = [];
  for (let at = 0; at < commits; at++) {
    const start = performance.now();
    await pglite.query('insert into presses values ($1)', [at]);
    times.push(performance.now() - start);
  }
  await pglite.close();
  return times;
}

function flushTimes(folder: string, flushes: number): number[] {
  const path = join(folder, 'flushed');
  const descriptor = openSync(path, 'w');
  const page = Buffer.alloc(pageBytes, 1);
  try {
    return Array.from({ length: flushes }, () => {
      const start = performance.now();
      writeSync(descriptor, page);
      fsyncSync(descriptor);
      return performance.now() - start;
    });
  } finally {
    closeSync(descriptor);
    rmSync(path);
  }
}
