import { receiverChannels } from '@varde/contract/event-setup-form';
import { createAlarm, createCustomer, createDevice } from '@varde/testing/factories';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { restartChains, startChains } from '#domain/notifications/chains.ts';
import { saveList } from '#domain/notifications/lists.ts';
import { notificationChains } from '#domain/notifications/tables.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { type OpenDatabase, queryRows } from '#platform/database/database.ts';
import type { StopListening } from '#platform/database/listening.ts';
import { createLog } from '#platform/log/log.ts';
import type { Service } from '#platform/service.ts';
import type { Job } from './job.ts';
import { jobs } from './job-list.ts';
import { createJobScheduler } from './job-scheduler.ts';
import { messageDelivery } from './message-delivery.ts';
import { notificationSteps } from './notification-steps.ts';

let opened: OpenDatabase;
let scheduler: Service | undefined;
let stopListening: StopListening | undefined;
let deviId: number;
let assignmentId: number;
let alarmId: number;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  const custId = await createCustomer(opened.db);
  ({ deviId } = await createDevice(opened.db, { custId }));
  assignmentId = await presentAssignmentId(opened.db, deviId);
  alarmId = await createAlarm(opened.db, { custId, deviId, assignmentId });
});
afterEach(async () => {
  await scheduler?.stop();
  await stopListening?.();
  [scheduler, stopListening] = [undefined, undefined];
});

/** Runs these jobs, none of which is due within a day; resolves when each has had the first run of a start. */
async function startUndue(wanted: readonly Job[], options: { sent?: string[] } = {}): Promise<string[]> {
  const ran: string[] = [];
  const sender = {
    send: async ({ to }: { to: string }) => {
      options.sent?.push(to);
      return null;
    },
  };
  scheduler = createJobScheduler({
    ...{ database: opened, bus: createInProcessBus(), clock: systemClock },
    ...{ log: createLog({ level: 'silent' }), consoleUrl: 'https://varde.example' },
    sms: { sender, reportsTo: null, takesReplies: false },
    jobs: wanted.map((job) => ({
      ...job,
      everySeconds: 86_400,
      run: async (context) => {
        await job.run(context);
        ran.push(job.name);
      },
    })),
  });
  await scheduler.start();
  await expect.poll(() => new Set(ran).size).toBe(wanted.length);
  return ran;
}

const tell = () => opened.db.transaction((tx) => startChains(tx, [alarmId], Date.now()));

test('an SMS is at its provider soon after the commit of its alarm, while no job is due', async () => {
  const kari = { name: 'Kari', mobile: '+4791234567', email: null, channels: ['sms' as const] };
  const receivers = [{ ...kari, events: [], hours: null, waitSeconds: 60 }];
  const saved = { rev: 0, receivers, repeats: 0, at: new Date(), userId: null };
  await saveList(opened.db, { assignmentId, deviId }, saved);
  const sent: string[] = [];
  await startUndue([notificationSteps, messageDelivery.sms], { sent });
  await tell();
  await expect.poll(() => sent, { interval: 5 }).toEqual(['+4791234567']);
});

test('each table of `wokenBy` announces its new rows with the commit, messages by their channel, once for a statement, and nothing else', async () => {
  const heard: string[] = [];
  stopListening = await opened.listen({
    channel: 'varde_work',
    onNotification: (table) => heard.push(table),
    onMissed: () => undefined,
    onFailed: () => undefined,
  });
  const announcing = await queryRows<{ table: string }>(
    opened.db,
    sql`select tgrelid::regclass::text as table from pg_trigger where tgname = 'work_is_announced' order by 1`,
  );
  const isChannel = (work: string) => receiverChannels.some((channel) => channel === work);
  const waking = new Set(
    jobs.flatMap(({ wokenBy = [] }) => wokenBy).map((work) => (isChannel(work) ? 'outbox' : work)),
  );
  expect(announcing.map(({ table }) => table)).toEqual([...waking].sort());

  const at = new Date(Date.now() - 1000);
  await tell();
  await expect.poll(() => heard.splice(0)).toEqual(['notification_chains']);
  const later = new Date(at.getTime() + 60_000);
  await opened.db.update(notificationChains).set({ nextAt: later }); // a step has told somebody
  await opened.db.transaction((tx) => restartChains(tx, [alarmId], at, 'signalled'));
  await expect.poll(() => heard.splice(0)).toEqual(['notification_chains']);
  await opened.db.execute(sql`insert into outbox (channel, recipient, content, created_at)
    select 'sms', '+4791234567', 'hei', now() from generate_series(1, 3)`);
  await expect.poll(() => heard.splice(0)).toEqual(['sms']);
  await opened.db.execute(sql`insert into outbox (channel, recipient, content, template, language, created_at)
    values ('call', '+4791234567', 'hei', null, null, now()), ('email', 'a@test.example', '{}', 'gdpr', 'nb', now())`);
  await expect.poll(() => heard.splice(0).sort()).toEqual(['call', 'email']);
  await opened.db.execute(sql`update outbox set tries = tries + 1`);
  await opened.db.execute(sql`insert into outbox (channel, recipient, content, created_at)
    select 'sms', '+4791234567', 'hei', now() where false`);
  await tell(); // it is being told
  await opened.db.execute(sql`insert into web_hook_events (alarm_id, event, at)
    values (${alarmId}, 'alarmRaised', now())`);
  await expect.poll(() => heard.splice(0)).toEqual(['web_hook_events']);
});

test('a commit that announces work waits for those before it, however briefly its transaction waits for rows', async () => {
  await opened.db.transaction(async (tx) => {
    const limit = () => queryRows(tx, sql`select current_setting('lock_timeout') as limit`);
    await tx.execute(sql`set local lock_timeout = '50ms'`);
    await startChains(tx, [alarmId], Date.now());
    expect(await limit()).toEqual([{ limit: '50ms' }]);
    await tx.execute(sql`set constraints all immediate`); // as the commit does
    expect(await limit()).toEqual([{ limit: '0' }]);
  });
});

test.runIf(process.env.VARDE_TEST_POSTGRES !== undefined)(
  'jobs run once when the connection on which they hear of work was lost, and hear of it again',
  async () => {
    const quiet = (name: string, more: Partial<Job> = {}): Job => ({
      ...{ name, everySeconds: 1, run: async () => undefined },
      ...more,
    });
    const told = quiet('told', { wokenBy: ['notification_chains'] });
    const ran = await startUndue([told, quiet('timed')]);
    await opened.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like '% varde_work'`);
    await expect.poll(() => ran).toHaveLength(3);
    await tell();
    await expect.poll(() => ran).toHaveLength(4);
    expect(ran.filter((name) => name === 'timed')).toHaveLength(1);
  },
);
