import { type FeatureApi, openFeatureApi } from '@varde/testing/feature-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { malformedFrames } from '#domain/devices/tables.ts';
import { createAdministrationFeature } from './index.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createAdministrationFeature);
});
afterAll(() => api.close());

const list = (query = '') => api.call('admin', 'GET', `/ajax/malformed_messages?${query}`);

test('what could not be read is listed by cause and address, the latest first, page by page, without what it held', async () => {
  expect((await list()).body).toEqual({ malformedMessages: [], nextCursor: null });
  const start = 1_700_000_000_000;
  const frame = (minute: number, more: object = {}) => ({
    ...{
      protocol: 'osmand',
      remoteAddress: '192.0.2.7',
      identity: null,
      reason: 'tls',
      raw: new Uint8Array([22]),
    },
    receivedAt: new Date(start + minute * 60_000),
    ...more,
  });
  await api.db
    .insert(malformedFrames)
    .values([
      ...[1, 2, 3, 9].map((minute) => frame(minute)),
      frame(4, { remoteAddress: '192.0.2.8' }),
      frame(5, { protocol: 'eview', reason: 'crc', identity: '861234567890123' }),
      frame(5, { protocol: 'eview', reason: 'crc' }),
    ]);
  const all = [];
  for (let cursor = ''; ; ) {
    const { body } = await list(`limit=1${cursor}`);
    all.push(...body.malformedMessages);
    if (body.nextCursor === null) break;
    cursor = `&cursor=${body.nextCursor}`;
  }
  const row = { protocol: 'osmand', remoteAddress: '192.0.2.7', identity: null, reason: 'tls' };
  const seen = (first: number, last: number) => ({
    firstSeen: start + first * 60_000,
    lastSeen: start + last * 60_000,
  });
  const crc = { ...row, protocol: 'eview', reason: 'crc' };
  expect(all).toEqual([
    { ...row, count: 4, ...seen(1, 9) },
    { ...crc, count: 1, identity: '861234567890123', ...seen(5, 5) },
    { ...crc, count: 1, ...seen(5, 5) },
    { ...row, remoteAddress: '192.0.2.8', count: 1, ...seen(4, 4) },
  ]);
  expect((await list()).body.malformedMessages).toEqual(all);
  expect((await list('cursor=W10')).status).toBe(400);
});

test.each(['nurse', 'tracker', 'nobody', 'manager', 'operator', 'stranger'] as const)(
  'an administrator of some customers only (%s) does not see it',
  async (who) => {
    expect(await api.call(who, 'GET', '/ajax/malformed_messages')).toMatchObject({
      status: 403,
      body: { code: 'notAllowed' },
    });
  },
);
