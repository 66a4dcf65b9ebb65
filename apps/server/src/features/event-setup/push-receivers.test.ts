import { type ReceiverChannel, receiverChannels } from '@varde/contract/event-setup-form';
import { messagesIn } from '@varde/testing/messages';
import { PushedAlarm } from '@varde/testing/pushed-alarm';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { devices } from '#domain/devices/tables.ts';
import { findUnreached, isUnreached } from '#domain/notifications/unreached.ts';

let pushed: PushedAlarm;
beforeAll(async () => {
  pushed = await PushedAlarm.open();
});
afterAll(() => pushed.sharing.close());
beforeEach(() => pushed.renew());
afterEach(() => pushed.end());

const rules = { events: [], hours: null, waitSeconds: 60 };
const path = () => `/ajax/eventSetup/devices/${pushed.sharing.deviId}`;
const call = (method: 'GET' | 'POST' | 'PUT', at = '', body?: object) =>
  pushed.sharing.server.call(method, `${path()}${at}`, { as: pushed.sharing.as.nurse, body });
async function put(receiver: object, rev?: number) {
  const known = rev ?? (await call('GET')).body.rev;
  return call('PUT', '', { rev: known, receivers: [{ ...rules, ...receiver }] });
}
const siv = (...channels: string[]) => ({
  ...{ userId: pushed.sharing.nurseId, name: 'Siv', mobile: null, email: null, channels },
});
const reason = async () => (await call('GET')).body.receivers[0].leftOut;
const working: ReadonlySet<ReceiverChannel> = new Set(receiverChannels);
const reachesNobody = async () => {
  const { server, clock, deviId } = pushed.sharing;
  const unreached = await findUnreached(server.db, 'all', { at: new Date(clock.now()), working });
  const rows = await server.db
    .select()
    .from(devices)
    .where(and(eq(devices.deviId, deviId), isUnreached(unreached)));
  return rows.length > 0;
};

describe('a receiver who gets push messages', () => {
  test('is a user of Varde', async () => {
    const other = { name: 'Ola', mobile: '+4791111111', email: null, channels: ['sms', 'push'] };
    expect(await put(other)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'receivers.0.channels', message: 'push messages go to users only' }] },
    });
    expect((await put(siv('push'))).status).toBe(200);
  });

  test('is told once there is a browser; until then the alarm reaches nobody, which the list says', async () => {
    await put(siv('push'));
    expect([await reason(), await reachesNobody()]).toEqual(['noBrowser', true]);
    await pushed.subscribe('theirs', pushed.sharing.as.manager);
    expect([await reason(), await reachesNobody()]).toEqual(['noBrowser', true]);
    await pushed.subscribe('phone');
    expect([await reason(), await reachesNobody()]).toEqual([null, false]);
    expect((await call('GET')).body.receivers).toMatchObject([{ hasBrowser: true }]);
  });

  test.each([
    [['sms'], 'noNumber'],
    [['sms', 'call'], 'noNumber'],
    [['sms', 'push'], 'noBrowser'],
    [['push', 'email'], null],
    [['email'], null],
  ])('without a number and a browser is left out of %j because of %s', async (channels, expected) => {
    await put(siv(...channels));
    expect(await reason()).toBe(expected);
  });

  test('is chosen among users, of whom it is known whether they have a browser', async () => {
    await pushed.subscribe('phone');
    const { users } = (await call('GET', '/users')).body;
    const { nurseId } = pushed.sharing;
    expect(users.length).toBeGreaterThan(1);
    for (const user of users as { userId: number; hasBrowser: boolean }[])
      expect([user.userId, user.hasBrowser]).toEqual([user.userId, user.userId === nurseId]);
  });
});

describe('a test of a list', () => {
  test('goes to each browser of a user, in the language of the user, and says that it is none', async () => {
    await pushed.subscribe('phone');
    await pushed.subscribe('office', pushed.sharing.as.nurse, 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0');
    await put(siv('push'));
    const { status, body } = await call('POST', '/tests');
    expect(status).toBe(200);
    const waiting = {
      testId: expect.any(Number),
      name: 'Siv Strand',
      channel: 'push',
      reason: null,
      leftOut: null,
    };
    const messages = ['Firefox, Windows', 'Chrome, Android'].map((recipient) => ({ ...waiting, recipient }));
    expect(body).toMatchObject({
      messages: messages.map((one) => ({ ...one, state: 'queued' })),
    });
    await pushed.deliver();
    expect((await call('GET', '/tests')).body.messages).toEqual(messages.map((one) => ({ ...one, state: 'sent' })));
    expect(pushed.service.taken.map(({ browser }) => browser).sort()).toEqual(['office', 'phone']);
    expect(pushed.service.taken[0]?.message).toMatchObject({
      title: 'Prøve fra Varde',
      options: {
        ...{ tag: 'test', data: { path: '/' }, lang: 'nb' },
        body: expect.stringMatching(/Astrid Lie.*Ingen alarm er utløst/),
      },
    });
  });

  test('says of a user without a browser that there is none', async () => {
    await put(siv('push', 'email'));
    const { messages } = (await call('POST', '/tests')).body;
    expect(messages).toMatchObject([
      { channel: 'email', state: 'queued' },
      { channel: 'push', recipient: '', state: 'failed', reason: 'noBrowser' },
    ]);
  });

  test('that has not left within an hour is not sent any more', async () => {
    await pushed.subscribe('phone');
    await put(siv('push'));
    await call('POST', '/tests');
    pushed.sharing.clock.advance(3_600_001);
    await pushed.deliver();
    expect(pushed.service.taken).toEqual([]);
    expect(await messagesIn(pushed.sharing.server.db)).toMatchObject([
      { state: 'failed', reason: 'withdrawn', content: null },
    ]);
  });
});
