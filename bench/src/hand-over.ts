import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { encodeUplinks } from '@varde/simulator/load/uplink';
import type { Engine } from './engines.ts';
import { fillCustomers, fillDevices, fillLists, identityOf, nameOf } from './fill.ts';
import type { Measurement } from './measurement.ts';
import { openSocket } from './pendants.ts';
import type { Resources } from './resources.ts';
import { createSite } from './site.ts';
import { startProvider } from './sms-provider.ts';
import { percentile, percentileCells } from './statistics.ts';
import { startServer } from './varde-server.ts';

const alarmsInAMinute = 200;
const targets = { p95: 5000, p99: 10_000 };

export const handOver: Measurement = {
  name: 'handover',
  title: 'From an alarm to its first message',
  async run(resources) {
    const count = resources.quick ? 3 : alarmsInAMinute;
    const found = new Map<Engine, number[]>();
    for (const engine of resources.engines) found.set(engine, await measure(engine, count, resources));
    return {
      text: `From the last byte of an SOS frame written to a TCP socket to the SMS, whole, at its provider. ${count} devices press at the pace of ${alarmsInAMinute} a minute; each alarm is told to one receiver by SMS and by e-mail, and the mail server takes connections and never says a word.`,
      header: ['database', 'alarms', 'p50', 'p95', 'p99'],
      rows: [...found].map(([engine, times]) => [engine, String(times.length), ...percentileCells(times)]),
      targets: [...found].flatMap(([engine, times]) =>
        (
          [
            ['p95', 0.95],
            ['p99', 0.99],
          ] as const
        ).map(([name, share]) => {
          const ms = percentile(times, share);
          return {
            what: `an alarm from the pendant to the SMS provider on ${engine} (${name})`,
            target: `under ${targets[name] / 1000} s`,
            found: `${(ms / 1000).toFixed(2)} s`,
            met: ms < targets[name],
          };
        }),
      ),
    };
  },
};

async function measure(engine: Engine, count: number, resources: Resources): Promise<number[]> {
  const site = await createSite(engine, resources);
  await site.withDatabase(async ({ db }) => {
    await fillCustomers(db);
    await fillDevices(db, 1, count);
    await fillLists(db);
  });
  const provider = await startProvider();
  const mute = createServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  const messages = { VARDE_SMS_URL: provider.url, VARDE_SMTP_URL: `smtp://127.0.0.1:${port}` };
  const server = await startServer({ ...site, environment: { ...site.environment, ...messages } });
  const pressed: number[] = [];
  for (let number = 1; number <= count; number++) {
    const frames = encodeUplinks({
      identity: identityOf(number),
      count: 1,
      firstAt: Date.now(),
      sosEvery: 1,
    });
    const socket = await openSocket(server.ports.eview);
    socket.write(frames[0]?.bytes ?? '');
    pressed.push(performance.now());
    await pause(60_000 / alarmsInAMinute);
    socket.destroy();
  }
  const taken = await provider.taken(pressed.map((_, index) => nameOf(index + 1)));
  await server.stop();
  provider.close();
  mute.close();
  await site.remove();
  return pressed.map((at, index) => (taken.get(nameOf(index + 1)) ?? Number.NaN) - at);
}
