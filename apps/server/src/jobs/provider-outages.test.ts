import { createAlarm, createCustomer, createDevice } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { queueMessages } from '#domain/messages/outbox.ts';
import { queueMail } from '#domain/messages/queue-mail.ts';
import { queueHookEvents } from '#domain/web-hooks/hook-events.ts';
import { addHook } from '#domain/web-hooks/hooks.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import { type OpenDatabase, queryRows } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import type { Job, JobContext } from './job.ts';
import { createJobContext } from './job-context.ts';
import { messageDelivery } from './message-delivery.ts';
import { webHookDelivery } from './web-hook-delivery.ts';

// A provider that is out of order for ten minutes, and what waits when it is back.

let opened: OpenDatabase;
let clock: ManualClock;
let context: JobContext;
let custId: number;
/** The tries, in order: to whom. */
let tried: string[];
let isDown: (to: string) => boolean;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { db } = opened;
  await clearTables(db);
  clock = createManualClock();
  tried = [];
  isDown = () => true;
  const hand = async ({ to }: { to: string }) => {
    tried.push(to);
    if (isDown(to)) throw new Error('connection refused');
    return '1';
  };
  const named = {
    ...{ reportsTo: null, takesReplies: false, speech: null },
    publicUrl: '',
    consoleUrl: 'https://varde.example',
  };
  context = createJobContext({
    ...{ db, bus: createInProcessBus(), clock, log: createLog({ level: 'silent' }) },
    sms: { ...named, sender: { send: hand } },
    calls: { ...named, sender: { call: hand } },
    mail: { ...named, sender: { send: hand } },
    webHooks: {
      send: async ({ body }) => Number(await hand({ to: String(JSON.parse(body).alarm.alarmId) })) && 200,
    },
    consoleUrl: 'https://varde.example',
  });
  custId = await createCustomer(db);
});

const at = () => new Date(clock.now());
async function newAlarm(): Promise<number> {
  const { deviId } = await createDevice(opened.db, { custId });
  return createAlarm(opened.db, { deviId, custId, at: at() });
}
const message = (to: number, more: { channel?: 'call' } = {}) =>
  newAlarm().then((alarmId) =>
    queueMessages(opened.db, {
      channel: 'sms',
      alarmId,
      recipient: `+479000000${to}`,
      content: 'Alarm',
      createdAt: at(),
      ...more,
    }),
  );
const queues = {
  sms: [messageDelivery.sms, (to: number) => message(to)],
  call: [messageDelivery.call, (to: number) => message(to, { channel: 'call' })],
  mail: [
    messageDelivery.email,
    async (to: number) =>
      queueMail(opened.db, {
        ...{ to: `${to}@test.example`, language: 'nb', template: 'resetPassword', at: at().getTime() },
        ...{ alarmId: await newAlarm(), values: { path: '/x', expires: 0 } },
      }),
  ],
  webHook: [
    webHookDelivery,
    async () => {
      const alarmId = await newAlarm();
      await opened.db.transaction((tx) => queueHookEvents(tx, [{ alarmId, event: 'alarmRaised', at: at() }]));
    },
  ],
} satisfies Record<string, readonly [Job, (to: number) => Promise<unknown>]>;

describe.each(Object.entries(queues))(
  '%s: a provider that is back after an outage of ten minutes',
  (channel, [job, queue]) => {
    const run = async (): Promise<string[]> => {
      tried = [];
      await job.run(context);
      return tried;
    };
    beforeEach(async () => {
      const url = 'https://hooks.test.example/';
      if (channel === 'webHook') await addHook(opened.db, { custId, url, events: ['alarmRaised'], at: at() });
    });

    test('gets all that waits as soon as it has taken one, oldest first', async () => {
      for (const to of [1, 2, 3]) {
        await queue(to);
        await run();
        clock.advance(200_000);
        await run();
      }
      isDown = () => false;
      await queue(4);
      const [first, ...others] = await run();
      expect(first).toBeDefined();
      await run();
      expect(new Set([first, ...others, ...tried]).size).toBe(4);
      expect(others.length + tried.length).toBe(3);
      const late = [...others, ...tried];
      // Mails that leave at once reach the server in any order.
      if (channel !== 'mail') expect(late).toEqual([...late].sort());
      expect(await run(), 'each once').toEqual([]);
    });

    test('keeps the pauses of a message that it alone does not take', async () => {
      await queue(1);
      const [poison = ''] = await run();
      isDown = (to) => to === poison;
      for (let more = 2; more < 5; more++) {
        await queue(more);
        expect(await run()).toHaveLength(1);
      }
    });
  },
);

test('a mail about an alarm is tried again within a minute, however long the mail server has been down', async () => {
  await queues.mail[1](1);
  for (let tries = 1; tries < 12; tries++) {
    tried = [];
    await messageDelivery.email.run(context);
    expect(tried).toEqual(['1@test.example']);
    clock.advance(60_000);
  }
});

test('a message that was tried since, and that another process has now, is not made due', async () => {
  await message(1);
  await messageDelivery.sms.run(context);
  clock.advance(20_000);
  await opened.db.execute(
    sql`update outbox set tries = tries + 1, next_try_at = ${new Date(clock.now() + 20_000).toISOString()}::timestamptz`,
  );
  isDown = () => false;
  await message(2);
  tried = [];
  await messageDelivery.sms.run(context);
  await messageDelivery.sms.run(context);
  expect(tried).toEqual(['+4790000002']);
  const [leased] = await queryRows<{ state: string }>(
    opened.db,
    sql`select state from outbox order by message_id limit 1`,
  );
  expect(leased?.state).toBe('queued');
});
