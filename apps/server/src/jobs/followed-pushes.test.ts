import { createUser } from '@varde/testing/factories';
import { PushedAlarm } from '@varde/testing/pushed-alarm';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userPolicies } from '#domain/accounts/tables.ts';
import { pushedAlarms } from '#domain/notifications/tables.ts';
import { queryRows } from '#platform/database/database.ts';

let pushed: PushedAlarm;
let colleague: { userId: number; token: string };
beforeAll(async () => {
  pushed = await PushedAlarm.open();
});
afterAll(() => pushed.sharing.close());
beforeEach(async () => {
  await pushed.renew();
  const { server, homes } = pushed.sharing;
  const user = await createUser(server.db, { role: 'RESTRICTED_USER', custId: homes.mine });
  colleague = { userId: user.userId, token: await server.loginAs(user) };
  await pushed.rename(colleague.token, 'Per', 'Berg');
  await pushed.subscribe('phone');
});
afterEach(() => pushed.end());

const title = 'Alarmknapp: Astrid Lie';
const latest = () => pushed.service.taken.at(-1);
const deliver = () => pushed.deliver();
const begin = () => pushed.tellAndDeliver(pushed.byPush());

describe('what a browser shows of an alarm', () => {
  test('is replaced without a sound when somebody has taken it, once, by who has it', async () => {
    await begin();
    await pushed.act('claim');
    await deliver();
    await deliver();
    const tag = `alarm-${pushed.sharing.alarmId}`;
    expect(pushed.service.taken).toHaveLength(2);
    expect(latest()?.message).toMatchObject({
      title,
      options: {
        ...{ body: 'Siv Strand har tatt alarmen.', tag, silent: true },
        ...{ renotify: false, requireInteraction: false },
      },
    });
    expect(latest()?.headers).toMatchObject({ urgency: 'normal', topic: tag });
    expect(await pushed.timeline()).toHaveLength(1);
    expect((await pushed.sharing.texts()).map(({ content }) => content)).toEqual([null, null]);
  });

  test('is told again when it is given back, and replaced again when somebody else takes it', async () => {
    const { sharing } = pushed;
    await begin();
    await pushed.act('claim');
    await deliver();
    await pushed.act('release', { body: { claimedBy: sharing.nurseId } });
    await pushed.step();
    await deliver();
    expect(latest()?.message).toMatchObject({ title, options: { silent: false, requireInteraction: true } });
    sharing.clock.advance(1000);
    await pushed.act('claim', { as: colleague.token });
    await deliver();
    expect(latest()?.message.options.body).toBe('Per Berg har tatt alarmen.');
    expect(pushed.service.taken).toHaveLength(4);
  });

  test('names who confirms a hand-over, and is left alone until then', async () => {
    const { sharing } = pushed;
    await begin();
    await pushed.act('claim');
    await pushed.act('hand-over', { body: { claimedBy: sharing.nurseId, userId: colleague.userId } });
    await deliver();
    expect(pushed.service.taken).toHaveLength(1);
    await pushed.act('claim', { as: colleague.token });
    await deliver();
    expect(latest()?.message.options.body).toBe('Per Berg har tatt alarmen.');
  });

  test('says that it is over after the reset, and nothing more; a reset that is undone tells it anew', async () => {
    await begin();
    expect((await pushed.sharing.reset()).status).toBe(200);
    await deliver();
    await deliver();
    expect(pushed.service.taken).toHaveLength(2);
    expect(latest()?.message).toMatchObject({
      title,
      options: { body: 'Alarmen er avsluttet.', silent: true },
    });
    expect(await pushed.sharing.server.db.select().from(pushedAlarms)).toEqual([]);
    expect((await pushed.act('reopen')).status).toBe(200);
    await pushed.step();
    await deliver();
    expect(latest()?.message).toMatchObject({ title, options: { requireInteraction: true } });
  });

  test('is replaced also when the answer of the service was lost: the browser may show it', async () => {
    pushed.service.answers.set('phone', (response) => void response.destroy());
    await begin();
    pushed.service.answers.clear();
    await pushed.act('claim');
    await deliver();
    expect(latest()?.message.options.body).toBe('Siv Strand har tatt alarmen.');
  });

  test('is not replaced for a user who may not handle it any more', async () => {
    const { server, as, nurseId } = pushed.sharing;
    await begin();
    await pushed.act('claim', { as: as.manager });
    await server.db.delete(userPolicies).where(eq(userPolicies.userId, nurseId));
    await deliver();
    expect(pushed.service.taken).toHaveLength(1);
  });

  test('is not replaced any more when the service has not taken the message within an hour', async () => {
    await begin();
    await pushed.act('claim');
    pushed.answer('phone', 500);
    await deliver();
    pushed.sharing.clock.advance(60 * 60_000);
    await deliver();
    expect((await pushed.texts()).at(-1)).toEqual(['push', 'Chrome, Android', 'queued', expect.anything()]);
    pushed.sharing.clock.advance(1);
    await deliver();
    expect((await pushed.texts()).at(-1)).toEqual(['push', 'Chrome, Android', 'failed', 'withdrawn']);
  });
});

test.runIf(process.env.VARDE_TEST_POSTGRES !== undefined)(
  'a browser that its user removes while its message is replaced fails neither of the two',
  async () => {
    const { server, as } = pushed.sharing;
    await begin();
    await pushed.act('claim');
    const [{ browserId }] = (await server.call('GET', '/ajax/push', { as: as.nurse })).body.browsers;
    const waiting = (count: number) =>
      expect
        .poll(() => queryRows(server.db, sql`select distinct pid from pg_locks where not granted`))
        .toHaveLength(count);
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const held = server.db.transaction(async (tx) => {
      await tx.execute(sql`lock table outbox in exclusive mode`);
      await promise;
    });
    const delivered = deliver();
    await waiting(1);
    const removed = server.call('DELETE', `/ajax/push/browsers/${browserId}`, { as: as.nurse });
    await waiting(2);
    release();
    await Promise.all([held, delivered]);
    expect((await removed).status).toBe(200);
  },
);
