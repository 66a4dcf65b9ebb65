import { createJobContext } from '@varde/server/jobs/job-context';
import { notificationSteps } from '@varde/server/jobs/notification-steps';
import { createInProcessBus } from '@varde/server/platform/bus/bus';
import { systemClock } from '@varde/server/platform/clock/clock';
import type { Database } from '@varde/server/platform/database/database';
import { createLog } from '@varde/server/platform/log/log';
import type { Engine } from './engines.ts';
import { fillCustomers, fillDevices, fillLists } from './fill.ts';
import type { Measurement } from './measurement.ts';
import type { Resources } from './resources.ts';
import { createSite } from './site.ts';
import { whole } from './statistics.ts';

/** Maximum time of a step, as a multiple of a transaction that inserts one row. */
const target = 15;

export const chains: Measurement = {
  name: 'chains',
  title: 'Alarms told by notification lists',
  async run(resources) {
    const count = resources.quick ? 20 : 2000;
    const found = new Map<Engine, { told: number; floor: number }>();
    for (const engine of resources.engines) found.set(engine, await measure(engine, count, resources));
    return {
      text: `${whole(count)} alarms are due at once, each to one receiver by SMS and by e-mail, and one process tells them: a transaction for some of them at a time locks the alarms, reads their lists, queues and records both messages of each, and ends. The floor is a transaction that inserts one SMS into the outbox.`,
      header: ['database', 'alarms told in a second', 'transactions with one insert in a second', 'ratio'],
      rows: [...found].map(([engine, { told, floor }]) => [
        engine,
        whole(told),
        whole(floor),
        `${(floor / told).toFixed(1)} ×`,
      ]),
      targets: [...found].map(([engine, { told, floor }]) => ({
        what: `telling an alarm, over a transaction with one insert, on ${engine}`,
        target: `at most ${target} ×`,
        found: `${(floor / told).toFixed(1)} ×`,
        met: floor <= target * told,
      })),
    };
  },
};

/** In a second. */
async function measure(engine: Engine, count: number, resources: Resources): Promise<{ told: number; floor: number }> {
  const site = await createSite(engine, resources);
  const rates = await site.withDatabase(async ({ db }) => {
    await fillCustomers(db);
    await fillDevices(db, 1, count);
    await fillLists(db);
    await fillAlarms(db);
    return { floor: await insertRate(db, count), told: await tellRate(db, count) };
  });
  await site.remove();
  return rates;
}

/** An alarm of each device, which is to be told at once. */
async function fillAlarms(db: Database): Promise<void> {
  await db.execute(`insert into alarms (devi_id, cust_id, assignment_id, mety_id, code, happened_at, received_at,
      last_signal_at, tran_id, tran_source)
    select d.devi_id, d.cust_id, a.assignment_id, 1, 'sos', now(), now(), now(), d.devi_id, 1 from devices d
    join device_assignments a on a.devi_id = d.devi_id and a.ends_at is null where d.cust_id <> 0`);
  await db.execute(`insert into notification_chains (alarm_id, next_at, started_at)
    select alarm_id, now(), now() from alarms`);
  await db.execute('analyze');
}

async function insertRate(db: Database, count: number): Promise<number> {
  const start = performance.now();
  for (let row = 0; row < count; row++)
    await db.transaction((tx) =>
      tx.execute(`insert into outbox (channel, recipient, content, created_at, state)
        values ('sms', '+4790000001', 'floor', now(), 'failed')`),
    );
  return (count / (performance.now() - start)) * 1000;
}

async function tellRate(db: Database, count: number): Promise<number> {
  const log = createLog({ level: 'warn' });
  const consoleUrl = 'https://varde.example';
  const context = createJobContext({ db, bus: createInProcessBus(), clock: systemClock, log, consoleUrl });
  const start = performance.now();
  let left = count;
  while (left > 0) {
    await notificationSteps.run(context);
    const { rows } = (await db.execute(
      `select count(*)::int as left from notification_chains where state = 'running' and next_step = 0`,
    )) as { rows: { left: number }[] };
    const now = rows[0]?.left ?? 0;
    if (now === left) throw new Error(`${left} of ${count} alarms are not told`);
    left = now;
  }
  return (count / (performance.now() - start)) * 1000;
}
