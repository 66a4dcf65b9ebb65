import type { Policy, Role } from '@varde/catalogue/permissions';
import { type KinRight, kinRights } from '@varde/contract/event-setup-form';
import { createCustomer, createDevice, createUser, type TestDevice } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userPolicies } from '#domain/accounts/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';
import { notificationReceivers } from '#domain/notifications/tables.ts';

let server: TestServer;
let city: number;
let home: number;
let device: TestDevice;
let nurseId: number;
const as = { nurse: '', helper: '' };

const kari = {
  ...{ name: 'Kari', mobile: '+4791234567', email: null, events: [], channels: ['sms'] },
  ...{ hours: null, waitSeconds: 60 },
};
const all = [...kinRights];
const policyOf: Record<KinRight, Policy> = {
  check: 'NEXT_OF_KIN_CHECK',
  tracking: 'NEXT_OF_KIN_TRACKING',
  schedule: 'NEXT_OF_KIN_SCHEDULE',
  call: 'NEXT_OF_KIN_CALL',
  image: 'NEXT_OF_KIN_IMAGE',
};

beforeAll(async () => {
  server = await startTestServer({ clock: createManualClock() });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  city = await createCustomer(db, { firmName: 'Solvik kommune' });
  home = await createCustomer(db, { kind: 'home', parentId: city });
  const other = await createCustomer(db, { kind: 'home', parentId: city });
  device = await createDevice(db, { custId: home });
  const nurse = await createUser(db, { role: 'RESTRICTED_USER', custId: home });
  nurseId = nurse.userId;
  as.nurse = await server.loginAs(nurse);
  // A tracker at the home, and no tracker only: the home may let her edit lists.
  const helper = await createUser(db, { role: 'TRACKER', custId: home });
  await db.insert(userPolicies).values({ userId: helper.userId, role: 'RESTRICTED_USER', custId: other });
  as.helper = await server.loginAs(helper);
  for (const policy of ['EVENT_SETUP', 'GSM_RECIPIENTS_ALL'] as const) await rule(policy);
});

const rule = (policy: Policy, fields: Partial<typeof customerRolePolicies.$inferInsert> = {}) =>
  server.db
    .insert(customerRolePolicies)
    .values({ custId: home, role: 'TRACKER', policy, status: 'active', information: null, ...fields });
const path = () => `/ajax/eventSetup/devices/${device.deviId}`;
const get = async (who: string) => (await server.call('GET', path(), { as: who })).body;
const put = (who: string, rev: number, receivers: object[], at = path()) =>
  server.call('PUT', at, { as: who, body: { rev, receivers } });
const stored = async () =>
  (await server.db.select().from(notificationReceivers).orderBy(notificationReceivers.sort)).map(
    ({ nextOfKin }) => nextOfKin,
  );
const refused = ['receivers.0.nextOfKin'];
const faults = ({ body }: { body: { errors: { path: string }[] } }) => body.errors.map((one) => one.path);

describe('[C6.28] the rights of a next of kin', () => {
  test.each<Role>(['SUPERFIRM', 'FIRM', 'RESTRICTED_USER'])('are all given by %s', async (role) => {
    const who = await server.loginAs(await createUser(server.db, { role, custId: home }));
    expect((await get(who)).kinRights).toEqual(all);
    const saved = await put(who, 0, [{ ...kari, nextOfKin: all }]);
    expect(saved.body.receivers).toMatchObject([{ nextOfKin: all }]);
    expect(await stored()).toEqual([all]);
  });

  describe.each(all)('%s', (right) => {
    const others = all.filter((each) => each !== right);

    test('is given by whoever has its policy, and by no other', async () => {
      await rule(policyOf[right]);
      expect((await get(as.helper)).kinRights).toEqual([right]);
      for (const other of others) {
        const answer = await put(as.helper, 0, [{ ...kari, nextOfKin: [right, other] }]);
        expect([answer.status, faults(answer)]).toEqual([400, refused]);
      }
      expect((await put(as.helper, 0, [{ ...kari, nextOfKin: [right] }])).status).toBe(200);
      expect(await stored()).toEqual([[right]]);
    });

    test('is neither given nor taken by somebody without its policy, and stays', async () => {
      const { rev, receivers } = (await put(as.nurse, 0, [{ ...kari, nextOfKin: all }])).body;
      for (const other of others) await rule(policyOf[other]);
      expect((await get(as.helper)).kinRights).toEqual(others);
      for (const nextOfKin of [others, [], null])
        expect(faults(await put(as.helper, rev, [{ ...receivers[0], nextOfKin }]))).toEqual(refused);
      const saved = await put(as.helper, rev, [{ ...receivers[0], nextOfKin: [right] }]);
      expect(saved.body.receivers).toMatchObject([{ nextOfKin: [right] }]);
      const again = await put(as.helper, saved.body.rev, [{ ...kari, nextOfKin: [right] }]);
      expect(faults(again)).toEqual(refused);
    });

    test('is not given where its policy was lent for reading', async () => {
      await rule(policyOf[right], { information: 'read' });
      expect((await get(as.helper)).kinRights).toEqual([]);
      expect(faults(await put(as.helper, 0, [{ ...kari, nextOfKin: [right] }]))).toEqual(refused);
    });
  });

  test.each([
    ['the number', { mobile: '+4799999999' }],
    ['the address', { email: 'ny@test.example' }],
  ])('are not given to somebody else by %s of a receiver, by a caller who lacks one of them', async (_, other) => {
    const { rev, receivers } = (await put(as.nurse, 0, [{ ...kari, nextOfKin: ['check', 'image'] }])).body;
    await rule('EMAIL_RECIPIENTS_ALL');
    await rule('NEXT_OF_KIN_CHECK');
    const sent = { ...receivers[0], ...other };
    const { nextOfKin: _left, ...silent } = sent;
    for (const receiver of [sent, silent]) expect(faults(await put(as.helper, rev, [receiver]))).toEqual(refused);
    expect((await put(as.helper, rev, [{ ...receivers[0], name: 'Kari N.' }])).status).toBe(200);
    await rule('NEXT_OF_KIN_IMAGE');
    expect((await put(as.helper, rev + 1, [sent])).body.receivers).toMatchObject([
      { ...other, nextOfKin: ['check', 'image'] },
    ]);
  });

  test('stay when the list is saved without them, and are copied from an inherited list', async () => {
    const manager = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: city }));
    await put(manager, 0, [{ ...kari, nextOfKin: ['check', 'image'] }], `/ajax/eventSetup/customers/${city}`);
    const { receivers } = await get(as.helper);
    expect(receivers).toMatchObject([{ nextOfKin: ['check', 'image'] }]);
    const saved = (await put(as.helper, 0, receivers)).body;
    expect(saved).toMatchObject({
      source: { kind: 'device' },
      receivers: [{ nextOfKin: ['check', 'image'] }],
    });
    const { nextOfKin: _left, ...rest } = saved.receivers[0];
    expect((await put(as.helper, saved.rev, [rest])).body.receivers).toMatchObject([{ nextOfKin: ['check', 'image'] }]);
  });

  test('are kept by one receiver: a copy of that one in the same list has them from nobody', async () => {
    const { rev, receivers } = (await put(as.nurse, 0, [{ ...kari, nextOfKin: ['tracking'] }])).body;
    const { nextOfKin: _left, ...known } = receivers[0];
    const copy = { ...known, name: 'Ukjent', mobile: '+4792222222' };
    const saved = await put(as.helper, rev, [known, copy]);
    expect(saved.body.receivers).toMatchObject([
      { name: 'Kari', nextOfKin: ['tracking'] },
      { name: 'Ukjent', nextOfKin: null },
    ]);
    const again = await put(as.helper, saved.body.rev, [known, { ...copy, nextOfKin: ['tracking'] }]);
    expect(faults(again)).toEqual(['receivers.1.nextOfKin']);
  });

  test('are for nobody who is a user, and the mark alone needs none of the policies', async () => {
    const user = { ...kari, userId: nurseId, channels: ['email'], nextOfKin: [] };
    expect(faults(await put(as.nurse, 0, [user]))).toEqual(refused);
    const marked = await put(as.helper, 0, [{ ...kari, nextOfKin: [] }, kari]);
    expect(marked.body.receivers).toMatchObject([{ nextOfKin: [] }, { nextOfKin: null }]);
  });

  test('are given by private users as well, but not the one to hours, which they do not change themselves', async () => {
    const privately = await createCustomer(server.db, { kind: 'private', parentId: city });
    device = await createDevice(server.db, { custId: privately });
    const relative = await createUser(server.db, { role: 'RESTRICTED_USER', custId: privately });
    const who = await server.loginAs(relative);
    expect(await get(who)).toMatchObject({
      limited: true,
      kinRights: ['check', 'tracking', 'call', 'image'],
    });
    expect(faults(await put(who, 0, [{ ...kari, nextOfKin: ['schedule'] }]))).toEqual(refused);
    expect((await put(who, 0, [{ ...kari, nextOfKin: ['call'] }])).status).toBe(200);
    await server.db.update(notificationReceivers).set({ nextOfKin: ['schedule'] });
    const { rev, receivers } = await get(who);
    const moved = await put(who, rev, [{ ...receivers[0], mobile: '+4799999999' }]);
    expect(moved.body.receivers).toMatchObject([{ mobile: '+4799999999', nextOfKin: ['schedule'] }]);
  });

  test.each([[['all']], ['check'], [[1]]])('are refused as %j', async (nextOfKin) => {
    expect((await put(as.nurse, 0, [{ ...kari, nextOfKin }])).status).toBe(400);
  });
});
