import type { LiveEvent } from '@varde/contract/events';
import { createAlarm } from '@varde/testing/factories';
import { type FeatureApi, openFeatureApi, type Person, testCustomers, testNow } from '@varde/testing/feature-api';
import { resetOrder } from '@varde/testing/reset-order';
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessions, userPolicies, users } from '#domain/accounts/tables.ts';
import { countSignals } from '#domain/alarms/open-alarms.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';
import { createAlarmsFeature } from './index.ts';

let api: FeatureApi;
let alarmId: number;
const ids = { operator: 1, nurse: 2, colleague: 3, manager: 4, tracker: 5, stranger: 6, nobody: 7 };

beforeAll(async () => {
  api = await openFeatureApi(createAlarmsFeature);
  const { home, otherHome, municipality, firm } = testCustomers;
  await api.db.insert(userPolicies).values([
    { userId: ids.operator, role: 'AHP', custId: firm },
    { userId: ids.nurse, role: 'RESTRICTED_USER', custId: home },
    { userId: ids.colleague, role: 'RESTRICTED_USER', custId: home },
    { userId: ids.manager, role: 'SUPERFIRM', custId: municipality },
    { userId: ids.tracker, role: 'TRACKER', custId: home },
    { userId: ids.stranger, role: 'SUPERFIRM', custId: otherHome },
  ]);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  await api.db.delete(users).where(like(users.lastName, 'Vakt%'));
  await api.db.update(users).set({ disabledAt: null, temporaryUntil: null, invitedUntil: null });
  api.setRights('tracker', { policies: [{ role: 'TRACKER', custId: testCustomers.home }] });
  alarmId = await createAlarm(api.db, { deviId: await api.addDevice(), custId: testCustomers.home });
  await post('nurse', 'claim');
  api.events.length = 0;
});

const post = (who: Person, what: string, body?: object) =>
  api.call(who, 'POST', `/ajax/alarms/${alarmId}/${what}`, body);
const handOver = (who: Person, claimedBy: number, userId: number) => post(who, 'hand-over', { claimedBy, userId });
const handlers = async (who: Person = 'nurse') =>
  (await api.call(who, 'GET', `/ajax/alarms/${alarmId}/handlers`)).body.users;
const idsOf = (people: { userId: number }[]) => people.map(({ userId }) => userId).sort();
const stored = async () => (await api.db.select().from(alarms).where(eq(alarms.alarmId, alarmId)))[0];
const refusal = { status: 400, body: { code: 'validationFailed', errors: [{ path: 'userId' }] } };

describe('an alarm is handed over', () => {
  test('to a colleague, who is asked to confirm it, and is published at once', async () => {
    api.clock.set(testNow + 5000);
    const answer = await handOver('nurse', ids.nurse, ids.colleague);
    api.clock.set(testNow);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        state: 'claimed',
        claimedBy: { userId: ids.colleague, name: 'colleague Test' },
        handedOverBy: { userId: ids.nurse, name: 'nurse Test' },
        claimedAt: testNow + 5000,
        abilities: ['release', 'handOver', 'reset', 'share'],
      },
    });
    const [event] = api.events as [LiveEvent];
    expect(event).toMatchObject({ type: 'alarm', alarm: { claimedBy: { userId: ids.colleague } } });
    const seen = await api.open('colleague', 'alarms');
    seen?.take(event);
    expect(seen?.flush().alarms[0]?.abilities).toEqual(['claim', 'release', 'handOver', 'reset', 'share']);
    const other = await api.open('operator', 'alarms');
    other?.take(event);
    expect(other?.flush().alarms[0]?.abilities).toEqual(['release', 'handOver', 'reset', 'share']);
    expect((await api.open('stranger', 'alarms'))?.take(event)).toBe(false);
  });

  test('and belongs to the colleague alone as soon as the colleague confirms it, once', async () => {
    await handOver('nurse', ids.nurse, ids.colleague);
    expect(await post('nurse', 'claim')).toMatchObject({ status: 409, body: { code: 'alreadyClaimed' } });
    expect(await post('colleague', 'claim')).toMatchObject({
      status: 200,
      body: { handedOverBy: null, abilities: ['release', 'handOver', 'reset', 'share'] },
    });
    api.events.length = 0;
    await post('colleague', 'claim');
    expect(api.events).toEqual([]);
  });

  test('on to the next one, back, released or reset by the colleague, who need not confirm it for that', async () => {
    await handOver('nurse', ids.nurse, ids.colleague);
    expect((await handOver('colleague', ids.colleague, ids.manager)).body).toMatchObject({
      claimedBy: { userId: ids.manager },
      handedOverBy: { userId: ids.colleague },
    });
    await handOver('manager', ids.manager, ids.nurse);
    expect((await post('nurse', 'release', { claimedBy: ids.nurse })).body).toMatchObject({
      state: 'open',
      claimedBy: null,
      handedOverBy: null,
    });
    await post('nurse', 'claim');
    await handOver('nurse', ids.nurse, ids.colleague);
    const reset = await post('colleague', 'reset', resetOrder({ claimedAt: testNow }));
    expect(reset).toMatchObject({ status: 200, body: { state: 'reset', handedOverBy: null } });
  });

  test('by somebody who takes over for a colleague who has gone home', async () => {
    expect((await handOver('manager', ids.nurse, ids.colleague)).body).toMatchObject({
      claimedBy: { userId: ids.colleague },
      handedOverBy: { userId: ids.manager },
    });
  });

  test('once, however often it is requested, and never a newer claim of another user', async () => {
    const answers = await Promise.all([
      handOver('nurse', ids.nurse, ids.colleague),
      handOver('nurse', ids.nurse, ids.colleague),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(api.events).toHaveLength(1);
    expect(await handOver('manager', ids.nurse, ids.manager)).toMatchObject({
      status: 409,
      body: { code: 'alreadyClaimed', errors: [{ path: 'claimedBy', message: 'colleague Test' }] },
    });
  });

  test('with an entry in the audit log that names both, as does the confirmation', async () => {
    await handOver('nurse', ids.nurse, ids.colleague);
    await post('colleague', 'claim');
    const written = (await api.db.select().from(auditEntries).orderBy(auditEntries.auditId))
      .map(({ content }) => JSON.parse(content))
      .filter(({ subjectId, action }) => subjectId === alarmId && action !== 'alarm.read');
    expect(written.slice(1)).toMatchObject([
      {
        action: 'alarm.handedOver',
        userId: ids.nurse,
        before: { claimedBy: ids.nurse },
        after: { claimedBy: ids.colleague },
      },
      { action: 'alarm.claimed', userId: ids.colleague, before: { state: 'claimed' } },
    ]);
  });

  test('no longer when it signals again: it is open for everybody', async () => {
    await handOver('nurse', ids.nurse, ids.colleague);
    await countSignals(api.db, [{ alarmId, count: 1, lastSignalAt: new Date(testNow), signals: [] }], testNow);
    expect(await stored()).toMatchObject({ state: 'open', claimedBy: ids.colleague, handedOverBy: null });
    expect(await handOver('nurse', ids.nurse, ids.colleague)).toMatchObject({
      status: 409,
      body: { code: 'notClaimed' },
    });
  });

  test('not after its reset', async () => {
    await post('nurse', 'reset', resetOrder({ claimedAt: testNow }));
    const answer = await handOver('nurse', ids.nurse, ids.colleague);
    expect(answer).toMatchObject({ status: 409, body: { code: 'alreadyReset' } });
  });
});

describe('the possible recipients of an alarm', () => {
  test('are the active users who handle alarms of its customer, without the present claimant', async () => {
    const people = await handlers();
    expect(idsOf(people)).toEqual([ids.operator, ids.colleague, ids.manager]);
    const colleague = { userId: ids.colleague, name: 'colleague Test', roles: ['RESTRICTED_USER'], isThere: false };
    expect(people).toContainEqual(colleague);
  });

  test('are shown with the roles by which they have it, and first those who are there: with a page open now', async () => {
    await api.db.delete(sessions);
    const openedBy = (userId: number, lastSeenAt: number, expiresAt = testNow + 60_000) => ({
      ...{ tokenHash: `${userId}-${lastSeenAt}`, userId, context: 'PROFFWEB' as const },
      ...{ createdAt: new Date(testNow - 600_000), lastSeenAt: new Date(lastSeenAt), expiresAt: new Date(expiresAt) },
    });
    await api.db
      .insert(sessions)
      .values([
        openedBy(ids.manager, testNow - 100_000),
        openedBy(ids.colleague, testNow - 200_000),
        openedBy(ids.operator, testNow - 1000, testNow),
      ]);
    expect(await handlers()).toEqual([
      { userId: ids.manager, name: 'manager Test', roles: ['SUPERFIRM'], isThere: true },
      { userId: ids.colleague, name: 'colleague Test', roles: ['RESTRICTED_USER'], isThere: false },
      { userId: ids.operator, name: 'operator Test', roles: ['AHP'], isThere: false },
    ]);
    await api.db.delete(sessions);
  });

  test.each([
    ['who is deactivated', { disabledAt: new Date(testNow) }],
    ['whose time is over', { temporaryUntil: new Date(testNow) }],
    ['who has not accepted the invitation', { invitedUntil: new Date(testNow + 1000) }],
    ['who is deleted', { disabledAt: new Date(testNow), deletedAt: new Date(testNow) }],
  ])('is nobody %s', async (_, change) => {
    await api.db.update(users).set(change).where(eq(users.userId, ids.colleague));
    expect(idsOf(await handlers())).toEqual([ids.operator, ids.manager]);
    expect(await handOver('nurse', ids.nurse, ids.colleague)).toMatchObject(refusal);
    expect(await stored()).toMatchObject({ claimedBy: ids.nurse, handedOverBy: null });
    expect(api.events).toEqual([]);
    await api.db.update(users).set({ deletedAt: null });
  });

  test('is a temporary user until the last moment', async () => {
    const temporaryUntil = new Date(testNow + 1);
    await api.db.update(users).set({ temporaryUntil }).where(eq(users.userId, ids.colleague));
    expect((await handOver('nurse', ids.nurse, ids.colleague)).status).toBe(200);
  });

  test.each([
    ['a user without the right', ids.tracker],
    ['a user of another customer', ids.stranger],
    ['a user without roles', ids.nobody],
    ['the user who has it', ids.nurse],
    ['nobody at all', 2_147_483_647],
  ])('is not %s', async (_, userId) => {
    expect(await handOver('nurse', ids.nurse, userId)).toMatchObject(refusal);
    expect(await stored()).toMatchObject({ claimedBy: ids.nurse, handedOverBy: null });
  });

  test.each([
    ['given in full', 'active', 'all', true],
    ['given for reading', 'active', 'read', false],
    ['taken back', 'inactive', null, false],
  ] as const)('follows the role policies of the customer: %s', async (_, status, information, listed) => {
    const custId = testCustomers.municipality;
    await api.db
      .insert(customerRolePolicies)
      .values({ custId, role: 'TRACKER', policy: 'ALARM_HANDLE', status, information });
    expect(idsOf(await handlers()).includes(ids.tracker)).toBe(listed);
    expect((await handOver('nurse', ids.nurse, ids.tracker)).status).toBe(listed ? 200 : 400);
  });

  test('are fifty at a time by name; the others are found by a part of the name, and may have it too', async () => {
    const people = Array.from({ length: 60 }, (_, index) => ({
      userId: 1000 + index,
      ...{ firstName: 'Åse', lastName: `Vakt${String(index).padStart(2, '0')}%`, passwordHash: '' },
      ...{ username: `vakt${index}@test.example`, emailValidatedAt: new Date(testNow) },
    }));
    await api.db.insert(users).values(people);
    const held = { role: 'RESTRICTED_USER' as const, custId: testCustomers.home };
    await api.db.insert(userPolicies).values(people.map(({ userId }) => ({ userId, ...held })));
    const find = async (words: string) => {
      const url = `/ajax/alarms/${alarmId}/handlers?search=${encodeURIComponent(words)}`;
      return (await api.call('nurse', 'GET', url)).body;
    };
    const first = await find('');
    expect(first.users).toHaveLength(50);
    expect(first.more).toBe(true);
    const last = 1059;
    expect(idsOf(first.users)).not.toContain(last);
    expect(await find('åse VAKT59')).toEqual({
      users: [{ userId: last, name: 'Åse Vakt59%', roles: ['RESTRICTED_USER'], isThere: false }],
      more: false,
      centre: null,
    });
    expect((await find('vakt0')).users).toHaveLength(10);
    expect((await find('%')).users, 'the sign itself').toHaveLength(50);
    expect((await find('_')).users).toEqual([]);
    expect((await handOver('nurse', ids.nurse, last)).status).toBe(200);
  });

  test('are shown to nobody who may not handle the alarm, nor may they hand it over', async () => {
    const url = `/ajax/alarms/${alarmId}/handlers`;
    expect((await api.call('tracker', 'GET', url)).status).toBe(403);
    expect((await handOver('tracker', ids.nurse, ids.colleague)).status).toBe(403);
    const foreign = await api.call('stranger', 'GET', url);
    expect(foreign).toEqual(await api.call('stranger', 'GET', '/ajax/alarms/2147483647/handlers'));
    expect(foreign.status).toBe(404);
    expect((await handOver('stranger', ids.nurse, ids.stranger)).status).toBe(404);
    expect(await stored()).toMatchObject({ claimedBy: ids.nurse, handedOverBy: null });
  });
});
