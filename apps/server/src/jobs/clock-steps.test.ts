import { createCustomer, createDevice } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noActor, recordAudit } from '#domain/audit/audit.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { commands } from '#domain/commands/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { queueMessages } from '#domain/messages/outbox.ts';
import { queueMail } from '#domain/messages/queue-mail.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import { type OpenDatabase, queryRows } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { auditRetention } from './audit-retention.ts';
import { commandRetries } from './command-retries.ts';
import { dayMs, type Job, type JobContext } from './job.ts';
import { createJobContext } from './job-context.ts';
import { messageDelivery } from './message-delivery.ts';
import { offlineCheck } from './offline-check.ts';
import { outdatedPositionCheck } from './outdated-position-check.ts';
import { malformedLimit, retention } from './retention.ts';
import { transactionPartitions } from './transaction-partitions.ts';

// Jobs after the server's clock is set. One context is one running server.

let opened: OpenDatabase;
let clock: ManualClock;
let context: JobContext;
let custId: number;
let sent: string[];
let mailServer: 'works' | 'fails';

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  clock = createManualClock();
  custId = await createCustomer(opened.db);
  sent = [];
  mailServer = 'works';
  const sender = {
    send: async ({ to }: { to: string }) => {
      if (mailServer === 'fails') throw new Error('busy');
      sent.push(to);
      return null;
    },
  };
  context = createJobContext({
    db: opened.db,
    bus: createInProcessBus(),
    clock,
    log: createLog({ level: 'silent' }),
    mail: { sender, consoleUrl: 'http://varde.example.no' },
  });
});

const minute = 60_000;
const hour = 60 * minute;
const run = (job: Job) => job.run(context);
const ago = (ms: number) => new Date(clock.now() - ms);
const flags = async () => (await opened.db.select().from(devices).orderBy(devices.deviId)).map((row) => row.flags);
/** A fleet, each device heard and located a little later than the one before, and their flags. */
async function createFleet(): Promise<void> {
  for (let number = 0; number < 20; number += 1) {
    const { deviId } = await createDevice(opened.db, { custId }); // a heartbeat every 5 minutes
    const heard = ago(number * 20_000);
    await opened.db.update(devices).set({ lastMsgIn: heard, posTime: heard }).where(eq(devices.deviId, deviId));
  }
}

describe('devices are not offline because the clock was set', () => {
  test.each([hour, 365 * dayMs, -hour, -365 * dayMs])('by %d ms', async (ms) => {
    await createFleet();
    await run(offlineCheck);
    clock.step(ms);
    await run(offlineCheck);
    clock.advance(15 * minute);
    await run(offlineCheck);
    expect(new Set((await flags()).flat())).toEqual(new Set());
  });

  test.each([hour, 365 * dayMs, -hour, -365 * dayMs])(
    'and one that is silent after it was set by %d ms is found, others that speak are not',
    async (ms) => {
      await createFleet();
      await run(offlineCheck);
      clock.step(ms);
      await run(offlineCheck);
      await opened.db
        .update(devices)
        .set({ lastMsgIn: new Date(clock.now() + minute) })
        .where(sql`devi_id > 1`);
      clock.advance(15 * minute + 1);
      await run(offlineCheck);
      const [silent, ...others] = await flags();
      expect(silent).toContain('offlineWarning');
      expect(others.flat()).toEqual([]);
    },
  );
});

describe('positions are not outdated because the clock was set', () => {
  test.each([25 * hour, -25 * hour])('by %d ms, until they are', async (ms) => {
    await createFleet();
    await run(outdatedPositionCheck);
    clock.step(ms);
    await run(outdatedPositionCheck);
    clock.advance(dayMs);
    await run(outdatedPositionCheck);
    expect((await flags()).flat()).toEqual([]);
    clock.advance(1);
    await run(outdatedPositionCheck);
    expect(new Set((await flags()).map(String))).toEqual(new Set(['outdatedPositionWarning']));
  });

  test('a restart does not make them newer', async () => {
    await createDevice(opened.db, { custId });
    await opened.db.update(devices).set({ posTime: ago(dayMs + 1), lastMsgIn: ago(dayMs + 1) });
    await run(outdatedPositionCheck);
    expect(await flags()).toEqual([['outdatedPositionWarning']]);
  });
});

describe('a command', () => {
  async function add(given: Partial<typeof commands.$inferInsert>): Promise<void> {
    const { deviId } = await createDevice(opened.db, { custId });
    const row = { deviId, command: { kind: 'readSettings' }, createdAt: ago(minute), ...given };
    await opened.db.insert(commands).values(row);
  }
  const states = async () =>
    (await opened.db.select().from(commands).orderBy(commands.commandId)).map(({ state, reason }) => [state, reason]);

  test.each([hour, -hour])('has its 30 seconds for an answer when the clock is set by %d ms', async (ms) => {
    await add({ state: 'sent', tries: 3, sentAt: ago(0) });
    await run(commandRetries);
    clock.step(ms);
    await run(commandRetries);
    clock.advance(30_000);
    await run(commandRetries);
    expect(await states()).toEqual([['sent', null]]);
    clock.advance(1);
    await run(commandRetries);
    expect(await states()).toEqual([['expired', 'noAnswer']]);
  });

  test('has its 24 hours when the clock is set forward', async () => {
    await add({ createdAt: ago(0) });
    await run(commandRetries);
    clock.step(365 * dayMs);
    await run(commandRetries);
    clock.advance(12 * hour);
    await run(commandRetries);
    expect(await states()).toEqual([['pending', null]]);
    clock.advance(12 * hour + 1);
    await run(commandRetries);
    expect(await states()).toEqual([['expired', 'notConnected']]);
  });
});

describe('a mail', () => {
  const values = { path: '/x', expires: 0 };
  const queue = (to: string) =>
    queueMail(opened.db, { to, language: 'nb', template: 'resetPassword', values, at: clock.now() });

  test('that failed is retried soon when the clock is set back', async () => {
    await queue('kari@example.no');
    mailServer = 'fails';
    await run(messageDelivery.email);
    clock.step(-dayMs);
    mailServer = 'works';
    await run(messageDelivery.email);
    expect(sent).toEqual(['kari@example.no']);
  });

  test('that failed is not retried at once when the clock is set back by less than its delay', async () => {
    await queue('kari@example.no');
    mailServer = 'fails';
    await run(messageDelivery.email);
    clock.step(-minute);
    mailServer = 'works';
    await run(messageDelivery.email);
    expect(sent).toEqual([]);
    clock.advance(minute + 30_000);
    await run(messageDelivery.email);
    expect(sent).toEqual(['kari@example.no']);
  });

  test('does not expire as too old because the clock was set forward', async () => {
    await context.cautiousNow(); // as at the start of the server
    await queue('kari@example.no');
    clock.step(2 * dayMs);
    await run(messageDelivery.email);
    expect(sent).toEqual(['kari@example.no']);
  });
});

test('an SMS that failed waits no longer than its lease because the clock was set back by minutes', async () => {
  await queueMessages(opened.db, { channel: 'sms', recipient: '+4791234567', content: 'Prøve', createdAt: ago(0) });
  let isDown = true;
  const texts: string[] = [];
  const send = async ({ to }: { to: string }) => {
    if (isDown) throw new Error('busy');
    texts.push(to);
    return 'receipt';
  };
  const sms = { sender: { send }, reportsTo: null, takesReplies: false };
  await messageDelivery.sms.run({ ...context, sms });
  isDown = false;
  clock.step(-65_000); // 15 seconds of its pause, the rest of its lease, and what clocks may differ
  await messageDelivery.sms.run({ ...context, sms });
  expect(texts).toEqual([]);
  clock.step(-1);
  await messageDelivery.sms.run({ ...context, sms });
  expect(texts).toEqual(['+4791234567']);
});

describe('when the clock is set years ahead, retention still deletes', () => {
  async function keepOneOfEach(): Promise<void> {
    const { deviId } = await createDevice(opened.db, { custId });
    const now = ago(0);
    await opened.db
      .insert(transactions)
      .values({ deviId, custId, dehaId: 23, tranId: 1, recTs: now, metyId: 2, tranSource: 3 });
    await recordAudit(opened.db, { action: 'alarm.claimed', at: now, by: noActor, custId });
    await queueMail(opened.db, {
      to: 'a@example.no',
      language: 'nb',
      template: 'gdpr',
      values: { path: '/' },
      at: clock.now(),
    });
    const at = sql`${now.toISOString()}::timestamptz`;
    await opened.db.execute(sql`insert into retry_keys values (${deviId}, 't1', ${at})`);
    await opened.db.execute(sql`insert into attempts (key_hash, failures, last_at) values ('k', 1, ${at})`);
    await opened.db.execute(sql`insert into malformed_frames (protocol, remote_address, received_at, reason, raw)
      values ('eview', '', ${at}, 'crc', '')`);
    await opened.db.execute(sql`insert into users (username, password_hash, first_name, last_name)
      values ('a@example.no', '', '', '')`);
    await opened.db.execute(sql`insert into account_tokens (token_hash, user_id, purpose, created_at, expires_at)
      select 't', user_id, 'resetPassword', ${at}, ${at} + interval '1 hour' from users`);
  }
  const counted = ['transactions', 'outbox', 'retry_keys', 'attempts', 'malformed_frames', 'account_tokens'];
  const counts = async () => {
    const found: Record<string, number> = {
      audit: await opened.db.$count(auditEntries, sql`action <> 'audit.removed'`),
    };
    for (const table of counted) {
      const [row] = await queryRows<{ n: number }>(
        opened.db,
        sql`select count(*)::int as n from ${sql.identifier(table)}`,
      );
      found[table] = row?.n ?? 0;
    }
    return found;
  };
  const jobs = [transactionPartitions, auditRetention, retention, malformedLimit];
  const runAll = async () => {
    for (const job of jobs) await run(job);
  };

  test('each kind of record no earlier than its time', async () => {
    await runAll();
    await keepOneOfEach();
    const all = await counts();
    expect(Object.values(all).every((count) => count === 1)).toBe(true);
    clock.step(20 * 365 * dayMs);
    await runAll();
    expect(await counts()).toEqual(all);
    clock.advance(30 * minute - 1); // a link's hour at twice the speed
    await runAll();
    expect(await counts()).toEqual(all);
    clock.step(-20 * 365 * dayMs);
    clock.advance(2000 * dayMs);
    await runAll();
    expect(Object.values(await counts()).every((count) => count === 0)).toBe(true);
  });

  test('future months have a partition, whichever way the clock was set', async () => {
    const monthOf = async (at: Date) => {
      const { deviId } = await createDevice(opened.db, { custId });
      const row = { deviId, custId, dehaId: 23, tranId: deviId, recTs: at, metyId: 2, tranSource: 3 };
      await opened.db.insert(transactions).values(row);
      const [found] = await queryRows<{ name: string }>(
        opened.db,
        sql`select tableoid::regclass::text as name from transactions where tran_id = ${deviId}::bigint`,
      );
      return found?.name;
    };
    await run(transactionPartitions);
    clock.step(365 * dayMs);
    await run(transactionPartitions);
    expect(await monthOf(ago(0))).toBe('transactions_2027_01');
    clock.step(-2 * 365 * dayMs);
    await run(transactionPartitions);
    expect(await monthOf(ago(0))).toBe('transactions_2025_01');
    clock.step(365 * dayMs);
    expect(await monthOf(ago(0))).toBe('transactions_2026_01');
  });
});
