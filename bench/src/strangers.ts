import { setTimeout as pause } from 'node:timers/promises';
import { accountAttack, strangerDevices } from './account-attack.ts';
import { queryAttacks } from './account-queries.ts';
import type { Engine } from './engines.ts';
import { admin, fillCustomers, fillDevices } from './fill.ts';
import { logIn } from './http-client.ts';
import { watchLive } from './live-watch.ts';
import { mapReaders, readMap, writeMapFile } from './map-readers.ts';
import type { Measurement, Target } from './measurement.ts';
import { mqttAttacks } from './mqtt-attacks.ts';
import { connectPendants, pendants, resetAlarms } from './pendants.ts';
import { requestAttacks } from './request-attacks.ts';
import type { Resources } from './resources.ts';
import { createSite } from './site.ts';
import { percentile, percentileCells, whole } from './statistics.ts';
import type { Attack } from './stranger-attack.ts';
import { startServer } from './varde-server.ts';

/** Maximum ratio of the p99 under attack to that without one. */
const targets: Record<Engine, number> = { PGlite: 4, PostgreSQL: 2 };
/** One after the other. */
const attacks: readonly Attack[] = [accountAttack, ...queryAttacks, mapReaders, ...requestAttacks, ...mqttAttacks];
/** Maximum duration of a phase of presses, however few there were. */
const phaseMs = 60_000;

interface Times {
  presses: number[];
  /** Times of the operator's two calls to reset an alarm, and of a part of the map. */
  resets: number[];
  failedResets: number;
}
interface Attacked {
  name: string;
  times: Times;
  /** What the attacker achieved. */
  report: string;
}
interface Found {
  quiet: Times;
  attacked: Attacked[];
}

export const strangers: Measurement = {
  name: 'strangers',
  title: 'Alarm latency during attacks of strangers',
  async run(resources) {
    const found = new Map<Engine, Found>();
    for (const engine of resources.engines) found.set(engine, await measure(engine, resources));
    const [requests] = requestAttacks;
    return {
      text: `From the last byte of an SOS frame written to a TCP socket to the message on an operator's live channel. First without other load; then during one attack after the other. From an account: ${accountAttack.text}. Without a login: ${requests?.text}, as long as it may be and longer. Over MQTT: ${mqttAttacks.map(({ text }) => text).join('; ')}. Attackers have a process of the lowest priority, so that they take no processor time from the server; the operator resets each alarm with two calls, and reads a part of the map.`,
      header: ['database', '', 'times', 'p50', 'p95', 'p99', 'failed', 'the attacker'],
      rows: [...found].flatMap(([engine, { quiet, attacked }]) => [
        ...rowsOf(engine, { name: 'quiet', times: quiet, report: '' }),
        ...attacked.flatMap((each) => rowsOf(engine, each)),
      ]),
      targets: [...found].flatMap(([engine, times]) => targetsOf(engine, times)),
    };
  },
};

const rowsOf = (engine: Engine, { name, times, report }: Attacked) => [
  [engine, `alarm, ${name}`, ...cells(times.presses), '', report],
  [engine, `reset by the operator, ${name}`, ...cells(times.resets), String(times.failedResets), ''],
];
const cells = (times: readonly number[]) => [String(times.length), ...percentileCells(times)];

function targetsOf(engine: Engine, { quiet, attacked }: Found): Target[] {
  const p99 = ({ presses }: Times) => percentile(presses, 0.99);
  const slowest = attacked.reduce((worst, each) => (p99(each.times) > p99(worst.times) ? each : worst));
  const ratio = p99(slowest.times) / p99(quiet);
  const sum = (count: (times: Times) => number) => attacked.reduce((all, { times }) => all + count(times), 0);
  const failed = sum(({ failedResets }) => failedResets);
  return [
    {
      what: `an alarm during the worst attack, over a quiet one, on ${engine} (p99)`,
      target: `at most ${targets[engine]} ×`,
      found: `${ratio.toFixed(1)} × (${slowest.name})`,
      met: ratio <= targets[engine],
    },
    {
      what: `calls of an operator that fail during the attacks on ${engine}`,
      target: 'none',
      found: `${failed} of ${whole(sum(({ resets }) => resets.length))}`,
      met: failed === 0,
    },
  ];
}

async function measure(engine: Engine, resources: Resources): Promise<Found> {
  const site = await createSite(engine, resources);
  await site.withDatabase(async (database) => {
    await fillCustomers(database.db);
    await fillDevices(database.db, 1, pendants + strangerDevices);
    for (const { prepare } of attacks) await prepare?.(database);
  });
  site.environment.VARDE_MAP_FILE = writeMapFile(resources.folder);
  const server = await startServer(site);
  const operator = await logIn(server.url, admin);
  const screen = await watchLive(server.url, operator);
  const devices = await connectPendants(server.ports.eview);
  const reset = async () => {
    await resetAlarms(operator);
    await readMap(server.url);
  };
  const phase = (count: number) => timesOf(count, () => devices.press(screen.shown), reset);
  const count = resources.quick ? 1 : 150;
  await phase(resources.quick ? 1 : 10); // warms up
  await reset(); // whatever fails without an attack is a fault of the measurement
  const quiet = await phase(count);
  const attacked: Attacked[] = [];
  for (const { name, settlingMs, start } of attacks) {
    const attack = await start(server);
    await pause(resources.quick ? 200 : settlingMs);
    const times = await phase(count);
    attacked.push({ name, times, report: await attack.end() });
  }
  screen.close();
  devices.close();
  await server.stop();
  await site.remove();
  return { quiet, attacked };
}

/** Presses at irregular intervals, so that periodic work cannot hide. */
async function timesOf(count: number, press: () => Promise<number>, reset: () => Promise<void>): Promise<Times> {
  const times: Times = { presses: [], resets: [], failedResets: 0 };
  const start = performance.now();
  for (let i = 0; i < count && performance.now() - start < phaseMs; i++) {
    times.presses.push(await press());
    const before = performance.now();
    await reset().catch(() => {
      times.failedResets += 1;
    });
    times.resets.push(performance.now() - before);
    await pause(20 + ((i * 37) % 120));
  }
  return times;
}
