import { createAlarm, createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { SharedAlarm } from '@varde/testing/shared-alarm';
import { answerBySms, smsAnswers, tellByAnswerableSms } from '@varde/testing/sms-answers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userPolicies, users } from '#domain/accounts/tables.ts';
import { customers } from '#domain/customers/tables.ts';
import { outbox } from '#domain/messages/tables.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { notificationAttempts, notificationLists } from '#domain/notifications/tables.ts';
import { dayMs } from '../../jobs/job.ts';
import { retention } from '../../jobs/retention.ts';

const number = '+4791111111';
const kari = {
  ...{ name: 'Kari Vakt', mobile: number, email: null, channels: ['sms'] },
  ...{ events: [], hours: null, waitSeconds: 60 },
};

let sharing: SharedAlarm;
/** Of an organisation that has nothing to do with the one of the alarm. */
let theirs: { custId: number; manager: string; alarmId: number };
beforeAll(async () => {
  sharing = await SharedAlarm.open(smsAnswers);
});
afterAll(() => sharing.close());
beforeEach(async () => {
  await sharing.renew();
  await sharing.server.db.update(customers).set({ firmName: 'Solvik kommune' });
  theirs = await another('Vik Alarm');
});

async function another(firmName: string, parentId: number | null = null) {
  const { db } = sharing.server;
  const custId = await createCustomer(db, { firmName, parentId });
  const { deviId } = await createDevice(db, { custId });
  const manager = await managerOf(custId);
  return { custId, manager, alarmId: await createAlarm(db, { deviId, custId, at: now() }) };
}
const managerOf = async (custId: number) =>
  sharing.server.loginAs(await createUser(sharing.server.db, { role: 'SUPERFIRM', custId }));
/** After that time managers log in again. */
async function later(ms: number): Promise<void> {
  sharing.clock.advance(ms);
  sharing.as.manager = await managerOf(sharing.homes.city);
  theirs.manager = await managerOf(theirs.custId);
}
const now = () => new Date(sharing.clock.now());
const ofCustomer = (custId: number) => `/ajax/eventSetup/customers/${custId}`;
const ofDevice = () => `/ajax/eventSetup/devices/${sharing.deviId}`;
/** The whole list is saved as in the console. */
async function save(path: string, as: string, receivers: object[]) {
  const { rev } = (await sharing.server.call('GET', path, { as })).body;
  const saved = await sharing.server.call('PUT', path, { as, body: { rev, receivers, repeats: 0 } });
  expect(saved.status).toBe(200);
  return saved.body;
}
const saveOurs = (...receivers: object[]) => save(ofDevice(), sharing.as.manager, receivers);
const saveTheirs = (...receivers: object[]) => save(ofCustomer(theirs.custId), theirs.manager, receivers);
const removeTheirs = () => sharing.server.call('DELETE', ofCustomer(theirs.custId), { as: theirs.manager });
const waits = async () =>
  (await sharing.server.call('GET', ofDevice(), { as: sharing.as.manager })).body.receivers[0].isUnconfirmed;
const theyWait = async () =>
  (await sharing.server.call('GET', ofCustomer(theirs.custId), { as: theirs.manager })).body.receivers[0].isUnconfirmed;

/** The alarm is told once more, from the beginning of its list. Resolves to how many messages about it left. */
async function tell(alarmId = sharing.alarmId): Promise<number> {
  const { db } = sharing.server;
  const before = (await attempts(alarmId)).length;
  sharing.clock.advance(120_000);
  await db.transaction((tx) => startChains(tx, [alarmId], sharing.clock.now()));
  await tellByAnswerableSms(sharing);
  await db.update(outbox).set({ state: 'sent' }).where(eq(outbox.state, 'queued'));
  for (let steps = 0; steps < 2; steps++) {
    sharing.clock.advance(120_000);
    await tellByAnswerableSms(sharing);
  }
  return (await attempts(alarmId)).length - before;
}
const attempts = (alarmId: number) =>
  sharing.server.db.select().from(notificationAttempts).where(eq(notificationAttempts.alarmId, alarmId));
const questions = async () =>
  (await sharing.texts()).flatMap(({ recipient, content }) => {
    const token = /confirm_number\/(\S+)/.exec(content ?? '')?.[1];
    return token === undefined ? [] : [{ recipient, content, token }];
  });
const token = async () => (await questions()).at(-1)?.token ?? '';
const open = (of: string) => sharing.server.call('GET', `/ajax/confirm-number/${of}`, {});
const confirm = (of: string) => sharing.server.call('POST', `/ajax/confirm-number/${of}`, {});

test('an approved organisation may enter more numbers of alarm centres that others use than are asked in a day, which is twenty', async () => {
  const north = await another('Nord Alarm');
  const centre = (first: number) =>
    Array.from({ length: 15 }, (_, n) => ({ ...kari, mobile: `+479300${1000 + first + n}` }));
  await saveTheirs(...centre(0));
  await save(ofCustomer(north.custId), north.manager, centre(50));
  await saveOurs(...centre(0));
  expect((await saveOurs(...centre(50))).receivers).toHaveLength(15);
  expect(await questions()).toHaveLength(20);
});

describe('a number on the list of a firm that registered itself, and that nobody has approved', () => {
  beforeEach(() =>
    sharing.server.db.update(customers).set({ approved: false }).where(eq(customers.custId, theirs.custId)),
  );

  test('is nobody’s before who has it confirms it: an organisation that comes later is not limited', async () => {
    await saveTheirs(kari);
    expect(await theyWait()).toBe(false);
    expect(await questions()).toMatchObject([{ recipient: number }]);
    expect(await saveOurs(kari)).toMatchObject({ receivers: [{ isUnconfirmed: false }] });
    expect(await tell()).toBe(1);
    expect(await tell()).toBe(1);
    expect(await theyWait()).toBe(true);
  });

  const strangers = (count: number, first = 0) =>
    Array.from({ length: count }, (_, n) => ({ ...kari, mobile: `+47920${String(first + n).padStart(5, '0')}` }));
  const refused = async (path: string, as: string, receivers: object[]) => {
    const { rev } = (await sharing.server.call('GET', path, { as })).body;
    const { status, body } = await sharing.server.call('PUT', path, { as, body: { rev, receivers, repeats: 0 } });
    return status === 200 ? null : body.code;
  };
  const theirList = () => ofCustomer(theirs.custId);

  test('is one of twenty in a day, whoever enters them there and on whichever lists; tomorrow there are more', async () => {
    await saveTheirs(...strangers(15));
    const home = await another('Hjemmet', theirs.custId);
    expect(await refused(ofCustomer(home.custId), home.manager, strangers(6, 15))).toBe('tooManyNumbers');
    await save(ofCustomer(home.custId), home.manager, strangers(5, 15));
    expect(await refused(theirList(), await managerOf(theirs.custId), strangers(16, 100))).toBe('tooManyNumbers');
    await saveTheirs(...strangers(15)); // once more
    await later(dayMs + 1);
    await saveTheirs(...strangers(20, 20));
    expect(await questions()).toHaveLength(40);
  });

  test('is one of twenty of its account, whichever of its organisations it is for', async () => {
    const { db } = sharing.server;
    const second = await createCustomer(db, { firmName: 'Vik Alarm Nord' });
    await db.update(customers).set({ approved: false }).where(eq(customers.custId, second));
    const both = await createUser(db, { role: 'SUPERFIRM', custId: theirs.custId });
    await db.insert(userPolicies).values({ userId: both.userId, role: 'SUPERFIRM', custId: second });
    const as = await sharing.server.loginAs(both);
    await save(theirList(), as, strangers(12));
    expect(await refused(ofCustomer(second), as, strangers(9, 12))).toBe('tooManyNumbers');
    await save(ofCustomer(second), as, strangers(8, 12));
  });

  test('is refused with others at once: of many lists that are saved at the same time no more than twenty come through', async () => {
    const { db } = sharing.server;
    const paths = await Promise.all(
      Array.from({ length: 6 }, async () =>
        ofCustomer(await createCustomer(db, { kind: 'home', parentId: theirs.custId })),
      ),
    );
    const results = await Promise.all(paths.map((path, n) => refused(path, theirs.manager, strangers(10, 10 * n))));
    expect(results.filter((result) => result === null)).toHaveLength(2);
    expect(results.filter((result) => result === 'tooManyNumbers')).toHaveLength(4);
  });

  test('is the firm’s when it was confirmed by the link', async () => {
    await saveTheirs(kari);
    expect((await confirm(await token())).status).toBe(200);
    expect(await saveOurs(kari)).toMatchObject({ receivers: [{ isUnconfirmed: true }] });
    expect(await theyWait()).toBe(false);
  });

  test('is the firm’s when who has it has taken an alarm of the firm by it', async () => {
    await saveTheirs(kari);
    await sharing.server.db.transaction((tx) => startChains(tx, [theirs.alarmId], sharing.clock.now()));
    await tellByAnswerableSms(sharing);
    const link = (await sharing.texts()).findLast(({ alarmId }) => alarmId === theirs.alarmId);
    await sharing.answer(sharing.tokenIn(link?.content), 'taken');
    expect(await saveOurs(kari)).toMatchObject({ receivers: [{ isUnconfirmed: true }] });
    expect(await theyWait()).toBe(false);
  });

  test('is nobody’s in a home of that firm either', async () => {
    const home = await another('Hjemmet', theirs.custId);
    await save(ofCustomer(home.custId), home.manager, [kari]);
    expect(await saveOurs(kari)).toMatchObject({ receivers: [{ isUnconfirmed: false }] });
  });
});

describe('a number that is on the lists of two organisations', () => {
  test('is told again and again by the one that had it first, whatever the other one does with it', async () => {
    expect(await saveOurs(kari)).toMatchObject({ receivers: [{ isUnconfirmed: false }] });
    expect(await tell()).toBe(1);
    await saveTheirs(kari);
    for (let alarm = 0; alarm < 3; alarm++) await tell(theirs.alarmId);
    await removeTheirs();
    await saveTheirs({ ...kari, name: 'Vår' }, { ...kari, name: 'Vår igjen' });
    expect(await tell()).toBe(1);
    expect(await tell()).toBe(1);
    // The list is saved anew, by which its receivers get other numbers of their own.
    await saveOurs(kari);
    expect(await waits()).toBe(false);
    expect(await tell()).toBe(1);
    expect(await questions()).toMatchObject([{ recipient: number }]);
  });

  test('gets from the second one the first message about each alarm alone, and the timeline says why no more', async () => {
    await saveTheirs(kari);
    expect(await saveOurs(kari)).toMatchObject({ receivers: [{ isUnconfirmed: true }] });
    expect(await tell()).toBe(1);
    expect(await tell()).toBe(0);
    const path = `/ajax/alarms/analysis/${sharing.tranId}`;
    const { body } = await sharing.server.call('GET', path, { as: sharing.as.nurse });
    const skipped = [{ name: kari.name, reason: 'notConfirmed' }];
    expect(body.alarms[0].events).toContainEqual(
      expect.objectContaining({ why: expect.objectContaining({ round: 2, skipped }) }),
    );
    const next = await sharing.alarmOf(sharing.deviId, 33);
    expect(await tell(next)).toBe(1);
  });

  test('gets another first message of the second one when that before it did not arrive', async () => {
    await saveTheirs(kari);
    await saveOurs(kari);
    await tell();
    await sharing.server.db.update(outbox).set({ state: 'failed' });
    expect(await tell()).toBe(1);
    expect(await tell()).toBe(0);
  });

  test('gets a first message of the second one again when an alarm that nobody has reset is signalled an hour later', async () => {
    await saveTheirs(kari);
    await saveOurs(kari);
    await tell();
    expect(await tell()).toBe(0);
    sharing.clock.advance(3_600_000);
    expect(await tell()).toBe(1);
    expect(await tell()).toBe(0);
  });

  test('is told by mail all the same, and the next receiver at once', async () => {
    await saveTheirs(kari);
    const ola = { ...kari, name: 'Ola', mobile: '+4792222222' };
    await saveOurs({ ...kari, email: 'kari@test.example', channels: ['sms', 'email'] }, ola);
    await tell();
    await tell();
    const told = (await attempts(sharing.alarmId)).map(({ name, channel, round }) => [round, name, channel]);
    expect(told.sort()).toEqual([
      [1, 'Kari Vakt', 'email'],
      [1, 'Kari Vakt', 'sms'],
      [1, 'Ola', 'sms'],
      [2, 'Kari Vakt', 'email'],
      [2, 'Ola', 'sms'],
    ]);
  });

  test('is one and the same to a partner and the customers below it, and two to customers of one partner', async () => {
    const { db } = sharing.server;
    const partner = await createCustomer(db, { kind: 'partner' });
    theirs = await another('Partneren', partner);
    const { receivers } = await save(ofCustomer(partner), await managerOf(partner), [kari]);
    expect(receivers).toMatchObject([{ isUnconfirmed: false }]);
    expect(await tell(theirs.alarmId)).toBe(1);
    expect(await tell(theirs.alarmId)).toBe(1);
    await saveTheirs(kari);
    expect(await theyWait()).toBe(false);
    await saveOurs(kari);
    expect(await waits()).toBe(true);
  });
});

describe('who has the number confirms it', () => {
  const linkOfAlarm = async () => {
    const link = (await sharing.texts()).findLast(({ alarmId }) => alarmId === sharing.alarmId);
    return sharing.tokenIn(link?.content);
  };
  beforeEach(async () => {
    await saveTheirs(kari);
    await saveOurs({ ...kari });
  });

  test('by the link of an SMS, which says who asks, and confirms nothing when it is only opened', async () => {
    const [asked, ...more] = await questions();
    expect(more).toEqual([]);
    expect(asked).toMatchObject({
      recipient: number,
      content: expect.stringMatching(/^Varde: Solvik kommune vil varsle deg .* Bekreft det her: https/),
    });
    const shown = { status: 200, body: { customerName: 'Solvik kommune', number: '… 111' } };
    expect(await open(await token())).toMatchObject(shown);
    await tell();
    expect(await tell()).toBe(0);
    expect((await confirm(asked?.token ?? '')).status).toBe(200);
    expect((await confirm(asked?.token ?? '')).status, 'once more').toBe(200);
    expect(await waits()).toBe(false);
    expect(await tell()).toBe(1);
  });

  test('by a link that is of use for this number and this organisation alone', async () => {
    const ours = await token();
    const third = await another('Tredje');
    await save(ofCustomer(third.custId), third.manager, [kari]);
    const ola = { ...kari, name: 'Ola', mobile: '+4792222222' };
    await save(ofCustomer(third.custId), third.manager, [kari, ola]);
    await saveOurs(kari, ola);
    expect(await open('made-up')).toMatchObject({ status: 410, body: { code: 'linkInvalid' } });
    expect((await confirm('made-up')).status).toBe(410);
    await tell();
    expect((await confirm(await linkOfAlarm())).status).toBe(410);
    expect(await waits()).toBe(true);
    await confirm(ours);
    const { receivers } = (await sharing.server.call('GET', ofDevice(), { as: sharing.as.manager })).body;
    expect(receivers).toMatchObject([{ isUnconfirmed: false }, { isUnconfirmed: true }]);
    const others = await sharing.server.call('GET', ofCustomer(third.custId), { as: third.manager });
    expect(others.body.receivers).toMatchObject([{ isUnconfirmed: true }, { isUnconfirmed: false }]);
  });

  const beginTelling = async () => {
    await sharing.server.db.transaction((tx) => startChains(tx, [sharing.alarmId], sharing.clock.now()));
    await tellByAnswerableSms(sharing);
  };

  test.each([
    ['takes an alarm by its link', async () => sharing.answer(await linkOfAlarm(), 'taken')],
    ['takes an alarm by SMS', () => answerBySms(sharing, number, '1')],
  ])('who %s', async (_how, answer) => {
    await beginTelling();
    await answer();
    expect(await waits()).toBe(false);
  });

  test('not who says that they cannot: that is no yes', async () => {
    await beginTelling();
    await sharing.answer(await linkOfAlarm(), 'declined');
    expect(await waits()).toBe(true);
  });

  test('who is asked for a PIN, with the right one alone', async () => {
    await saveOurs({ ...kari, pin: '4711' });
    await beginTelling();
    await sharing.answer(await linkOfAlarm(), 'taken', '9999');
    expect(await waits()).toBe(true);
    await sharing.answer(await linkOfAlarm(), 'taken', '4711');
    expect(await waits()).toBe(false);
  });
});

describe('who has the number is asked', () => {
  beforeEach(async () => {
    await saveTheirs(kari);
    await saveOurs(kari);
  });
  const ask = async () => {
    const { receivers } = (await sharing.server.call('GET', ofDevice(), { as: sharing.as.manager })).body;
    const path = `${ofDevice()}/receivers/${receivers[0].receiverId}/question`;
    return sharing.server.call('POST', path, { as: sharing.as.manager });
  };

  test('once in a day by an organisation, however often its lists are saved, and again by hand after that', async () => {
    await saveOurs(kari, { ...kari, name: 'Kari igjen' });
    expect(await ask()).toMatchObject({ status: 429, body: { code: 'tooManyRequests' } });
    expect(await questions()).toHaveLength(1);
    const former = await token();
    await later(dayMs);
    expect(await ask()).toMatchObject({ status: 200, body: { receivers: [{ isUnconfirmed: true }, {}] } });
    expect(await questions()).toHaveLength(2);
    expect((await open(former)).status, 'the former link').toBe(410);
    expect((await confirm(await token())).status).toBe(200);
    expect(await ask()).toMatchObject({ status: 200, body: { receivers: [{ isUnconfirmed: false }, {}] } });
    expect(await questions()).toHaveLength(2);
  });

  test('not when the receiver is told by mail alone', async () => {
    await later(dayMs);
    await saveOurs({ ...kari, email: 'kari@test.example', channels: ['email'] });
    expect(await questions()).toHaveLength(1);
    expect(await waits()).toBe(false);
  });
});

describe('a number that an organisation takes off its last list', () => {
  beforeEach(async () => {
    await saveTheirs(kari);
    await saveOurs(kari);
  });

  test.each([
    ['is removed with the list', removeTheirs],
    ['is replaced by another one', () => saveTheirs({ ...kari, mobile: '+4792222222' })],
    [
      'is on a list that went with its owner, which Varde sees within the hour',
      async () => {
        await sharing.server.db.delete(notificationLists).where(eq(notificationLists.custId, theirs.custId));
        await sharing.run(retention);
      },
    ],
  ])('limits nobody any more: it %s', async (_how, remove) => {
    await remove();
    expect(await waits()).toBe(false);
    await tell();
    expect(await tell()).toBe(1);
  });

  test('is not lost to somebody who waited for it: who puts it back is not limited, for thirty days', async () => {
    await removeTheirs();
    await saveOurs(kari);
    await saveTheirs(kari);
    expect([await theyWait(), await waits()]).toEqual([false, false]);
    await removeTheirs();
    await later(31 * dayMs);
    await sharing.run(retention);
    await saveTheirs(kari);
    expect([await theyWait(), await waits()]).toEqual([true, false]);
  });
});

test('a number that comes on a list with the account of a user is first there as well', async () => {
  const { db } = sharing.server;
  const user = { ...kari, name: 'Test', mobile: null, userId: sharing.nurseId };
  await saveOurs(user);
  await db.update(users).set({ mobile: number }).where(eq(users.userId, sharing.nurseId));
  await sharing.run(retention);
  await saveTheirs(kari);
  expect([await waits(), await theyWait()]).toEqual([false, true]);
});
