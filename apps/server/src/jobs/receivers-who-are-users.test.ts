import { alarmEventNumber } from '@varde/catalogue/alarm-events';
import type { AlarmEvent } from '@varde/contract/alarms';
import { numberFaults } from '@varde/contract/event-setup-form';
import { createUser } from '@varde/testing/factories';
import { mailsIn } from '@varde/testing/messages';
import { type Answer, SharedAlarm } from '@varde/testing/shared-alarm';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consents, users } from '#domain/accounts/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { devices } from '#domain/devices/tables.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { notificationSteps } from './notification-steps.ts';

const replyKey = 'a-secret-of-our-own-4711';
const lost = 'Du har ikke lenger tilgang til alarmer i Varde.';
const numbers = { kari: '+4791111111', duty: '+4792222222', per: '+4793333333' };
const person = (name: string, mobile: string, waitSeconds = 60) => ({
  ...{ name, mobile, email: null, events: [], channels: ['sms'], hours: null, waitSeconds },
});
const kari = person('Kari Vakt', numbers.kari);
const per = person('Per Vakt', numbers.per);

let sharing: SharedAlarm;
let duty: number;
let dutyName: string;

beforeAll(async () => {
  sharing = await SharedAlarm.open({
    VARDE_SMS_PROVIDER: '46elks',
    VARDE_SMS_URL: 'https://u:p@api.46elks.example/a1/sms',
    VARDE_SMS_FROM: '+4759440000',
    VARDE_SMS_REPLY_KEY: replyKey,
    VARDE_CALL_URL: 'https://gateway.example/calls',
    VARDE_PUBLIC_URL: 'https://varde.example',
  });
});
afterAll(() => sharing.close());
beforeEach(async () => {
  await sharing.renew();
  ({ userId: duty } = await newUser(sharing.homes.mine, numbers.duty));
  const [{ firstName, lastName } = { firstName: '', lastName: '' }] = await sharing.server.db
    .select()
    .from(users)
    .where(eq(users.userId, duty));
  dutyName = `${firstName} ${lastName}`;
});

async function newUser(custId: number, mobile: string) {
  const user = await createUser(sharing.server.db, { role: 'RESTRICTED_USER', custId });
  await sharing.server.db.update(users).set({ mobile }).where(eq(users.userId, user.userId));
  return user;
}
/** Somebody on a list by account; what is sent of name, number and address does not count. */
const account = (userId: number, more: object = {}) => ({ ...person('-', '12345'), userId, ...more });
const save = (receivers: object[]): Promise<Answer> =>
  sharing.server.call('PUT', `/ajax/eventSetup/devices/${sharing.deviId}`, {
    ...{ as: sharing.as.nurse, body: { rev: 0, receivers } },
  });
async function raise(...receivers: object[]): Promise<void> {
  expect((await save(receivers)).status).toBe(200);
  await sharing.server.db.transaction((tx) => startChains(tx, [sharing.alarmId], sharing.clock.now()));
  await step();
}
const step = () => sharing.run(notificationSteps);
async function minuteLater(): Promise<void> {
  sharing.clock.advance(60_000);
  await step();
}
const told = async () => (await sharing.texts()).map(({ recipient }) => recipient);
const asManager = (method: 'PUT' | 'DELETE' | 'POST', path: string, body?: object): Promise<Answer> =>
  sharing.server.call(method, `/ajax/users/${duty}${path}`, {
    ...{ as: sharing.as.manager },
    ...(body !== undefined && { body }),
  });
const move = (custId: number) => asManager('PUT', '/policies', { policies: [{ role: 'RESTRICTED_USER', custId }] });
const alarm = async () =>
  (await sharing.server.call('GET', `/ajax/alarms/${sharing.alarmId}`, { as: sharing.as.nurse })).body;
async function timeline(as = sharing.as.nurse): Promise<AlarmEvent[]> {
  const { body } = await sharing.server.call('GET', `/ajax/alarms/analysis/${sharing.tranId}`, { as });
  return body.alarms[0].events;
}
const skipped = (events: AlarmEvent[]) =>
  events.flatMap(({ number, why }) => (why?.skipped.length ? [[number, why.skipped]] : []));
const { notified, notificationEnded } = alarmEventNumber;

const ways: [string, string, () => Promise<Answer>][] = [
  ['was deactivated', 'deactivated', () => asManager('PUT', '/activation', { active: false })],
  ['was deleted', 'deleted', () => asManager('DELETE', '')],
  ['has moved to another customer', 'noAccess', () => move(sharing.homes.other)],
];

describe('a receiver who is a user', () => {
  test('is told by the number that the account has when the turn comes', async () => {
    await raise(kari, account(duty));
    const mobile = '+4794444444';
    await sharing.server.db.update(users).set({ mobile }).where(eq(users.userId, duty));
    await minuteLater();
    expect(await told()).toEqual([numbers.kari, mobile]);
    expect((await timeline()).at(-1)).toMatchObject({ party: `${dutyName}, ${mobile}` });
  });

  test.each(ways)(
    'and %s meanwhile gets nothing: the next one is told at once, and the timeline says why',
    async (_what, reason, end) => {
      await raise(kari, account(duty), per);
      expect((await end()).status).toBeLessThan(300);
      await minuteLater();
      expect(await told()).toEqual([numbers.kari, numbers.per]);
      expect(skipped(await timeline())).toEqual([[notified, [{ name: dutyName, reason }]]]);
      expect(JSON.stringify(await timeline())).not.toContain(numbers.duty);
      expect(skipped(await timeline(sharing.as.tracker)), 'who may not handle alarms').toEqual([]);
    },
  );

  test.each(ways)('and %s as the last one on the list ends it at once', async (_what, reason, end) => {
    await raise(kari, account(duty));
    await end();
    await minuteLater();
    expect(await told()).toEqual([numbers.kari]);
    expect((await timeline()).at(-1)).toMatchObject({
      ...{ number: notificationEnded, result: 'exhausted' },
      why: { skipped: [{ name: dutyName, reason }] },
    });
  });

  test('and lost the number meanwhile is told by e-mail alone, or passed over', async () => {
    await raise(kari, account(duty, { channels: ['sms', 'email'] }));
    await sharing.server.db.update(users).set({ mobile: null }).where(eq(users.userId, duty));
    await minuteLater();
    expect([await told(), await sharing.mails()]).toMatchObject([[numbers.kari], [{ template: 'alarm' }]]);
    await minuteLater();
    const without = account(duty);
    await sharing.server.call('DELETE', `/ajax/eventSetup/devices/${sharing.deviId}`, {
      as: sharing.as.nurse,
    });
    await raise(without);
    expect((await timeline()).at(-1)).toMatchObject({
      ...{ result: 'nobody', why: { skipped: [{ name: dutyName, reason: 'noNumber' }] } },
    });
  });

  test('and got the access back before the turn came is told', async () => {
    await raise(kari, account(duty), per);
    await move(sharing.homes.other);
    await sharing.server.db.transaction((tx) => startChains(tx, [sharing.alarmId], sharing.clock.now()));
    await move(sharing.homes.mine);
    await minuteLater();
    expect(await told()).toEqual([numbers.kari, numbers.duty]);
  });

  test('of another customer is refused on the list, and one who moved there after it was saved gets nothing', async () => {
    const stranger = await newUser(sharing.homes.other, '+4795555555');
    const refused = await save([kari, account(stranger.userId)]);
    expect(refused).toMatchObject({
      ...{ status: 400, body: { errors: [{ path: 'receivers.1.userId' }] } },
    });
    await raise(account(duty));
    expect(await told()).toEqual([numbers.duty]);
    await move(sharing.homes.other);
    sharing.clock.advance(60_000);
    await step();
    await sharing.server.db.transaction((tx) => startChains(tx, [sharing.alarmId], sharing.clock.now()));
    await step();
    expect(await told()).toEqual([numbers.duty]);
    expect((await timeline()).at(-1)).toMatchObject({ number: notificationEnded, result: 'nobody' });
  });

  test('may handle alarms of the customer of the alarm, not of the one that has the device by now', async () => {
    const { db } = sharing.server;
    await raise(kari, account(duty));
    await db.update(devices).set({ custId: sharing.homes.other }).where(eq(devices.deviId, sharing.deviId));
    await minuteLater();
    expect(await told()).toEqual([numbers.kari, numbers.duty]);
  });
});

describe('an answer of a receiver who is a user', () => {
  const post = async (url: string, fields: Record<string, string>): Promise<string> => {
    const answer = await sharing.server.app.http.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
    return answer.body;
  };
  const bySms = (message: string) =>
    post(`/ajax/sms-replies/${replyKey}`, {
      ...{ direction: 'incoming', id: 's7', from: numbers.duty, to: '+4759440000', message },
    });
  const byKey = async (key: string): Promise<string> => {
    const call = (await sharing.texts()).find(({ channel }) => channel === 'call');
    const fields: Record<string, string> = key === '' ? {} : { key };
    return JSON.parse(await post(`/ajax/calls/${call?.reportToken}`, fields)).say;
  };
  const token = async () => sharing.tokenIn((await sharing.texts())[0]?.content);

  test('takes the alarm by SMS, by key and by link while the account may handle it', async () => {
    await raise(account(duty, { channels: ['sms', 'call'] }));
    const link = await token();
    expect(await bySms('1')).toContain('Du har tatt alarmen');
    expect(await alarm()).toMatchObject({ state: 'claimed', claimedBy: { name: dutyName } });
    await bySms('2');
    expect(await byKey('1')).toContain('Du har tatt alarmen');
    await bySms('2');
    expect((await sharing.answer(link, 'taken')).body.alarm.receipt.answer).toBe('taken');
  });

  test('[D3.057] is of Varde on the timeline, told, answering or giving back; anybody else is private', async () => {
    await raise(account(duty, { waitSeconds: 0 }), kari);
    for (const answer of ['1', '2']) {
      sharing.clock.advance(1000);
      await bySms(answer);
    }
    const { receiverTook, receiverGaveBack } = alarmEventNumber;
    const about = (await timeline()).filter(({ party }) => party !== null);
    expect(about.map(({ number, header, party }) => [number, header, party?.split(',')[0]])).toEqual([
      [notified, 103, dutyName],
      [notified, 102, 'Kari Vakt'],
      [receiverTook, 103, dutyName],
      [receiverGaveBack, 103, dutyName],
    ]);
  });

  test.each(ways)('who %s since changes nothing and tells nothing', async (_what, _reason, end) => {
    await raise(account(duty, { channels: ['sms', 'call'] }), kari);
    const link = await token();
    await end();
    expect([await bySms('1'), await byKey(''), await byKey('1')]).toEqual([lost, lost, lost]);
    for (const answer of ['taken', 'declined']) expect((await sharing.answer(link, answer)).status).toBe(410);
    expect((await sharing.open(link)).status).toBe(410);
    expect(await bySms('2')).toBe(lost);
    expect(await alarm()).toMatchObject({ state: 'open', claimedBy: null });
    await step();
    expect(await told(), 'a refusal does not hurry the next one').not.toContain(numbers.kari);
  });

  test('who took the alarm and lost the access is refused the giving back, and users release it', async () => {
    await raise(account(duty));
    await bySms('1');
    await move(sharing.homes.other);
    expect(await bySms('2')).toBe(lost);
    expect(await alarm()).toMatchObject({ state: 'claimed', claimedBy: { name: dutyName } });
    const { as } = sharing;
    const { alarms } = (await sharing.server.call('GET', '/ajax/alarms', { as: as.nurse })).body;
    const body = { claimedBy: null, claimedAttempt: alarms[0].claimedBy.attemptId };
    const path = `/ajax/alarms/${sharing.alarmId}/release`;
    expect((await sharing.server.call('POST', path, { as: sharing.as.nurse, body })).status).toBe(200);
  });
});

test('the test of a list names everybody whom it leaves out, whatever the reason is', async () => {
  const { userId: mute } = await newUser(sharing.homes.mine, numbers.duty);
  const at = new Date(sharing.clock.now());
  const record = { kind: 'sms', state: 'withdrawn' as const, saidAt: at, recordedAt: at };
  await sharing.server.db
    .insert(consents)
    .values({ ...record, userId: mute, custId: sharing.homes.mine, recordedBy: sharing.nurseId });
  await save([kari, account(duty, { channels: ['push'] }), account(mute)]);
  const path = `/ajax/eventSetup/devices/${sharing.deviId}/tests`;
  const { status, body } = await sharing.server.call('POST', path, { as: sharing.as.nurse });
  expect(status).toBe(200);
  expect(body.messages.map(({ leftOut }: { leftOut: string | null }) => leftOut)).toEqual([
    null,
    'noBrowser',
    'noConsent',
  ]);
});

describe('a user is refused on a list', () => {
  const numberOf = (deviId: number) =>
    sharing.server.db.update(devices).set({ formattedPhoneNumE164: '+4759000001' }).where(eq(devices.deviId, deviId));
  test.each([
    ['with a premium number', '+4782900000', ['call'], 'premium'],
    ['with a landline for SMS', '+4722222222', ['sms'], 'noSms'],
    ['with the number of the device', '+4759000001', ['call'], 'ofDevice'],
    ['with the number that Varde sends from', '+4759440000', ['sms'], 'ofVarde'],
  ] as const)('%s, and taken with e-mail alone', async (_, mobile, channels, reason) => {
    await numberOf(sharing.deviId);
    await sharing.server.db.update(users).set({ mobile }).where(eq(users.userId, duty));
    const { status, body } = await save([kari, account(duty, { channels: [...channels, 'email'] })]);
    expect([status, body.errors]).toEqual([400, [{ path: 'receivers.1.mobile', message: numberFaults[reason] }]]);
    expect((await save([kari, account(duty, { channels: ['email'] })])).status).toBe(200);
  });
});

describe('a receiver who has withdrawn a consent', () => {
  const says = (kind: 'sms' | 'email' | 'positions', state: 'given' | 'withdrawn', minutesAgo = 0) => {
    const at = new Date(sharing.clock.now() - minutesAgo * 60_000);
    const record = { kind, state, saidAt: at, recordedAt: at, recordedBy: sharing.nurseId };
    return sharing.server.db.insert(consents).values({ userId: duty, custId: sharing.homes.mine, ...record });
  };
  const setUp = async () =>
    (await sharing.server.call('GET', `/ajax/eventSetup/devices/${sharing.deviId}`, { as: sharing.as.nurse })).body;

  test('to SMS gets none: the next one is told at once, and list and timeline say why', async () => {
    await says('sms', 'withdrawn');
    await raise(account(duty), kari);
    expect(await told()).toEqual([numbers.kari]);
    expect(skipped(await timeline())).toEqual([[notified, [{ name: dutyName, reason: 'noConsent' }]]]);
    expect((await setUp()).receivers).toMatchObject([
      { leftOut: 'noConsent', withdrawn: ['sms'] },
      { leftOut: null, withdrawn: [] },
    ]);
  });

  test('between two steps gets none either, and is called where that was chosen as well', async () => {
    await raise(kari, account(duty, { channels: ['sms', 'call'] }), per);
    await says('sms', 'withdrawn');
    await minuteLater();
    const texts = await sharing.texts();
    expect(texts.map(({ recipient, channel }) => [recipient, channel])).toEqual([
      [numbers.kari, 'sms'],
      [numbers.duty, 'call'],
    ]);
  });

  test('to e-mail is told by SMS alone', async () => {
    await says('email', 'withdrawn');
    await raise(account(duty, { channels: ['sms', 'email'] }));
    expect(await told()).toEqual([numbers.duty]);
    const mails = await mailsIn(sharing.server.db);
    expect(mails.filter(({ alarmId }) => alarmId !== null)).toEqual([]);
  });

  test('and given it again, said something of another kind, or withdrawn that of another one, is told', async () => {
    await says('sms', 'withdrawn', 2);
    await says('sms', 'given', 1);
    await says('positions', 'withdrawn');
    await sharing.server.db.insert(consents).values({
      ...{ userId: sharing.nurseId, custId: sharing.homes.mine, kind: 'sms', state: 'withdrawn' as const },
      ...{ saidAt: new Date(sharing.clock.now()), recordedAt: new Date(sharing.clock.now()) },
      recordedBy: sharing.nurseId,
    });
    await raise(account(duty));
    expect(await told()).toEqual([numbers.duty]);
  });

  test('reaches nobody when no one else is on the list: the list of devices finds it, and its test tells nobody', async () => {
    expect((await save([account(duty)])).status).toBe(200);
    const test = () =>
      sharing.server.call('POST', `/ajax/eventSetup/devices/${sharing.deviId}/tests`, {
        as: sharing.as.nurse,
      });
    const unreached = async () => {
      const path = '/ajax/devices?reachesNobody=1';
      return (await sharing.server.call('GET', path, { as: sharing.as.nurse })).body.devices.length;
    };
    expect(await unreached()).toBe(0);
    await says('sms', 'withdrawn');
    expect(await unreached()).toBe(1);
    expect(await test()).toMatchObject({ status: 409, body: { code: 'nobodyToTell' } });
    expect(await told()).toEqual([]);
  });
});

test('the place is left out from when the wearer withdraws the consent, also between two steps', async () => {
  const { db } = sharing.server;
  await raise(kari, per);
  await db.insert(consents).values({
    assignmentId: await presentAssignmentId(db, sharing.deviId),
    ...{ custId: sharing.homes.mine, kind: 'positions', state: 'withdrawn', recordedBy: sharing.nurseId },
    ...{ saidAt: new Date(sharing.clock.now()), recordedAt: new Date(sharing.clock.now()) },
  });
  await minuteLater();
  const [first, second] = (await sharing.texts()).map(({ content }) => content);
  expect(first).toContain('Stue');
  expect(second).toContain('Astrid Lie');
  expect(second).not.toContain('Stue');
});
