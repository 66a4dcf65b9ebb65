import { freePort } from '@varde/testing/free-port';
import { createManualClock } from '@varde/testing/manual-clock';
import { expect, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { GoogleTiles } from './google-tiles.ts';

const key = 'AIzaFake_Key-1';
const silent = await freePort();

test.each([
  ['http://varde:hush@127.0.0.1/v1', 'TypeError'], // fetch takes no login
  [`http://127.0.0.1:${silent}/v1`, 'ECONNREFUSED'],
])('a map service at %s that cannot be asked is logged without its address and its key', async (url, why) => {
  const lines: string[] = [];
  const log = createLog({ level: 'debug' }, { write: (line) => void lines.push(line) });
  const tiles = new GoogleTiles({ url, key, log, clock: createManualClock() });
  const error: unknown = await tiles.tile('nb', { z: 1, x: 0, y: 0 }).catch((thrown: unknown) => thrown);
  log.error({ err: error }, 'a call failed');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ why }, { err: { cause: { message: why } } }]);
  for (const secret of [key, 'hush']) expect(lines.join()).not.toContain(secret);
});
