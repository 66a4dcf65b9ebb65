import { Readable } from 'node:stream';
import { defineEndpoint } from '@varde/contract/endpoint';
import { createManualClock } from '@varde/testing/manual-clock';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { enterAsPayer, type PaidWork, paidBy } from '../database/paid-time.ts';
import { createLog } from '../log/log.ts';
import type { Turn } from './callers.ts';
import { registerEndpoints } from './endpoints.ts';
import { createHttpServer } from './server.ts';

test('a file that is read from the database after its call is paid by the caller to its end', async () => {
  const log = createLog({ level: 'silent' });
  const http = await createHttpServer({
    log,
    clock: createManualClock(),
    trustProxy: false,
    https: false,
    tilesUrl: null,
  });
  const patience: (number | undefined)[] = [];
  const enter = async (_work: PaidWork, ms?: number) => {
    patience.push(ms);
    return () => undefined;
  };
  const turn: Turn = {
    identify: async () => null,
    identifyKey: () => Promise.reject(new Error('no keys here')),
    serve: (_holder, _arrival, answer) => paidBy({ enter }, answer),
  };
  async function* parts() {
    for (let n = 0; n < 3; n += 1) {
      const leave = await enterAsPayer('background');
      leave(1);
      yield 'x'.repeat(100_000);
    }
  }
  const file = defineEndpoint({
    method: 'GET',
    path: '/file',
    summary: '',
    permission: 'public',
    file: ['text/plain'],
    response: z.any(),
  });
  registerEndpoints(
    http,
    'test',
    { file },
    { file: async () => Readable.from(parts(), { objectMode: false }) },
    {
      callers: { ...turn, aboutAlarms: turn, elsewhere: turn, reports: turn },
      door: { recognise: () => undefined, pause: () => undefined },
    },
  );
  const { body } = await http.inject('/file');
  expect([body.length, patience]).toEqual([300_000, [600_000, 600_000, 600_000]]);
  await http.close();
});
