import type { Policy, Role } from '@varde/catalogue/permissions';
import { createCustomer, createDevice, createUser, type TestDevice } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userPolicies, users } from '#domain/accounts/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';
import { outbox } from '#domain/messages/tables.ts';
import { notificationReceivers } from '#domain/notifications/tables.ts';

const clock = createManualClock();
let server: TestServer;
let city: number;
let home: number;
let other: number;
let device: TestDevice;
let userId: number;
const as = { nurse: '', helper: '' };

const mobile = '+4791234567';
const email = 'kari@test.example';
const kari = {
  ...{ name: 'Kari', mobile, email, events: [], channels: ['sms', 'email'] },
  ...{ hours: null, waitSeconds: 60 },
};

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  city = await createCustomer(db, { firmName: 'Solvik kommune' });
  home = await createCustomer(db, { kind: 'home', parentId: city });
  other = await createCustomer(db, { kind: 'home', parentId: city });
  device = await createDevice(db, { custId: home });
  const nurse = await createUser(db, { role: 'RESTRICTED_USER', custId: home });
  await db.update(users).set({ mobile: '+4792345678' }).where(eq(users.userId, nurse.userId));
  userId = nurse.userId;
  as.nurse = await server.loginAs(nurse);
  // A tracker at the home, and no tracker only: the home may let her edit lists.
  const helper = await createUser(db, { role: 'TRACKER', custId: home });
  await db.insert(userPolicies).values({ userId: helper.userId, role: 'RESTRICTED_USER', custId: other });
  as.helper = await server.loginAs(helper);
  await lend('EVENT_SETUP');
});

const lend = (policy: Policy, information: 'all' | 'read' | null = null) =>
  server.db
    .insert(customerRolePolicies)
    .values({ custId: home, role: 'TRACKER', policy, status: 'active', information });
const path = () => `/ajax/eventSetup/devices/${device.deviId}`;
const get = async (who: string, at = path()) => (await server.call('GET', at, { as: who })).body;
const put = (who: string, rev: number, receivers: object[], at = path()) =>
  server.call('PUT', at, { as: who, body: { rev, receivers } });
const stored = () => server.db.select().from(notificationReceivers).orderBy(notificationReceivers.sort);
const faults = ({ body }: { body: { errors: { path: string }[] } }) => body.errors.map((one) => one.path);

const hidden = { mobile: null, email: null, hasMobile: true, hasEmail: true };
const seen = { mobile, email, hasMobile: true, hasEmail: true };

test.each<[Role, number]>([
  ['SUPERFIRM', 200],
  ['FIRM', 200],
  ['RESTRICTED_USER', 200],
  ['TRACKER', 403],
])('[C6.26] the notification list of a device is read, saved and removed by %s: %i', async (role, status) => {
  const who = await server.loginAs(await createUser(server.db, { role, custId: home }));
  const answers = [
    await server.call('GET', path(), { as: who }),
    await put(who, 0, [kari]),
    await server.call('DELETE', path(), { as: who }),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
  expect(await stored()).toEqual([]);
});

describe('[C6.27] numbers and e-mail addresses of receivers', () => {
  test.each<Role>(['SUPERFIRM', 'FIRM', 'RESTRICTED_USER', 'AHP', 'SUPERAHP'])(
    'are read and changed by %s',
    async (role) => {
      await put(as.nurse, 0, [kari]);
      const who = await server.loginAs(await createUser(server.db, { role, custId: home }));
      const { receivers, rev, rights } = await get(who);
      expect(rights).toEqual({ mobile: 'change', email: 'change' });
      expect(receivers).toMatchObject([seen]);
      const [saved] = (await put(who, rev, [{ ...receivers[0], mobile: '+4790000001' }])).body.receivers;
      expect(saved).toMatchObject({ mobile: '+4790000001', email });
    },
  );

  test('are not given to somebody whom a customer lets edit its lists: there is one, and no more', async () => {
    await put(as.nurse, 0, [kari]);
    const list = await get(as.helper);
    expect(list).toMatchObject({ mayEdit: true, rights: { mobile: 'none', email: 'none' } });
    expect(list.receivers).toMatchObject([hidden]);
    expect(JSON.stringify(list)).not.toContain('91234567');
    expect(JSON.stringify(list)).not.toContain(email);
  });

  test('are not given from a list that is inherited either', async () => {
    const manager = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: city }));
    await put(manager, 0, [kari], `/ajax/eventSetup/customers/${city}`);
    expect((await get(as.nurse)).receivers).toMatchObject([seen]);
    expect((await get(as.helper)).receivers).toMatchObject([hidden]);
    await lend('DEFAULT_SETTINGS_EVENT_SETUP');
    const ofHome = await get(as.helper, `/ajax/eventSetup/customers/${home}`);
    expect(ofHome).toMatchObject({ rights: { mobile: 'none', email: 'none' }, receivers: [hidden] });
  });

  test.each([
    [['GSM_RECIPIENTS_READ'], { mobile: 'read', email: 'none' }, { ...hidden, mobile }],
    [['EMAIL_RECIPIENTS_READ'], { mobile: 'none', email: 'read' }, { ...hidden, email }],
    [['GSM_RECIPIENTS_ALL'], { mobile: 'change', email: 'none' }, { ...hidden, mobile }],
    [['EMAIL_RECIPIENTS_ALL'], { mobile: 'none', email: 'change' }, { ...hidden, email }],
    [['GSM_RECIPIENTS_READ', 'EMAIL_RECIPIENTS_ALL'], { mobile: 'read', email: 'change' }, seen],
  ] as const)('are given with %s, each kind by its own', async (policies, rights, receiver) => {
    await put(as.nurse, 0, [kari]);
    for (const policy of policies) await lend(policy);
    const list = await get(as.helper);
    expect(list.rights).toEqual(rights);
    expect(list.receivers).toMatchObject([receiver]);
  });

  test('stay as they are when the list is saved by somebody who cannot read them', async () => {
    const { rev } = (await put(as.nurse, 0, [kari])).body;
    const [receiver] = (await get(as.helper)).receivers;
    const saved = await put(as.helper, rev, [{ ...receiver, name: 'Kari Moe', channels: ['sms'] }]);
    expect(saved.body.receivers).toMatchObject([{ ...hidden, name: 'Kari Moe' }]);
    expect(await stored()).toMatchObject([{ name: 'Kari Moe', mobile, email }]);
  });

  test('[C7.42] go with their receivers when the list is sorted by somebody who cannot read them', async () => {
    const ola = { ...kari, name: 'Ola', mobile: '+4790000001', email: 'ola@test.example' };
    const { rev } = (await put(as.nurse, 0, [kari, ola])).body;
    const [first, second] = (await get(as.helper)).receivers;
    const sorted = await put(as.helper, rev, [second, first]);
    expect(sorted.body.receivers).toEqual([second, first]);
    expect((await get(as.nurse)).receivers).toMatchObject([ola, kari]);
  });

  test('are copied when somebody who cannot read them gives a device a list of its own', async () => {
    const manager = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: city }));
    await put(manager, 0, [kari], `/ajax/eventSetup/customers/${city}`);
    const { receivers } = await get(as.helper);
    const saved = await put(as.helper, 0, receivers);
    expect(saved.body).toMatchObject({ source: { kind: 'device' }, receivers: [hidden] });
    expect((await get(as.nurse)).receivers).toMatchObject([seen]);
    expect(saved.body.receivers[0].receiverId).not.toBe(receivers[0].receiverId);
  });

  test('of another list are not copied by its number', async () => {
    const second = await createDevice(server.db, { custId: home });
    const secondPath = `/ajax/eventSetup/devices/${second.deviId}`;
    const [theirs] = (await put(as.nurse, 0, [kari], secondPath)).body.receivers;
    const taken = { ...kari, receiverId: theirs.receiverId, mobile: null, email: null };
    expect(faults(await put(as.helper, 0, [taken]))).toEqual(['receivers.0.mobile', 'receivers.0.email']);
  });

  test('are refused from somebody who may not change them, the right ones included', async () => {
    const { rev, receivers } = (await put(as.nurse, 0, [kari])).body;
    const [{ receiverId }] = receivers;
    for (const guess of [mobile, '+4790000001']) {
      const sent = { ...kari, receiverId, mobile: guess, email: null };
      expect(faults(await put(as.helper, rev, [sent]))).toEqual(['receivers.0.mobile']);
    }
    await lend('GSM_RECIPIENTS_READ');
    const sent = { ...kari, receiverId, email: null };
    expect(faults(await put(as.helper, rev, [{ ...sent, mobile: '+4790000001' }]))).toEqual(['receivers.0.mobile']);
    expect((await put(as.helper, rev, [sent])).status).toBe(200);
    expect(await stored()).toMatchObject([{ mobile, email }]);
  });

  test('are not given to a new receiver by somebody who may not change them', async () => {
    expect(faults(await put(as.helper, 0, [kari]))).toEqual(['receivers.0.mobile', 'receivers.0.email']);
    const none = { ...kari, mobile: null, email: null };
    expect(faults(await put(as.helper, 0, [none]))).toEqual(['receivers.0.mobile', 'receivers.0.email']);
    await lend('EMAIL_RECIPIENTS_ALL');
    const byMail = { ...kari, mobile: null, channels: ['email'] };
    expect((await put(as.helper, 0, [byMail])).body.receivers).toMatchObject([{ email, hasMobile: false }]);
  });

  test('of a user who was on the list stay with the account', async () => {
    const user = { ...kari, name: 'Nurse', mobile: null, email: null, userId };
    const { rev, receivers } = (await put(as.nurse, 0, [user])).body;
    const [{ receiverId }] = receivers;
    expect(receivers).toMatchObject([{ mobile: '+4792345678' }]);
    const freed = { ...kari, receiverId, mobile: null, email: null };
    expect(faults(await put(as.helper, rev, [freed]))).toEqual(['receivers.0.mobile', 'receivers.0.email']);
  });

  test('of users to choose from are given with the same rights', async () => {
    const shown = async (who: string) =>
      (await get(who, `${path()}/users`)).users.find((one: { userId: number }) => one.userId === userId);
    expect(await shown(as.nurse)).toMatchObject({ mobile: '+4792345678', email: expect.any(String) });
    expect(await shown(as.helper)).toMatchObject({ ...hidden, name: expect.any(String) });
    await lend('GSM_RECIPIENTS_READ');
    expect(await shown(as.helper)).toMatchObject({ ...hidden, mobile: '+4792345678' });
  });

  test('of a test are given with the same rights, as is what the provider says of them', async () => {
    await put(as.nurse, 0, [kari]);
    await server.call('POST', `${path()}/tests`, { as: as.nurse });
    const reason = `unknown: ${mobile}`;
    await server.db.update(outbox).set({ state: 'failed', reason }).where(eq(outbox.recipient, mobile));
    const messages = async (who: string) => (await get(who, `${path()}/tests`)).messages;
    expect(await messages(as.nurse)).toMatchObject([{ recipient: mobile, reason }, { recipient: email }]);
    expect(await messages(as.helper)).toMatchObject([
      { channel: 'sms', name: 'Kari', state: 'failed', recipient: null, reason: null },
      { channel: 'email', recipient: null },
    ]);
  });
});
