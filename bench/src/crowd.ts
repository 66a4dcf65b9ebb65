import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Load } from '@varde/simulator/load/load';
import { encodeUplinks } from '@varde/simulator/load/uplink';
import type { Engine } from './engines.ts';
import { fillCustomers, fillDevices, fillLists, identitiesOf, identityOf, makeMonths, nameOf } from './fill.ts';
import type { Measurement } from './measurement.ts';
import { openSocket } from './pendants.ts';
import type { Resources } from './resources.ts';
import { createSite } from './site.ts';
import { startProvider } from './sms-provider.ts';
import { percentile, percentileCells, whole } from './statistics.ts';
import { startServer, type VardeServer } from './varde-server.ts';

/** Of the provider for each SMS. */
const answerMs = 100;
/** Connections that send positions without a pause. */
const busyDevices = 100;
/** What the provider takes in a second, so that its rate is not what is measured. */
const smsRate = 1000;
const targetMs = 3000;

type When = 'crowd' | 'saturated';
const whens: Record<When, (alarms: number) => string> = {
  crowd: (alarms) => `${whole(alarms)} alarms at once`,
  saturated: () => 'alarms while positions come faster than they are stored',
};

export const crowd: Measurement = {
  name: 'crowd',
  title: 'The first SMS of an alarm when there is more to do than can be done',
  async run(resources) {
    const found = new Map<Engine, Record<When, number[]>>();
    for (const engine of resources.engines) found.set(engine, await measure(engine, resources));
    const each = [...found].flatMap(([engine, times]) =>
      (['crowd', 'saturated'] as const).map((when) => ({
        engine,
        what: whens[when](times[when].length),
        times: times[when],
      })),
    );
    return {
      text: `From the last byte of an SOS frame written to a TCP socket to its first SMS, whole, at the provider, which answers each after ${answerMs} ms. Each alarm is told to one receiver by SMS and by e-mail. First all at once; then one after the other while ${busyDevices} other devices send positions, each with up to 32 in flight.`,
      header: ['database', '', 'alarms', 'p50', 'p95', 'p99'],
      rows: each.map(({ engine, what, times }) => [engine, what, String(times.length), ...percentileCells(times)]),
      targets: each.map(({ engine, what, times }) => {
        const ms = percentile(times, 0.95);
        return {
          what: `first SMS, ${what}, on ${engine} (p95)`,
          target: `at most ${targetMs / 1000} s`,
          found: `${(ms / 1000).toFixed(2)} s`,
          met: ms <= targetMs,
        };
      }),
    };
  },
};

async function measure(engine: Engine, resources: Resources): Promise<Record<When, number[]>> {
  const { alarms, presses, uplinksEach } = resources.quick
    ? { alarms: 10, presses: 2, uplinksEach: 100 }
    : { alarms: 500, presses: 20, uplinksEach: 20_000 };
  const site = await createSite(engine, resources);
  await site.withDatabase(async ({ db }) => {
    await makeMonths(db);
    await fillCustomers(db);
    await fillDevices(db, 1, alarms + presses + busyDevices);
    await fillLists(db);
  });
  const provider = await startProvider(answerMs);
  const environment = { ...site.environment, VARDE_SMS_URL: provider.url, VARDE_SMS_RATE: String(smsRate) };
  const server = await startServer({ ...site, environment });
  const timesOf = async (pressed: ReadonlyMap<string, number>) => {
    const taken = await provider.taken([...pressed.keys()], 300_000);
    return [...pressed].map(([name, at]) => (taken.get(name) ?? Number.NaN) - at);
  };
  const sockets = await socketsOf(server, 1, alarms);
  await resources.rest();
  const atOnce = new Map(await Promise.all(sockets.map(press)));
  const crowded = await timesOf(atOnce);
  const load = await busy(server, alarms + presses + 1, uplinksEach);
  const pressed = new Map<string, number>();
  for (const device of await socketsOf(server, alarms + 1, presses)) {
    pressed.set(...(await press(device)));
    await pause(300);
  }
  const saturated = await timesOf(pressed);
  load.close();
  await server.stop();
  provider.close();
  await site.remove();
  return { crowd: crowded, saturated };
}

interface Device {
  number: number;
  socket: Socket;
}

const socketsOf = (server: VardeServer, from: number, count: number): Promise<Device[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => ({
      number: from + at,
      socket: await openSocket(server.ports.eview),
    })),
  );

/** The name of a device, and when the last byte was written. */
async function press({ number, socket }: Device): Promise<[string, number]> {
  const [frame] = encodeUplinks({ identity: identityOf(number), count: 1, firstAt: Date.now(), sosEvery: 1 });
  const written = Promise.withResolvers<void>();
  socket.write(frame?.bytes ?? '', () => written.resolve());
  await written.promise;
  return [nameOf(number), performance.now()];
}

/** Devices that send as fast as they are acknowledged, until they are closed. */
async function busy(server: VardeServer, from: number, uplinksEach: number): Promise<Load> {
  const load = new Load({
    ...{ host: '127.0.0.1', port: server.ports.eview, identities: identitiesOf(from, busyDevices) },
    ...{ uplinksEach, firstAt: Date.now() - 86_400_000, ratePerSecond: null },
  });
  await load.connect();
  load.start();
  await pause(1000);
  return load;
}
