import { createUser } from '@varde/testing/factories';
import { PushedAlarm } from '@varde/testing/pushed-alarm';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pushBrowsers, userPolicies, users } from '#domain/accounts/tables.ts';
import { outbox } from '#domain/messages/tables.ts';
import { restartChains } from '#domain/notifications/chains.ts';
import { notificationAttempts, notificationLists } from '#domain/notifications/tables.ts';
import { queryRows } from '#platform/database/database.ts';
import { messageDelivery } from './message-delivery.ts';
import { retention } from './retention.ts';

let pushed: PushedAlarm;
const waitMs = 60_000;
const ola = { name: 'Ola', mobile: '+4791111111', email: null, channels: ['sms' as const] };

beforeAll(async () => {
  pushed = await PushedAlarm.open();
});
afterAll(() => pushed.sharing.close());
beforeEach(() => pushed.renew());
afterEach(() => pushed.end());

const db = () => pushed.sharing.server.db;
const reached = () => pushed.service.taken.map(({ browser }) => browser).sort();
const step = () => pushed.step();
const deliver = () => pushed.deliver();

describe('an alarm on whose list a user gets push messages', () => {
  test('reaches each browser of the user with the words of the SMS, and leads to its page', async () => {
    const { sharing, service, keys } = pushed;
    await pushed.subscribe('phone');
    await pushed.subscribe('office', sharing.as.nurse, 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0');
    await pushed.tellAndDeliver(pushed.byPush());
    expect(reached()).toEqual(['office', 'phone']);
    for (const taken of service.taken) {
      expect(taken.message).toEqual({
        title: 'Alarmknapp: Astrid Lie',
        options: {
          body: expect.stringMatching(/^15\. jan\., 13:00\. Sted: Stue\.$/),
          ...{ lang: 'nb', tag: `alarm-${sharing.alarmId}`, timestamp: sharing.clock.now() },
          ...{ renotify: true, requireInteraction: true, silent: false },
          data: { path: `/#/alarms/${sharing.alarmId}` },
        },
      });
      expect(taken.headers).toMatchObject({ urgency: 'high', topic: `alarm-${sharing.alarmId}` });
      expect(service.isSignedWith(keys.publicKey, taken)).toBe(true);
    }
    expect(await pushed.timeline()).toEqual([
      ['Siv Strand, Firefox, Windows', 'pushSent', null],
      ['Siv Strand, Chrome, Android', 'pushSent', null],
    ]);
    expect((await sharing.texts()).map(({ content }) => content)).toEqual([null, null]);
    const browsers = await db().select().from(pushBrowsers);
    expect(browsers.map(({ lastSentAt }) => lastSentAt?.getTime())).toEqual([sharing.clock.now(), sharing.clock.now()]);
  });

  test('is told in the language of the user', async () => {
    await db().update(users).set({ language: 'en' }).where(eq(users.userId, pushed.sharing.nurseId));
    await pushed.subscribe('phone');
    await pushed.tellAndDeliver(pushed.byPush());
    expect(pushed.service.taken[0]?.message).toMatchObject({
      title: 'Panic button: Astrid Lie',
      options: { body: expect.stringContaining('Place: Stue.'), lang: 'en' },
    });
  });

  test('is not told to another user, not even in a browser that was somebody else’s', async () => {
    await pushed.subscribe('shared');
    await pushed.subscribe('phone');
    await pushed.sharing.tell(pushed.byPush());
    await step();
    await pushed.subscribe('shared', pushed.sharing.as.neighbour);
    await deliver();
    expect(reached()).toEqual(['phone']);
  });

  test('of another customer is not told to a user of this one, whatever its list says', async () => {
    const { sharing } = pushed;
    await pushed.subscribe('neighbour', sharing.as.neighbour);
    const [browser] = await db().select().from(pushBrowsers);
    await pushed.tellAndDeliver(pushed.byPush(browser?.userId), pushed.byPush());
    expect(browser?.userId).not.toBe(sharing.nurseId);
    expect(reached()).toEqual([]);
    expect(await sharing.texts()).toEqual([]);
  });

  test.each<[string, (at: Date) => Promise<unknown>]>([
    ['was deactivated', (disabledAt) => db().update(users).set({ disabledAt })],
    ['was temporary', (temporaryUntil) => db().update(users).set({ temporaryUntil })],
    ['moved to another customer', () => db().update(userPolicies).set({ custId: pushed.sharing.homes.other })],
  ])('is not told to a user who %s before the message leaves', async (_what, change) => {
    await pushed.subscribe('phone');
    await pushed.sharing.tell(pushed.byPush());
    await step();
    await change(new Date(pushed.sharing.clock.now()));
    await deliver();
    expect(reached()).toEqual([]);
    expect(await pushed.texts()).toEqual([['push', 'Chrome, Android', 'failed', 'noBrowser']]);
  });

  test('is told to the next receiver at once when the user has no browser any more, which the timeline says', async () => {
    const { sharing } = pushed;
    await pushed.subscribe('phone');
    await sharing.tell(ola, pushed.byPush(), { ...ola, name: 'Per', mobile: '+4792222222' });
    await step();
    await db().delete(pushBrowsers);
    sharing.clock.advance(waitMs);
    await step();
    expect(await pushed.timeline()).toEqual([
      ['Ola, +4791111111', 'smsQueued', null],
      ['Per, +4792222222', 'smsQueued', null],
    ]);
    const [, per] = await db().select().from(notificationAttempts).orderBy(notificationAttempts.attemptId);
    expect(per?.why?.skipped).toMatchObject([{ name: 'Siv Strand', reason: 'noBrowser' }]);
  });

  test('waits for a user without a browser who gets an e-mail as well', async () => {
    await pushed.tellAndDeliver({ ...pushed.byPush(), channels: ['push', 'email'] }, ola);
    await step();
    expect(await pushed.timeline()).toEqual([
      [expect.stringMatching(/^Siv Strand, .+@/), 'emailQueued', null],
      ['Siv Strand', 'pushFailed', 'noBrowser'],
    ]);
  });

  test('is told to the next receiver at once when no browser takes it any more, and these are forgotten', async () => {
    for (const [browser, status] of [
      ['old', 410],
      ['phone', 404],
    ] as const) {
      await pushed.subscribe(browser);
      pushed.answer(browser, status);
    }
    await pushed.tellAndDeliver(pushed.byPush(), ola);
    await step();
    expect(await pushed.texts()).toEqual([
      ['push', 'Chrome, Android', 'failed', 'the push service answered 404'],
      ['push', 'Chrome, Android', 'failed', 'the push service answered 410'],
      ['sms', '+4791111111', 'queued', null],
    ]);
    expect(await db().select().from(pushBrowsers)).toEqual([]);
  });

  test('lets its user know by mail when push has ended by itself, and whoever has put the user on the list', async () => {
    const { sharing } = pushed;
    const { city, other } = sharing.homes;
    const manager = await createUser(db(), { role: 'SUPERFIRM', custId: city }, 'manager@test.example');
    const stranger = await createUser(db(), { role: 'RESTRICTED_USER', custId: other });
    for (const browser of ['old', 'phone']) {
      await pushed.subscribe(browser);
      pushed.answer(browser, 410);
    }
    await sharing.tell(pushed.byPush());
    const mailsAfter = async (changedBy: number) => {
      await db().update(notificationLists).set({ changedBy });
      await step();
      await deliver();
      const mails = await sharing.mails();
      return mails.map(({ recipient, template, content }) => [recipient, template, content]);
    };
    const [siv] = await db().select().from(users).where(eq(users.userId, sharing.nurseId));
    expect(await mailsAfter(manager.userId)).toEqual([
      [siv?.username, 'pushEnded', { path: '/profile' }],
      ['manager@test.example', 'pushOfOtherEnded', { name: 'Siv Strand' }],
    ]);
    await pushed.subscribe('new');
    pushed.answer('new', 404);
    await db().delete(outbox);
    await db().transaction((tx) => restartChains(tx, [sharing.alarmId], new Date(sharing.clock.now()), 'signalled'));
    expect(await mailsAfter(stranger.userId)).toEqual([[siv?.username, 'pushEnded', { path: '/profile' }]]);
  });

  test('lets nobody know while another browser of the user has push', async () => {
    for (const browser of ['old', 'phone']) await pushed.subscribe(browser);
    pushed.answer('old', 410);
    await pushed.tellAndDeliver(pushed.byPush());
    expect(await pushed.sharing.mails()).toEqual([]);
  });

  test('waits for the user as long as one of the browsers may have it', async () => {
    await pushed.subscribe('old');
    await pushed.subscribe('phone');
    pushed.answer('old', 410);
    await pushed.tellAndDeliver(pushed.byPush(), ola);
    await step();
    expect(await pushed.texts()).toHaveLength(2);
    pushed.sharing.clock.advance(waitMs);
    await step();
    expect((await pushed.texts()).at(-1)).toEqual(['sms', '+4791111111', 'queued', null]);
  });

  test('is withdrawn when somebody takes it before the message has left', async () => {
    await pushed.subscribe('phone');
    await pushed.sharing.tell(pushed.byPush());
    await step();
    await pushed.act('claim');
    await deliver();
    expect(reached()).toEqual([]);
    expect(await pushed.texts()).toEqual([['push', 'Chrome, Android', 'failed', 'withdrawn']]);
  });

  test('stays on the timeline with its result when the outbox is emptied', async () => {
    const { sharing } = pushed;
    await pushed.subscribe('phone');
    await pushed.tellAndDeliver(pushed.byPush());
    sharing.clock.advance(31 * 86_400_000);
    await sharing.run(retention, { cautiousNow: async () => sharing.clock.now() });
    expect(await sharing.texts()).toEqual([]);
    const later = await sharing.server.loginAs({ userId: sharing.nurseId });
    expect(await pushed.timeline(later)).toEqual([['Siv Strand, Chrome, Android', 'pushSent', null]]);
  });

  test('waits in the outbox while push messages are not configured, and leaves when they are', async () => {
    await pushed.subscribe('phone');
    await pushed.sharing.tell(pushed.byPush());
    await step();
    await pushed.sharing.run(messageDelivery.push);
    expect(await pushed.texts()).toEqual([['push', 'Chrome, Android', 'queued', null]]);
    await deliver();
    expect(reached()).toEqual(['phone']);
  });
});

describe('a push message whose process was killed', () => {
  /** The outbox as it was left: the message was taken for a minute, and nothing of the answer was stored. */
  async function killedWhileSending(isAccepted: boolean): Promise<void> {
    await pushed.subscribe('phone');
    await pushed.sharing.tell(pushed.byPush(), ola);
    await step();
    const [queued] = await db().select().from(outbox);
    if (queued === undefined) throw new Error('nothing was queued');
    if (isAccepted) await deliver();
    const nextTryAt = new Date(pushed.sharing.clock.now() + waitMs);
    await db()
      .update(outbox)
      .set({ ...queued, tries: 1, nextTryAt });
  }

  test.each([
    ['before the push service had it leaves once', false, ['phone']],
    ['after the push service had taken it leaves a second time', true, ['phone', 'phone']],
  ] as const)('%s, and stands once on the timeline and in the browser', async (_, isAccepted, expected) => {
    await killedWhileSending(isAccepted);
    const { clock } = pushed.sharing;
    clock.advance(waitMs - 1);
    await deliver();
    expect(reached()).toEqual(isAccepted ? ['phone'] : []);
    clock.advance(1);
    await deliver();
    expect(reached()).toEqual(expected);
    // A browser shows one notification of a tag, and its service keeps one message of a topic.
    const { alarmId } = pushed.sharing;
    for (const { message, headers } of pushed.service.taken)
      expect([message.options.tag, headers.topic]).toEqual([`alarm-${alarmId}`, `alarm-${alarmId}`]);
    expect(await pushed.timeline()).toEqual([['Siv Strand, Chrome, Android', 'pushSent', null]]);
  });
});

describe.runIf(process.env.VARDE_TEST_POSTGRES !== undefined)('a browser that its user removes', () => {
  /** Removes the browser `phone` while the work waits for it. */
  async function removedDuring(work: () => Promise<void>): Promise<void> {
    const [locked, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const phone = sql`endpoint like '%/phone'`;
    const removed = db().transaction(async (tx) => {
      await tx.execute(sql`select from push_browsers where ${phone} for update`);
      locked.resolve();
      await waiting.promise;
      await tx.delete(pushBrowsers).where(phone);
    });
    await locked.promise;
    const done = work();
    const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => queryRows(db(), waits)).toHaveLength(1);
    waiting.resolve();
    await Promise.all([removed, done]);
  }

  test('while an alarm is told keeps it from no other browser', async () => {
    await pushed.subscribe('phone');
    await pushed.subscribe('office');
    await pushed.sharing.tell(pushed.byPush());
    await removedDuring(step);
    await deliver();
    expect(reached()).toEqual(['office']);
  });

  test('while a message leaves does not get it, and the next receiver is told at once', async () => {
    await pushed.subscribe('phone');
    await pushed.sharing.tell(pushed.byPush(), ola);
    await step();
    await removedDuring(deliver);
    await step();
    expect(reached()).toEqual([]);
    expect(await pushed.texts()).toEqual([
      ['push', 'Chrome, Android', 'failed', 'noBrowser'],
      ['sms', ola.mobile, 'queued', null],
    ]);
  });
});
