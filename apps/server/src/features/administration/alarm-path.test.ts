import { type FeatureApi, openFeatureApi, testNow } from '@varde/testing/feature-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordCheck } from '#domain/alarm-path/checks.ts';
import { recordMalformed } from '#domain/devices/malformed-frames.ts';
import { createAdministrationFeature } from './index.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createAdministrationFeature);
});
afterAll(() => api.close());

const get = async () => (await api.call('admin', 'GET', '/ajax/alarm_path')).body;

test('an administrator of the installation sees whether test alarms get through, the latest first, and where they stop', async () => {
  expect(await get()).toEqual({ isStopped: false, lastPassedAt: null, lostSessions: [], checks: [] });
  const minutesAgo = (minutes: number) => testNow - minutes * 60_000;
  const record = (at: number, passed: Parameters<typeof recordCheck>[2]) => recordCheck(api.db, new Date(at), passed);
  await record(minutesAgo(10), { acknowledged: 20, live: 10, told: 3_000 });
  await record(minutesAgo(5), { acknowledged: 20, live: 10 });
  expect(await get()).toEqual({
    isStopped: false,
    lastPassedAt: minutesAgo(10),
    lostSessions: [],
    checks: [
      { at: minutesAgo(5), passed: false, stages: { acknowledged: 20, live: 10, told: null } },
      { at: minutesAgo(10), passed: true, stages: { acknowledged: 20, live: 10, told: 3_000 } },
    ],
  });
  api.clock.set(testNow + 2 * 60_000);
  expect(await get()).toMatchObject({ isStopped: true });
});

test('an administrator sees for a day which brokers have lost the session of Varde', async () => {
  const hoursAgo = (hours: number) => new Date(testNow - hours * 3_600_000);
  const lost = (remoteAddress: string, receivedAt: Date) =>
    ({
      protocol: 'mqtt',
      identity: null,
      remoteAddress,
      receivedAt,
      reason: 'sessionLost',
      raw: Buffer.from(''),
    }) as const;
  await recordMalformed(api.db, [
    lost('before.example', hoursAgo(30)),
    lost('twice.example', hoursAgo(5)),
    lost('twice.example', hoursAgo(2)),
    { ...lost('other.example', hoursAgo(1)), reason: 'badPacket' },
  ]);
  expect((await get()).lostSessions).toEqual([{ broker: 'twice.example', at: hoursAgo(2).getTime() }]);
});
