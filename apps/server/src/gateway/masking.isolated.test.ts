import type { UplinkVerdict } from '@varde/contract/events';
import { osmand } from '@varde/protocols/osmand/index';
import { createManualClock } from '@varde/testing/manual-clock';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createInProcessBus } from '#platform/bus/bus.ts';
import { createLog } from '#platform/log/log.ts';
import { defaultGatewayLimits } from './gateway-limits.ts';
import { createRequestServer } from './request-server.ts';
import type { GatewayServer } from './stream-server.ts';
import { bodyWithoutToken } from './without-token.ts';

vi.mock(import('./without-token.ts'), async (original) => {
  const given = await original();
  return { ...given, bodyWithoutToken: vi.fn(given.bodyWithoutToken) };
});

let server: GatewayServer;
let stored: number;
const clock = createManualClock();

beforeAll(async () => {
  const bus = createInProcessBus();
  bus.onUplink(async ({ kind }): Promise<UplinkVerdict> => {
    stored += 1;
    return kind === 'message' ? 'wrongToken' : 'recorded';
  });
  const log = createLog({ level: 'silent' });
  server = createRequestServer(osmand, { gatewayId: 'test', bus, clock, log, port: 0, host: '127.0.0.1' });
  await server.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  stored = 0;
  vi.mocked(bodyWithoutToken).mockClear();
  clock.advance(3_600_000);
});

const send = async (body: string, times: number) => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) {
    const answer = await fetch(`http://127.0.0.1:${server.port()}/`, { method: 'POST', body });
    statuses.push(answer.status);
  }
  return statuses;
};

test('of unreadable requests only those that are recorded are searched for a token', async () => {
  const most = defaultGatewayLimits.malformedAtOnce;
  const statuses = await send('lat=1&lon=2', most + 20);
  expect(new Set(statuses)).toEqual(new Set([400]));
  expect([stored, vi.mocked(bodyWithoutToken).mock.calls.length]).toEqual([most, most]);
});

test('of requests with wrong tokens only those that are looked up are searched for the token', async () => {
  const most = defaultGatewayLimits.wrongAtOncePerIdentity;
  const statuses = await send('id=1&token=x', most + 20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  expect([stored, vi.mocked(bodyWithoutToken).mock.calls.length]).toEqual([most, most]);
});
