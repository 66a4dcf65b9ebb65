import { alarmKinds } from '@varde/catalogue/alarm-kinds';
import { reachesNobody } from '@varde/catalogue/alarm-receivers';
import { type ReceiverChannel, receiverChannels } from '@varde/contract/event-setup-form';
import { deviceEventOf } from '@varde/testing/device-events';
import { type FeatureApi, openFeatureApi, type Person, testCustomers } from '@varde/testing/feature-api';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userPolicies, users } from '#domain/accounts/tables.ts';
import { customers } from '#domain/customers/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { devices } from '#domain/devices/tables.ts';
import { linkTwins } from '#domain/life/twins.ts';
import {
  effectiveList,
  type ListOwner,
  type ReceiverToSave,
  removeList,
  saveList,
  toldInOrder,
} from '#domain/notifications/lists.ts';
import { notificationReceivers } from '#domain/notifications/tables.ts';
import { canBeTold } from '#domain/notifications/working-channels.ts';
import { createDevicesFeature } from './index.ts';

let api: FeatureApi;
const working = new Set<ReceiverChannel>();
function withProviders(...channels: ReceiverChannel[]): void {
  working.clear();
  for (const channel of channels) working.add(channel);
}
beforeAll(async () => {
  api = await openFeatureApi((deps) => createDevicesFeature({ ...deps, working }));
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  withProviders(...receiverChannels);
});

const receiver = (fields: Partial<ReceiverToSave> = {}): ReceiverToSave => ({
  ...{ name: 'Kari', mobile: '+4790000001', email: null, events: [], channels: ['sms'] },
  ...{ hours: null, waitSeconds: 60, ...fields },
});
const save = (owner: ListOwner, receivers: readonly ReceiverToSave[], continueAbove = false) =>
  saveList(api.db, owner, { rev: 0, receivers, continueAbove, at: new Date(0), userId: 1 });
const ownerOf = async (deviId: number) => ({
  assignmentId: await presentAssignmentId(api.db, deviId),
  deviId,
});
const found = async (who: Person = 'operator', query = '') =>
  (await api.call(who, 'GET', `/ajax/devices?reachesNobody=1${query}`)).body.devices
    .map(({ deviId }: { deviId: number }) => deviId)
    .sort((a: number, b: number) => a - b);

describe('the filter of devices whose alarms reach nobody', () => {
  test('finds those without a list, and those whose list tells nobody of an SOS', async () => {
    const [bare, heard, empty, fireOnly, byNight] = [
      await api.addDevice(),
      await api.addDevice(),
      await api.addDevice(),
      await api.addDevice(),
      await api.addDevice(),
    ];
    await save(await ownerOf(heard), [receiver({ events: ['fire'] }), receiver({ events: ['alarm'] })]);
    await save(await ownerOf(empty), []);
    await save(await ownerOf(fireOnly), [receiver({ events: ['fire'] })]);
    await save(await ownerOf(byNight), [receiver({ hours: { from: 0, to: 60 } })]);
    expect(await found()).toEqual([bare, empty, fireOnly]);
    await save({ custId: testCustomers.municipality }, [receiver()]);
    expect(await found('operator'), 'an own list hides the inherited one').toEqual([empty, fireOnly]);
    expect(await found('nurse'), 'who does not see the customer above').toEqual([empty, fireOnly]);
    await save({ custId: testCustomers.home }, []);
    expect(await found('nurse'), 'the nearest list counts').toEqual([bare, empty, fireOnly]);
  });

  test('leaves out those whose list, or that of their customer, goes on with one that tells somebody', async () => {
    const [own, inherited] = [await api.addDevice(), await api.addDevice()];
    const foreign = await api.addDevice({ custId: testCustomers.firm });
    await save(await ownerOf(own), [], true);
    await save({ custId: testCustomers.home }, [receiver({ events: ['fire'] })], true);
    expect(await found(), 'there is no list above').toEqual([own, inherited, foreign]);
    await save({ custId: testCustomers.municipality }, [receiver()]);
    expect(await found()).toEqual([foreign]);
    await removeList(api.db, { custId: testCustomers.home });
    await save({ custId: testCustomers.home }, [receiver({ events: ['fire'] })]);
    expect(await found(), 'the list between ends').toEqual([own, inherited, foreign]);
  });

  test('finds a pair of twins by either unit, when the list of the wearer tells nobody', async () => {
    await save({ custId: testCustomers.municipality }, [receiver()]);
    const [master, clone] = [await api.addDevice({ dehaId: 34 }), await api.addDevice({ dehaId: 14 })];
    const rows = await api.db.select().from(devices);
    const rowOf = (deviId: number) => rows.find((row) => row.deviId === deviId) as (typeof rows)[number];
    await linkTwins(api.db, { master: rowOf(master), clone: rowOf(clone) });
    expect(await found()).toEqual([]);
    await save(await ownerOf(master), []);
    for (const query of ['', '&dehaId=34', '&dehaId=14']) expect(await found('operator', query)).toEqual([master]);
    expect(await found('operator', '&dehaId=23')).toEqual([]);
  });

  test('leaves out devices whose alarm centre takes their alarms', async () => {
    const [taken, closed, none] = [await api.addDevice(), await api.addDevice(), await api.addDevice()];
    const centre = { firmName: 'Solvik alarm', kind: 'partner' as const };
    const [open, shut] = [900, 901];
    await api.db.insert(customers).values([
      { ...centre, custId: open, path: [open] },
      { ...centre, custId: shut, path: [shut], takesAlarms: false },
    ]);
    const give = (deviId: number, ahpId: number) =>
      api.db.update(devices).set({ ahpId }).where(eq(devices.deviId, deviId));
    await give(taken, open);
    await give(closed, shut);
    for (const who of ['operator', 'nurse'] as const) expect(await found(who), who).toEqual([closed, none]);
    await save(await ownerOf(taken), []);
    expect(await found(), 'also with an empty list').toEqual([closed, none]);
    const shown = async (deviId: number) =>
      (await api.call('nurse', 'GET', `/ajax/devices/${deviId}`)).body.reachesNobody;
    expect([await shown(taken), await shown(closed), await shown(none)]).toEqual([false, true, true]);
    await api.db.delete(devices);
    await api.db.delete(customers).where(sql`${customers.custId} in (${open}, ${shut})`);
  });

  test('and a device says why its alarms reach nobody', async () => {
    const [bySms, empty, otherKind] = [await api.addDevice(), await api.addDevice(), await api.addDevice()];
    await save(await ownerOf(bySms), [receiver({ channels: ['sms'] })]);
    await save(await ownerOf(empty), []);
    await save(await ownerOf(otherKind), [receiver({ channels: ['sms'], events: ['geofence'] })]);
    const why = async (deviId: number) =>
      (await api.call('nurse', 'GET', `/ajax/devices/${deviId}`)).body.unreachedBecause;
    withProviders();
    expect([await why(bySms), await why(empty), await why(otherKind)]).toEqual([
      ...['cannotSend', 'noReceivers', 'notTold'],
    ]);
    withProviders('sms');
    expect([await why(bySms), await why(empty), await why(otherKind)]).toEqual([null, 'noReceivers', 'notTold']);
    await api.db.delete(devices);
  });

  test('finds those whose receivers have only channels without a provider', async () => {
    const [bySms, byMail, byBoth] = [await api.addDevice(), await api.addDevice(), await api.addDevice()];
    const email = 'kari@test.example';
    await save(await ownerOf(bySms), [receiver({ channels: ['sms', 'call'] })]);
    await save(await ownerOf(byMail), [receiver({ email, channels: ['email'] })]);
    await save(await ownerOf(byBoth), [receiver({ channels: ['call'] }), receiver({ email, channels: ['email'] })]);
    const shown = async (deviId: number) =>
      (await api.call('nurse', 'GET', `/ajax/devices/${deviId}`)).body.reachesNobody;
    for (const [channels, unreached] of [
      [['sms', 'call', 'email'], []],
      [['sms', 'call'], [byMail]],
      [['email'], [bySms]],
      [['sms'], [byMail, byBoth]],
      [['call'], [byMail]],
      [[], [bySms, byMail, byBoth]],
    ] as const) {
      withProviders(...channels);
      expect(await found(), channels.join()).toEqual(unreached);
      for (const deviId of [bySms, byMail, byBoth])
        expect(await shown(deviId), channels.join()).toBe(unreached.some((one) => one === deviId));
    }
  });

  test('finds those whose users can be told on no channel with a provider: a telephone needs a number too', async () => {
    const [deviId, other] = [await api.addDevice(), await api.addDevice()];
    const userId = 900;
    const names = { username: 'vakt@test.example', firstName: 'Vakt', lastName: 'Leder', passwordHash: '' };
    await api.db.insert(users).values({ userId, ...names, emailValidatedAt: new Date(0) });
    await api.db.insert(userPolicies).values({ userId, role: 'FIRM', custId: testCustomers.home });
    const user = receiver({ userId, channels: ['sms', 'email'] });
    await save(await ownerOf(deviId), [user]);
    await save(await ownerOf(other), [{ ...user, channels: ['email'] }]);
    expect(await found()).toEqual([]);
    withProviders('sms');
    expect(await found(), 'without a number').toEqual([deviId, other]);
    await api.db.update(users).set({ mobile: '+4790000009' }).where(eq(users.userId, userId));
    expect(await found(), 'with a number').toEqual([other]);
    withProviders('email');
    expect(await found()).toEqual([]);
  });

  test('goes by the present wearer: a list that was left behind tells nobody', async () => {
    const deviId = await api.addDevice();
    await save(await ownerOf(deviId), [receiver()]);
    expect(await found()).toEqual([]);
    await api.db.update(devices).set({ custId: testCustomers.otherHome }).where(eq(devices.deviId, deviId));
    expect(await found()).toEqual([deviId]);
    await save({ custId: testCustomers.otherHome }, [receiver()]);
    expect(await found()).toEqual([]);
  });

  test('shows a device only where the caller may see its list', async () => {
    const [mine, foreign] = [await api.addDevice(), await api.addDevice({ custId: testCustomers.firm })];
    expect(await found('operator')).toEqual([mine, foreign]);
    expect(await found('manager')).toEqual([mine]);
    expect(await found('nurse')).toEqual([mine]);
    expect(await found('stranger')).toEqual([foreign]);
    expect(await found('tracker')).toEqual([]);
    api.setRights('colleague', {
      policies: [{ role: 'RESTRICTED_USER', custId: testCustomers.home }],
      only: ['DEVICE_LIST'],
    });
    expect(await found('colleague')).toEqual([]);
  });

  test('joins with other filters, is counted, and is exported', async () => {
    const low = await api.addDevice({ status: 'battery', deviceName: 'Astrid' });
    const other = await api.addDevice({ deviceName: 'Bjarne' });
    expect(await found('nurse', '&status=battery')).toEqual([low]);
    expect(await found('operator', `&custId=${testCustomers.firm}`)).toEqual([]);
    const page = (await api.call('nurse', 'GET', '/ajax/devices?reachesNobody=1&limit=1')).body;
    expect(page).toMatchObject({ total: 2, totalIsLowerBound: false });
    await save(await ownerOf(other), [receiver()]);
    const file = await api.download('nurse', '/ajax/devices/export?reachesNobody=1&language=nb&timeZone=Europe%2FOslo');
    expect(file.bytes.toString('utf16le')).toContain('Astrid');
    expect(file.bytes.toString('utf16le')).not.toContain('Bjarne');
    expect((await api.call('nurse', 'GET', '/ajax/devices?reachesNobody=2')).status).toBe(400);
  });
});

test('a list is followed when its receivers change without it: one is erased, or is told of something else', async () => {
  const [deviId, other] = [await api.addDevice(), await api.addDevice()];
  await save(await ownerOf(deviId), [receiver(), receiver({ name: 'Ola', events: ['fire'] })]);
  await save(await ownerOf(other), [receiver({ name: 'Per' })]);
  expect(await found()).toEqual([]);
  const { name } = notificationReceivers;
  await api.db.delete(notificationReceivers).where(eq(name, 'Kari'));
  expect(await found()).toEqual([deviId]);
  await api.db
    .update(notificationReceivers)
    .set({ events: ['alarm'] })
    .where(eq(name, 'Ola'));
  await api.db
    .update(notificationReceivers)
    .set({ events: ['fire'] })
    .where(eq(name, 'Per'));
  expect(await found()).toEqual([other]);
});

const anyReceiver = fc.record({
  events: fc.subarray([...alarmKinds], { maxLength: 3 }),
  // Push goes to users alone.
  channels: fc.subarray(
    receiverChannels.filter((channel) => channel !== 'push'),
    { minLength: 1 },
  ),
});
const anyList = fc.option(
  fc.record({ some: fc.array(anyReceiver, { maxLength: 3 }), continueAbove: fc.boolean() }),
  { freq: 2 }, // one in three has no list
);

test('is the rule by which an alarm is told, in any tree of customers', async () => {
  const anyTree = fc.array(fc.record({ parent: fc.nat(9), list: anyList }), { minLength: 1, maxLength: 8 });
  const anyDevices = fc.array(fc.record({ customer: fc.nat(7), list: anyList }), {
    minLength: 1,
    maxLength: 6,
  });
  const anyChannels = fc.subarray([...receiverChannels]);
  await fc.assert(
    fc.asyncProperty(anyTree, anyDevices, anyChannels, async (tree, devicesOfTree, channels) => {
      await api.clear();
      withProviders(...channels);
      const firstId = 1000;
      const paths: number[][] = [];
      for (const [index, { parent }] of tree.entries())
        paths.push([...(parent < index ? (paths[parent] ?? []) : []), firstId + index]);
      await api.db.delete(customers).where(sql`${customers.custId} >= ${firstId}`);
      await api.db.insert(customers).values(
        paths.map((path, index) => ({
          ...{ custId: firstId + index, kind: 'home' as const, firmName: `${index}` },
          ...{ path, parentId: path.at(-2) ?? null },
        })),
      );
      const receivers = (list: readonly Partial<ReceiverToSave>[]) =>
        list.map((fields) => receiver({ email: 'kari@test.example', ...fields }));
      for (const [index, { list }] of tree.entries())
        if (list !== null) await save({ custId: firstId + index }, receivers(list.some), list.continueAbove);
      const expected: number[] = [];
      for (const { customer, list } of devicesOfTree) {
        const path = paths[customer % tree.length] ?? [];
        const deviId = await api.addDevice({ custId: path.at(-1) ?? 0 });
        if (list !== null) await save(await ownerOf(deviId), receivers(list.some), list.continueAbove);
        const { assignmentId } = await ownerOf(deviId);
        const worn = { assignmentId, custId: path.at(-1) ?? 0, at: new Date(0) };
        const told = toldInOrder(await effectiveList(api.db, worn));
        if (reachesNobody(told.filter((one) => canBeTold(one, working)))) expected.push(deviId);
      }
      expect(await found()).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

describe('a device whose alarms reach nobody', () => {
  const shown = async (who: Person, deviId: number) =>
    (await api.call(who, 'GET', `/ajax/devices/${deviId}`)).body.reachesNobody;

  test('is shown as such until somebody is told of an SOS', async () => {
    const [deviId, other] = [await api.addDevice(), await api.addDevice()];
    expect(await shown('nurse', deviId)).toBe(true);
    await save(await ownerOf(deviId), [receiver({ events: ['fire'] })]);
    expect(await shown('nurse', deviId)).toBe(true);
    await save(await ownerOf(other), [receiver()]);
    expect([await shown('nurse', deviId), await shown('nurse', other)]).toEqual([true, false]);
    await removeList(api.db, await ownerOf(deviId));
    await save({ custId: testCustomers.municipality }, [receiver()]);
    expect(await shown('nurse', deviId)).toBe(false);
  });

  test('is shown to nobody who may not see its list, and for a twin, which has none', async () => {
    const [deviId, clone] = [await api.addDevice(), await api.addDevice()];
    const twin = { twin: 'CLONE', twinDevice: deviId, twinSerial: 'S1' } as const;
    await api.db.update(devices).set(twin).where(eq(devices.deviId, clone));
    expect([await shown('nurse', deviId), await shown('nurse', clone)]).toEqual([true, null]);
    expect(await shown('tracker', deviId)).toBeNull();
  });

  test('has its page fetched again when a list changes at its customer, also after a move', async () => {
    const deviId = await api.addDevice();
    const changed = (...custIds: number[]) => ({ type: 'notificationLists' as const, custIds });
    const open = (who: Person) => api.open(who, 'device', { deviId: String(deviId) });
    const [operator, tracker] = [await open('operator'), await open('tracker')];
    expect(operator?.take(changed(testCustomers.firm))).toBe(false);
    expect(operator?.take(changed(testCustomers.firm, testCustomers.home))).toBe(true);
    expect(operator?.flush()).toEqual({ listChanged: true });
    operator?.take(deviceEventOf(testCustomers.firm, { deviId, rev: 101 }));
    expect(operator?.flush()).not.toHaveProperty('listChanged');
    expect(operator?.take(changed(testCustomers.home))).toBe(false);
    expect(operator?.take(changed(testCustomers.firm))).toBe(true);
    expect(tracker?.take(changed(testCustomers.home))).toBe(false);
  });

  test('has its page fetched again when it was handed over, by those who may see its list', async () => {
    const deviId = await api.addDevice();
    const handedOver = {
      ...deviceEventOf(testCustomers.home, { deviId, rev: 101 }),
      previousCustId: testCustomers.home,
    };
    for (const [who, listChanged] of [
      ['operator', true],
      ['tracker', undefined],
    ] as const) {
      const feed = await api.open(who, 'device', { deviId: String(deviId) });
      expect(feed?.take(handedOver)).toBe(true);
      expect(feed?.flush()?.listChanged).toBe(listChanged);
    }
  });
});

describe('a live list of devices whose alarms reach nobody', () => {
  const listsChanged = (...custIds: number[]) => ({ type: 'notificationLists' as const, custIds });
  const open = (who: Person) => api.open(who, 'devices', {}, 'reachesNobody=1');

  test('has a changed device exactly while its alarms reach nobody', async () => {
    const deviId = await api.addDevice();
    const feed = await open('nurse');
    const change = async (rev: number) => {
      await api.db.update(devices).set({ rev, battery: 40 }).where(eq(devices.deviId, deviId));
      feed?.take(deviceEventOf(testCustomers.home, { deviId, rev }));
      await feed?.prepare?.();
      return feed?.flush();
    };
    expect(await change(101)).toMatchObject({ rev: 101, changes: [{ deviId, rev: 101, battery: 40 }] });
    await save(await ownerOf(deviId), [receiver()]);
    expect(await change(102)).toEqual({ rev: 102, changes: [], removed: [deviId] });
    await removeList(api.db, await ownerOf(deviId));
    expect(await change(103)).toMatchObject({ rev: 103, changes: [{ deviId }] });
  });

  test('is fetched again when a list changes for its customers, and after an absence', async () => {
    const [nurse, operator] = [await open('nurse'), await open('operator')];
    expect(nurse?.take(listsChanged(testCustomers.otherHome, testCustomers.firm))).toBe(false);
    expect(nurse?.take(listsChanged(testCustomers.municipality, testCustomers.home))).toBe(true);
    expect(operator?.take(listsChanged(testCustomers.firm))).toBe(true);
    expect(nurse?.flush()).toMatchObject({ changes: [], reset: true });
    expect(nurse?.flush(), 'once').not.toHaveProperty('reset');
    expect(await nurse?.first(1)).toMatchObject({ changes: [], reset: true });
    expect(await nurse?.first(null)).toBeNull();
    const all = await api.open('nurse', 'devices');
    expect(all?.take(listsChanged(testCustomers.home)), 'other lists').toBe(false);
  });

  test('tells nobody of devices whose lists they may not see', async () => {
    const deviId = await api.addDevice();
    for (const who of ['tracker', 'stranger'] as const) {
      const feed = await open(who);
      expect(feed?.take(listsChanged(testCustomers.home)), who).toBe(false);
      feed?.take(deviceEventOf(testCustomers.home, { deviId, rev: 101 }));
      await feed?.prepare?.();
      expect(feed?.flush().changes, who).toEqual([]);
    }
    expect(await open('nobody')).toBeNull();
  });
});
