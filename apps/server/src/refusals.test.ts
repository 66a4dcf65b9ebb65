import { api } from '@varde/contract/api';
import type { Endpoint } from '@varde/contract/endpoint';
import { type LiveTopicName, liveTopics } from '@varde/contract/live';
import {
  createAlarm,
  createCustomer,
  createDevice,
  createTransaction,
  createUser,
  testPassword,
} from '@varde/testing/factories';
import { openLiveClient } from '@varde/testing/live-client';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { generateSecret, generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queueMail } from '#platform/mail/queue-mail.ts';
import { couponCodes, deviceAssignments, sessions, users } from '#platform/schema.ts';

/** What everybody is about to set up an app with. */
const twoFactorSecret = generateSecret();
const newPassword = 'fjellrev spiser blåbær';

/** What somebody who may not see our customer gets from each call: refused outright, or an answer without us in it. */
type ForeignAnswer = 'refused' | 'seesNothing' | 'ownOnly' | 'public';

const userBody = {
  firstName: 'Ny',
  lastName: 'Bruker',
  mobile: null,
  language: 'nb',
  custId: 1, // ours
  temporaryUntil: 4_000_000_000_000,
};

const customerBody = {
  firmName: 'Fremmed',
  market: 1,
  orgNumber: null,
  reference: null,
  address: null,
  billingAddress: null,
  defaultAhp: null,
  parentId: 1, // ours: the first customer of the test's database
};

const endpoints: { [name: string]: { foreign: ForeignAnswer; body?: unknown; query?: string } } = {
  'session.login': { foreign: 'public' },
  'session.logout': { foreign: 'public' },
  'session.getConfig': { foreign: 'public' },
  'session.getSession': { foreign: 'ownOnly' },
  'account.getProfile': { foreign: 'ownOnly' },
  'account.saveProfile': {
    foreign: 'ownOnly',
    body: { firstName: 'Kari', lastName: 'Nordmann', mobile: '', language: 'nb', theme: null },
  },
  'account.getTwoFactor': { foreign: 'ownOnly' },
  'account.confirmTwoFactor': {
    foreign: 'ownOnly',
    get body() {
      return { code: generateSync({ secret: twoFactorSecret }) };
    },
  },
  'account.renewRecoveryCodes': { foreign: 'ownOnly', body: { password: newPassword } },
  'account.beginTwoFactor': { foreign: 'ownOnly', body: { password: newPassword } },
  'account.endTwoFactor': { foreign: 'ownOnly', body: { password: newPassword } },
  'account.changePassword': {
    foreign: 'ownOnly',
    body: { currentPassword: testPassword, password: newPassword },
  },
  'account.listSessions': { foreign: 'ownOnly' },
  'account.endSession': { foreign: 'refused' },
  'account.endOtherSessions': { foreign: 'ownOnly' },
  'account.forgotPassword': { foreign: 'public' },
  'account.resetPassword': { foreign: 'public' },
  'account.resendVerification': { foreign: 'public' },
  'account.getValidationEmail': { foreign: 'public' },
  'account.validateEmail': { foreign: 'public' },
  'account.getLoginText': { foreign: 'public' },
  'account.sendGdprEmail': { foreign: 'ownOnly' },
  'account.acceptGdpr': { foreign: 'refused', body: { username: 'owner@test.example' } },
  'devices.listDevices': { foreign: 'seesNothing' },
  'devices.getDevice': { foreign: 'refused' },
  'devices.listPositions': { foreign: 'refused' },
  'alarms.listAlarms': { foreign: 'seesNothing' },
  'alarms.claimAlarm': { foreign: 'refused' },
  'alarms.resetAlarm': { foreign: 'refused', body: { handledBy: 'Fremmed', outcome: 'helped' } },
  'transactions.listTransactions': { foreign: 'refused' },
  'transactions.getTransaction': { foreign: 'refused' },
  'settings.getSettings': { foreign: 'refused' },
  'settings.saveSettings': { foreign: 'refused', body: { values: { heartbeatInterval: 10 } } },
  'users.listUsers': { foreign: 'seesNothing' },
  'users.listDeletedUsers': { foreign: 'seesNothing' },
  'users.getUser': { foreign: 'refused' },
  'users.explainAccess': { foreign: 'refused', query: '?custId=1' }, // ours
  'users.createUser': {
    foreign: 'refused',
    body: { ...userBody, username: 'ny@test.example', policies: [{ role: 'TRACKER', custId: 1 }] },
  },
  'users.updateUser': { foreign: 'refused', body: userBody },
  'users.setUserPolicies': { foreign: 'refused', body: { policies: [{ role: 'TRACKER', custId: 1 }] } },
  'users.setUserActivation': { foreign: 'refused', body: { active: true } },
  'users.promoteUser': { foreign: 'refused' },
  'users.resetTwoFactor': { foreign: 'refused' },
  'users.deleteUser': { foreign: 'refused' },
  'users.undeleteUser': { foreign: 'refused' },
  'registration.validateUser': { foreign: 'public' },
  'registration.validateCouponCode': { foreign: 'public' },
  'registration.registerPrivate': { foreign: 'public' },
  'registration.registerCompany': { foreign: 'public' },
  'registration.validateOrgName': { foreign: 'public' },
  'registration.validateCompany': { foreign: 'public' },
  'registration.lookUpOrganisation': { foreign: 'public' },
  'coupons.listCoupons': { foreign: 'refused' },
  'coupons.createCoupon': { foreign: 'refused', body: { note: '', maxUses: 1, validUntil: null } },
  'coupons.closeCoupon': { foreign: 'refused' },
  'customers.listCustomers': { foreign: 'seesNothing' },
  'customers.getCustomer': { foreign: 'refused' },
  'customers.createCustomer': { foreign: 'refused', body: { ...customerBody, kind: 'district' } },
  'customers.updateCustomer': { foreign: 'refused', body: customerBody },
  'customers.moveCustomer': { foreign: 'refused', body: { parentId: null } },
  'customers.listAlarmCentres': { foreign: 'seesNothing' },
  'assignments.assignDevice': { foreign: 'refused', body: { custId: 1 } },
  'audit.listAudit': { foreign: 'seesNothing' },
  'audit.verifyAudit': { foreign: 'refused' },
  'audit.getAuditRetention': { foreign: 'refused' },
  'audit.saveAuditRetention': { foreign: 'refused', body: { days: 30 } },
  'rolePolicies.getRolePolicies': { foreign: 'refused' },
  'rolePolicies.saveRolePolicy': {
    foreign: 'refused',
    body: { role: 'TRACKER', policy: 'NAME_CHANGE', status: 'active', information: null },
  },
  'personalData.findPersonalData': { foreign: 'seesNothing' },
  'personalData.getUserData': { foreign: 'refused' },
  'personalData.getWearerData': { foreign: 'refused' },
  'personalData.recordUserConsent': {
    foreign: 'refused',
    body: { kind: 'email', state: 'given', saidAt: null, note: '' },
  },
  'personalData.recordWearerConsent': {
    foreign: 'refused',
    body: { kind: 'positions', state: 'given', saidAt: null, note: '' },
  },
  'personalData.exportUserData': { foreign: 'refused' },
  'personalData.exportWearerData': { foreign: 'refused' },
  'personalData.eraseUser': { foreign: 'refused', body: { confirmation: 'meant@test.example' } },
  'personalData.eraseWearer': { foreign: 'refused', body: { confirmation: 'HEMMELIG1', replaceName: false } },
  'administration.listUnknownDevices': { foreign: 'refused' },
  'outbox.listOutbox': { foreign: 'refused' },
  'outbox.readMail': { foreign: 'refused' },
};

const topics: { [T in LiveTopicName]: 'refused' | 'seesNothing' } = {
  devices: 'seesNothing',
  alarms: 'seesNothing',
  device: 'refused',
  transactions: 'refused',
};

/** Found in any answer, it gives us away. */
const secretName = 'Hemmelig enhet';

const code = 'HEMMELIG22';

let server: TestServer;
let ids: Record<
  'sessionId' | 'userId' | 'custId' | 'deviId' | 'alarmId' | 'tranId' | 'mailId' | 'assignmentId',
  number
>;
let owner: string;
let foreign: string;
let unentitled: string;
let tracker: string;

beforeAll(async () => {
  server = await startTestServer();
  await server.app.start();
  const { db } = server;
  const custId = await createCustomer(db, { firmName: 'Hemmelig enhet og kunde' });
  const { deviId } = await createDevice(db, { custId, deviceName: secretName, serial: 'HEMMELIG1' });
  const tranId = await createTransaction(db, { deviId, custId });
  const elsewhere = await createCustomer(db);
  const administrator = await createUser(db, { role: 'SUPERFIRM', custId: null }, 'owner@test.example');
  owner = await server.loginAs(administrator);
  await server.loginAs(administrator); // a second session, to be ended
  const sessionId = Math.max(...(await db.select().from(sessions)).map((session) => session.sessionId));
  const alarmId = await createAlarm(db, { deviId, custId, tranId });
  await db.insert(couponCodes).values({ code, custId, note: secretName, maxUses: 1, createdAt: new Date() });
  const { userId } = await createUser(db, { role: 'RESTRICTED_USER', custId }, 'meant@test.example');
  await db.update(users).set({ lastName: secretName }).where(eq(users.userId, userId));
  const values = { path: '/gdpr' };
  await queueMail(db, { to: 'owner@test.example', language: 'nb', template: 'gdpr', values });
  const ended = { deviId, custId, beginsAt: new Date(0), endsAt: new Date(1) };
  const [assignment] = await db.insert(deviceAssignments).values(ended).returning();
  const assignmentId = assignment?.assignmentId ?? 0;
  ids = { mailId: 1, assignmentId, sessionId, userId, custId, deviId, tranId, alarmId };
  foreign = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: elsewhere }));
  unentitled = await server.loginAs(await createUser(db));
  tracker = await server.loginAs(await createUser(db, { role: 'TRACKER', custId }));
  await db.update(users).set({ twoFactorPending: twoFactorSecret });
  await db.update(users).set({ twoFactorSecret }).where(eq(users.userId, userId));
});
afterAll(() => server.close());

const all = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, endpoint]: [string, Endpoint]) => ({
    name: `${group}.${name}`,
    endpoint,
  })),
);

const fill = (pattern: string) =>
  pattern.replaceAll(/:(\w+)/g, (_whole, name: string) => String({ ...ids, code }[name]));

const callAs = (endpoint: Endpoint, name: string, cookie: string | undefined) =>
  server.call(endpoint.method, `${fill(endpoint.path)}${endpoints[name]?.query ?? ''}`, {
    ...(cookie === undefined ? {} : { as: cookie }),
    ...(endpoints[name]?.body === undefined ? {} : { body: endpoints[name].body }),
  });

test('every call and every topic has its expectation here', () => {
  expect(Object.keys(endpoints).sort()).toEqual(all.map(({ name }) => name).sort());
  expect(Object.keys(topics).sort()).toEqual(Object.keys(liveTopics).sort());
});

describe.each(all.filter(({ name }) => endpoints[name]?.foreign !== 'public'))(
  '$name',
  ({ name, endpoint }) => {
    test('refuses who is not logged in, or comes with a made-up session', async () => {
      for (const cookie of [undefined, 'varde_session=made-up', `${owner}x`]) {
        const answer = await callAs(endpoint, name, cookie);
        expect(answer).toMatchObject({ status: 401, body: { code: 'notLoggedIn' } });
      }
    });

    test('refuses who holds no policy at all', async () => {
      if (endpoint.permission === 'session') return;
      expect(await callAs(endpoint, name, unentitled)).toMatchObject({
        status: 403,
        body: { code: 'notAllowed' },
      });
    });

    test('gives nothing of ours to a user of another customer', async () => {
      const answer = await callAs(endpoint, name, foreign);
      expect(JSON.stringify(answer.body)).not.toContain(secretName);
      if (endpoints[name]?.foreign === 'refused') expect([403, 404]).toContain(answer.status);
      else expect(answer.status).toBe(200);
    });

    test('answers who may call it, so that the refusals above mean something', async () => {
      expect((await callAs(endpoint, name, owner)).status).toBe(200);
    });
  },
);

test('a foreign device, customer or user and one that does not exist are told apart by nobody', async () => {
  const byDevice = all.filter(({ endpoint }) =>
    /:(deviId|alarmId|custId|userId|assignmentId)/.test(endpoint.path),
  );
  for (const { name, endpoint } of byDevice) {
    const missing = endpoint.path.replaceAll(
      /:(deviId|alarmId|tranId|custId|userId|assignmentId|code)/g,
      '987654',
    );
    const body = endpoints[name]?.body;
    const there = await callAs(endpoint, name, foreign);
    const absent = await server.call(endpoint.method, `${missing}${endpoints[name]?.query ?? ''}`, {
      as: foreign,
      ...(body === undefined ? {} : { body }),
    });
    expect([absent.status, absent.body], name).toEqual([there.status, there.body]);
  }
});

test('calls that change something refuse to work without the context header, whoever calls', async () => {
  for (const { name, endpoint } of all.filter(({ endpoint: { method } }) => method !== 'GET')) {
    for (const value of ['', 'proffweb', 'X']) {
      const answer = await server.call(endpoint.method, fill(endpoint.path), {
        as: owner,
        headers: { 'x-varde-context': value },
      });
      expect(answer, name).toMatchObject({ status: 400, body: { code: 'contextMissing' } });
    }
  }
});

test('a tracker sees the device and neither its log nor its settings', async () => {
  expect((await server.call('GET', `/ajax/devices/${ids.deviId}`, { as: tracker })).status).toBe(200);
  for (const part of ['transactions', 'settings'])
    expect((await server.call('GET', `/ajax/devices/${ids.deviId}/${part}`, { as: tracker })).status).toBe(
      403,
    );
});

describe.each(Object.entries(liveTopics))('topic %s', (name, { destination }) => {
  const subscribe = async (cookie: string) => {
    const client = await openLiveClient(server.port(), { cookie });
    client.send('SUBSCRIBE', { id: 'a', destination: fill(destination), receipt: 'r' });
    const answer = await Promise.race([client.next('RECEIPT'), client.next('ERROR')]);
    return { client, answer };
  };

  test('refuses who holds no policy at all', async () => {
    const { client, answer } = await subscribe(unentitled);
    expect(answer).toMatchObject({ command: 'ERROR', headers: { message: 'notAllowed' } });
    client.close();
  });

  test('gives nothing of ours to a user of another customer', async () => {
    const { client, answer } = await subscribe(foreign);
    if (topics[name as LiveTopicName] === 'refused') expect(answer.command).toBe('ERROR');
    else {
      expect(answer.command).toBe('RECEIPT');
      const first = name === 'alarms' ? await client.next('MESSAGE') : null;
      expect(first?.body ?? '').not.toContain(secretName);
    }
    client.close();
  });

  test('is open to who may see it', async () => {
    const { client, answer } = await subscribe(owner);
    expect(answer.command).toBe('RECEIPT');
    client.close();
  });
});
