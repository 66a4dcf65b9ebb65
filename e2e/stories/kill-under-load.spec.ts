import { expect, test } from '@playwright/test';
import { metyId } from '@varde/catalogue/message-types';
import { api } from '@varde/contract/api';
import { demoFleet } from '@varde/server/demo/fleet';
import { Load } from '@varde/simulator/load/load';
import { createRandom } from '@varde/simulator/random';
import { type Client, logIn } from '../fixtures/api.ts';
import { type RunningVarde, startVarde } from '../fixtures/varde.ts';

/** PostgreSQL goes on when the server is killed: its own database has more to lose. */
const kills = process.env.VARDE_TEST_POSTGRES === undefined ? 10 : 5;
const uplinksEach = 200;
const sosEvery = 20;

let varde: RunningVarde;
test.beforeAll(async () => {
  varde = await startVarde({ fleet: false });
});
test.afterAll(() => varde.dispose());

test('killed at random moments under load, Varde loses nothing that it acknowledged and shows no alarm twice', async () => {
  test.setTimeout(900_000); // ten restarts beside other stories
  const identities = demoFleet
    .filter(({ protocol }) => protocol === 'eview')
    .slice(0, 10)
    .map(({ identity }) => identity);
  const load = new Load({
    host: '127.0.0.1',
    port: varde.ports.eview,
    identities,
    uplinksEach,
    ratePerSecond: 200,
    sosEvery,
    reconnects: true,
  });
  await load.connect();
  load.start();
  const random = createRandom('kill-under-load');
  for (let kill = 0; kill < kills; kill++) {
    const acknowledged = load.counts.acknowledged;
    const goOn = 1 + random.below(60);
    await expect
      .poll(
        () => load.counts.acknowledged - acknowledged >= goOn || load.counts.sent === identities.length * uplinksEach,
        { intervals: [5], timeout: 60_000 },
      )
      .toBe(true);
    await varde.kill();
    await varde.start();
  }
  await load.finished;
  expect(load.unacknowledged).toEqual([]);
  expect(load.counts.lost).toBeGreaterThan(0);

  const client = await logIn(varde, 'SUPERFIRM');
  const devices = await devicesByIdentity(client, identities);
  const stored = new Map<string, number>();
  for (const [identity, deviId] of devices) {
    for (const at of await deviceTimes(client, deviId)) {
      const key = `${identity} ${at}`;
      stored.set(key, (stored.get(key) ?? 0) + 1);
    }
  }
  const missing = load.acknowledged.filter(({ identity, at }) => !stored.has(`${identity} ${at}`));
  expect(missing).toEqual([]);
  expect([...stored].filter(([, times]) => times > 1)).toEqual([]);

  const { alarms } = await client.call(api.alarms.listAlarms, { query: {} });
  const ours = alarms.filter(
    ({ deviId, metyId: type }) => [...devices.values()].includes(deviId) && type === metyId.alarm,
  );
  expect(ours.map(({ signalCount }) => signalCount)).toEqual(identities.map(() => uplinksEach / sosEvery));
});

async function devicesByIdentity(client: Client, identities: readonly string[]): Promise<Map<string, number>> {
  const names = new Map(demoFleet.map(({ identity, name }) => [name, identity]));
  const { devices } = await client.call(api.devices.listDevices, { query: { limit: 500 } });
  const found = devices.map(({ deviceName, deviId }) => [names.get(deviceName) ?? '', deviId] as const);
  return new Map(found.filter(([identity]) => identities.includes(identity)));
}

/** The device's own time of each of its stored messages. */
async function deviceTimes(client: Client, deviId: number): Promise<number[]> {
  const times: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.call(api.transactions.listTransactions, {
      params: { deviId },
      query: { transactionCount: 200, cursor },
    });
    times.push(
      ...page.transactions.flatMap(({ deviceTime, direction }) =>
        direction === 'I' && deviceTime !== null ? [deviceTime] : [],
      ),
    );
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return times;
}
