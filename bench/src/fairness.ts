import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@varde/server/platform/database/database';
import { encodeUplinks } from '@varde/simulator/load/uplink';
import type { Engine } from './engines.ts';
import { fillCustomers, fillDevices, fillLists, identityOf, nameOf } from './fill.ts';
import type { Measurement } from './measurement.ts';
import { openSocket } from './pendants.ts';
import type { Resources } from './resources.ts';
import { createSite } from './site.ts';
import { startProvider } from './sms-provider.ts';
import { percentile, percentileCells } from './statistics.ts';
import { startServer, type VardeServer } from './varde-server.ts';

const firm = 900;
const floodAlarms = 24;
const floodReceivers = 20;
/** Of the provider for each SMS. */
const answerMs = 250;
const targetsMs = { quiet: 300, flood: 2000 };
const whens = { quiet: 'while nothing else happens', flood: 'while another customer floods' };

type Times = Record<'quiet' | 'flood', number[]>;

export const fairness: Measurement = {
  name: 'fairness',
  title: 'The first message of an alarm while another customer floods',
  async run(resources) {
    const found = new Map<Engine, Times>();
    for (const engine of resources.engines) found.set(engine, await measure(engine, resources));
    return {
      text: `From the last byte of an SOS frame written to a TCP socket to its first SMS, whole, at the provider, which answers each after ${answerMs} ms. First alone; then while ${floodAlarms} devices of one firm have pressed, each of whose alarms is told to ${floodReceivers} receivers.`,
      header: ['database', '', 'alarms', 'p50', 'p95', 'p99'],
      rows: [...found].flatMap(([engine, times]) =>
        (['quiet', 'flood'] as const).map((when) => [
          engine,
          when,
          String(times[when].length),
          ...percentileCells(times[when]),
        ]),
      ),
      targets: [...found].flatMap(([engine, times]) =>
        (['quiet', 'flood'] as const).map((when) => {
          const ms = percentile(times[when], 0.95);
          return {
            what: `an alarm to the SMS provider ${whens[when]} on ${engine} (p95)`,
            target: `under ${targetsMs[when] / 1000} s`,
            found: `${(ms / 1000).toFixed(2)} s`,
            met: ms < targetsMs[when],
          };
        }),
      ),
    };
  },
};

async function measure(engine: Engine, resources: Resources): Promise<Times> {
  const presses = resources.quick ? 2 : 20;
  const site = await createSite(engine, resources);
  await site.withDatabase(async ({ db }) => {
    await fillCustomers(db);
    await fillDevices(db, 1, floodAlarms + 2 * presses);
    await fillLists(db);
    await fillFirm(db);
  });
  const provider = await startProvider(answerMs);
  const environment = { ...site.environment, VARDE_SMS_URL: provider.url };
  const server = await startServer({ ...site, environment });
  const timesOf = async (from: number) => {
    const pressed = new Map<string, number>();
    for (let number = from; number < from + presses; number++) {
      pressed.set(nameOf(number), await press(server, number));
      await pause(300);
    }
    const taken = await provider.taken([...pressed.keys()]);
    return [...pressed].map(([name, at]) => (taken.get(name) ?? Number.NaN) - at);
  };
  await resources.rest();
  const quiet = await timesOf(floodAlarms + 1);
  for (let number = 1; number <= floodAlarms; number++) await press(server, number);
  const flood = await timesOf(floodAlarms + presses + 1);
  await server.stop();
  provider.close();
  await site.remove();
  return { quiet, flood };
}

/** The firm that floods has the first devices, and one list. */
async function fillFirm(db: Database): Promise<void> {
  await db.execute(
    `insert into customers (cust_id, path, kind, firm_name) values (${firm}, array[${firm}], 'firm', 'Flood')`,
  );
  await db.execute(`update devices set cust_id = ${firm} where devi_id <= ${floodAlarms}`);
  await db.execute(`with own as (
      insert into notification_lists (cust_id, changed_at) values (${firm}, now()) returning list_id)
    insert into notification_receivers (list_id, sort, name, mobile, events, channels, wait_seconds)
    select list_id, n, 'Nr. ' || n, '+479100' || lpad(n::text, 4, '0'), '{}', '{sms}', 0
    from own, generate_series(1, ${floodReceivers}) n`);
}

/** When the last byte was written. */
async function press(server: VardeServer, number: number): Promise<number> {
  const frames = encodeUplinks({
    identity: identityOf(number),
    count: 1,
    firstAt: Date.now(),
    sosEvery: 1,
  });
  const socket = await openSocket(server.ports.eview);
  const written = Promise.withResolvers<void>();
  socket.write(frames[0]?.bytes ?? '', () => written.resolve());
  await written.promise;
  return performance.now();
}
