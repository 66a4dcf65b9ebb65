import { metyId } from '@varde/catalogue/message-types';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { messagesIn } from '@varde/testing/messages';
import { startTestServer, type TestAnswer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { commands } from '#domain/commands/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { outbox } from '#domain/messages/tables.ts';
import { ProviderRefused, ProviderUncertain } from '#platform/delivery/provider-answers.ts';
import { createLog } from '#platform/log/log.ts';
import type { OutgoingSms, SmsSender } from '#platform/sms/sms-sender.ts';
import { commandRetries } from '../../jobs/command-retries.ts';
import type { Job, JobContext } from '../../jobs/job.ts';
import { createJobContext } from '../../jobs/job-context.ts';
import { messageDelivery } from '../../jobs/message-delivery.ts';
import { retention } from '../../jobs/retention.ts';

let server: TestServer;
let context: JobContext;
let clock: ManualClock;
let homes: { mine: number; other: number };
let deviId: number;
const as = { manager: '', nurse: '', neighbour: '' };
const number = '+47580012345678';

/** The gateway: the SMS it received, and its answer. */
const handed: OutgoingSms[] = [];
let answer: () => Promise<string | null>;
const gateway: SmsSender = {
  send: async (sms) => {
    handed.push(sms);
    return answer();
  },
};

beforeAll(async () => {
  clock = createManualClock();
  server = await startTestServer({ clock, environment: { VARDE_DEVICE_ADDRESS: 'alarm.example.no:7700' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  handed.length = 0;
  answer = async () => 'gw-1';
  const { db, bus } = server;
  context = createJobContext({ db, bus, clock, log: createLog({ level: 'silent' }) });
  const city = await createCustomer(db);
  homes = {
    mine: await createCustomer(db, { kind: 'home', parentId: city }),
    other: await createCustomer(db, { kind: 'home', parentId: city }),
  };
  deviId = await watchOf(homes.mine);
  const login = async (role: 'RESTRICTED_USER' | 'SUPERFIRM', custId: number) =>
    server.loginAs(await createUser(db, { role, custId }));
  as.manager = await login('SUPERFIRM', city);
  as.nurse = await login('RESTRICTED_USER', homes.mine);
  as.neighbour = await login('RESTRICTED_USER', homes.other);
});

async function watchOf(custId: number, phone: string | null = number): Promise<number> {
  const made = await createDevice(server.db, { custId, dehaId: 34 });
  const row = eq(devices.deviId, made.deviId);
  await server.db.update(devices).set({ formattedPhoneNumE164: phone }).where(row);
  return made.deviId;
}
const press = (action: string, who = as.manager, device = deviId): Promise<TestAnswer> =>
  server.call('POST', `/ajax/devices/${device}/actions/${action}`, { as: who, body: {} });
async function shown(): Promise<[string, string, string | null][]> {
  const { body }: TestAnswer = await server.call('GET', `/ajax/devices/${deviId}/commands`, {
    as: as.manager,
  });
  return body.commands.map(({ action, state, reason }: Record<string, string>) => [action, state, reason]);
}
const report = (token: string | undefined, status: string) =>
  server.call('POST', `/ajax/sms-reports/${token}`, {
    body: `status=${status}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const messages = () => messagesIn(server.db);
async function run(sender: SmsSender | null = gateway, ...jobs: Job[]): Promise<void> {
  const sms = sender && { sender, reportsTo: null, takesReplies: false };
  for (const job of [...jobs, messageDelivery.sms]) await job.run({ ...context, sms });
}

test.each([
  ['[C1.11 D7.065] a reboot by SMS', 'smsReboot', 'pw,123456,reset#', 'device.smsReboot'],
  ['[C1.10 D7.066] a reset by SMS', 'smsReset', 'pw,123456,factory#', 'device.smsReset'],
  [
    '[D7.004] the call that connects a device',
    'smsConnect',
    'pw,123456,ip,alarm.example.no,7700#',
    'device.smsConnect',
  ],
])('%s (%s) waits in the outbox, and is sent as the SMS of the hardware, once', async (_ids, action, text, audit) => {
  const pressed = await press(action);
  expect(pressed).toMatchObject({ status: 200, body: { action, state: 'pending', abilities: ['cancel'] } });
  expect(await messages()).toMatchObject([{ deviId, recipient: number, content: text, state: 'queued' }]);
  await run();
  expect(handed).toEqual([{ id: expect.stringMatching(/^varde-sms-/), to: number, text, reportUrl: null }]);
  expect(await shown()).toEqual([[action, 'sent', null]]);
  expect(await messages()).toMatchObject([{ state: 'sent', receipt: 'gw-1', tries: 1 }]);
  clock.advance(3_600_000);
  await run();
  expect(handed).toHaveLength(1);
  const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.deviId, deviId));
  expect(entries.map((entry) => entry.action)).toContain(audit);
});

test('an SMS that has left is in the log of the device, with stars for its password; one that has not is not', async () => {
  const logged = async () => {
    const { body } = await server.call('GET', `/ajax/devices/${deviId}/transactions`, { as: as.manager });
    return body.transactions;
  };
  await press('smsConnect');
  await run(null);
  expect(await logged()).toEqual([]);
  await run();
  const [row] = await logged();
  expect(row).toMatchObject({
    metyId: metyId.command,
    command: 'smsConnect',
    direction: 'O',
    tranSource: 2,
    recTs: clock.now(),
  });
  const { body } = await server.call('GET', `/ajax/devices/${deviId}/transactions/${row.tranId}`, { as: as.manager });
  expect(Buffer.from(body.raw, 'hex').toString()).toBe('pw,******,ip,alarm.example.no,7700#');
  answer = async () => {
    throw new ProviderRefused('no such number');
  };
  await press('smsReboot');
  await run();
  expect(await logged()).toHaveLength(1);
});

test('an SMS has the password that the device has received last, also while another one waits or could not be sent', async () => {
  const write = (password: string, state: 'confirmed' | 'pending' | 'expired') =>
    server.db.insert(commands).values({
      ...{ deviId, state, createdAt: new Date(clock.now()) },
      command: { kind: 'writeSettings', values: { smsPassword: password } },
    });
  await write('111111', 'confirmed');
  await write('047114', 'confirmed');
  await write('222222', 'expired');
  await write('333333', 'pending');
  await press('smsReboot');
  expect(await messages()).toMatchObject([{ content: 'pw,047114,reset#' }]);
});

test('a second press while the first SMS waits queues no other', async () => {
  const [first, second] = await Promise.all([press('smsReboot'), press('smsReboot')]);
  expect(first.body.commandId).toBe(second.body.commandId);
  expect(await messages()).toHaveLength(1);
});

test('without a gateway the SMS waits, and the answer says why; it is sent once there is one', async () => {
  expect((await press('smsReboot')).body).toMatchObject({ state: 'pending', reason: 'noSmsGateway' });
  await run(null);
  expect(await shown()).toEqual([['smsReboot', 'pending', 'noSmsGateway']]);
  await run();
  expect(await shown()).toEqual([['smsReboot', 'sent', null]]);
});

test('each device is led to the port of its own protocol, and nowhere without an address', async () => {
  const ports = { VARDE_WATCH_PORT: '5093', VARDE_EVIEW_PORT: '5084' };
  for (const [environment, watch, eview] of [
    [{ VARDE_DEVICE_ADDRESS: '192.0.2.7' }, 'pw,123456,ip,192.0.2.7,5093#', 'IP1,192.0.2.7,5084'],
    [{ VARDE_DEVICE_ADDRESS: '192.0.2.7:7700' }, 'pw,123456,ip,192.0.2.7,7700#', 'noDeviceAddress'],
    [{}, 'noDeviceAddress', 'noDeviceAddress'],
  ] as const) {
    const other = await startTestServer({ environment: { ...ports, ...environment } });
    const custId = await createCustomer(other.db);
    const who = await other.loginAs(await createUser(other.db, { role: 'SUPERFIRM', custId }));
    for (const [dehaId, expected] of [
      [34, watch],
      [25, eview],
    ] as const) {
      const made = await createDevice(other.db, { custId, dehaId });
      await other.db.update(devices).set({ formattedPhoneNumE164: number });
      const path = `/ajax/devices/${made.deviId}/actions/smsConnect`;
      const { body }: TestAnswer = await other.call('POST', path, { as: who, body: {} });
      const [queued] = await other.db.select().from(outbox).where(eq(outbox.deviId, made.deviId));
      expect(queued?.content ?? body.code).toBe(expected);
    }
    await other.close();
  }
});

test('a server with a gateway does not say that one is missing', async () => {
  const other = await startTestServer({ environment: { VARDE_SMS_URL: 'http://127.0.0.1:1/sms' } });
  const custId = await createCustomer(other.db);
  const made = await createDevice(other.db, { custId, dehaId: 34 });
  await other.db.update(devices).set({ formattedPhoneNumE164: number });
  const who = await other.loginAs(await createUser(other.db, { role: 'SUPERFIRM', custId }));
  const path = `/ajax/devices/${made.deviId}/actions/smsReboot`;
  expect(await other.call('POST', path, { as: who, body: {} })).toMatchObject({ body: { reason: null } });
  await other.close();
});

test.each([null, '', '+47580', '90000001', '+47 90000001', `+${'4'.repeat(21)}`])(
  'a device with the phone number %j is refused, and nothing is queued',
  async (phone) => {
    const without = await watchOf(homes.mine, phone);
    expect(await press('smsReset', as.manager, without)).toMatchObject({
      status: 409,
      body: { code: 'noPhoneNumber' },
    });
    expect(await messages()).toEqual([]);
  },
);

test.each(['+475800', `+${'4'.repeat(20)}`])('an SMS can be sent to the number %s', async (phone) => {
  const device = await watchOf(homes.mine, phone);
  expect((await press('smsReset', as.manager, device)).status).toBe(200);
  expect(await messages()).toMatchObject([{ recipient: phone }]);
});

test('a failing gateway is retried, with growing delays, until the command has expired', async () => {
  answer = () => Promise.reject(new Error('the gateway answered 500'));
  await press('smsReboot');
  const passes: number[] = [];
  for (let second = 0; second < 3600; second += 5) {
    const before = handed.length;
    await run();
    if (handed.length > before) passes.push(second);
    clock.advance(5000);
  }
  expect(passes.slice(0, 5)).toEqual([0, 15, 45, 105, 225]);
  expect(await shown()).toEqual([['smsReboot', 'pending', 'noSmsGateway']]);
  expect(await messages()).toMatchObject([{ state: 'queued', reason: 'the gateway answered 500' }]);
  clock.advance(1);
  const tried = handed.length;
  await run(gateway, commandRetries);
  expect(await shown()).toEqual([['smsReboot', 'expired', 'notSent']]);
  expect(await messages()).toMatchObject([{ state: 'failed', reason: 'withdrawn' }]);
  expect(handed).toHaveLength(tried);
});

test('an SMS that may have left is not sent again, since a restart must not run twice', async () => {
  answer = () => Promise.reject(new ProviderUncertain('the gateway did not answer'));
  await press('smsReboot');
  await run();
  expect(await messages()).toMatchObject([{ state: 'sent', reason: 'the gateway did not answer' }]);
  clock.advance(600_000);
  await run();
  expect(handed).toHaveLength(1);
});

test('an SMS that the gateway refuses permanently is not retried', async () => {
  answer = () => Promise.reject(new ProviderRefused('the gateway answered 422'));
  await press('smsReboot');
  await run();
  expect(await shown()).toEqual([['smsReboot', 'failed', 'gatewayRefused']]);
  clock.advance(3_600_000);
  await run();
  expect(handed).toHaveLength(1);
});

test('an SMS that did not arrive shows as a command that failed; one that did stays sent', async () => {
  await press('smsReboot');
  await run();
  const [sms] = await messages();
  await report(sms?.reportToken, 'sent');
  expect(await shown()).toEqual([['smsReboot', 'sent', null]]);
  await report(sms?.reportToken, 'failed');
  expect(await shown()).toEqual([['smsReboot', 'failed', 'gatewayRefused']]);
  await press('smsReset');
  await run();
  await report((await messages())[1]?.reportToken, 'delivered');
  expect(await shown()).toContainEqual(['smsReset', 'sent', null]);
});

test('an SMS that is cancelled before it is sent is not sent', async () => {
  const { commandId } = (await press('smsReset')).body;
  const cancelled = await server.call('DELETE', `/ajax/devices/${deviId}/commands/${commandId}`, {
    as: as.manager,
  });
  expect(cancelled).toMatchObject({ status: 200, body: { state: 'cancelled' } });
  await run();
  expect(handed).toEqual([]);
});

test('an SMS that waits when the device is handed over is not sent to the next wearer', async () => {
  await press('smsReset');
  await server.call('POST', `/ajax/devices/${deviId}/assignments`, {
    as: as.manager,
    body: { custId: homes.other },
  });
  await run();
  expect(handed).toEqual([]);
  expect(await shown()).toEqual([['smsReset', 'cancelled', 'handedOver']]);
});

test('another customer, and users without the policy, send no SMS', async () => {
  expect((await press('smsReboot', as.neighbour)).status).toBe(404);
  const tracker = await server.loginAs(await createUser(server.db, { role: 'TRACKER', custId: homes.mine }));
  expect((await press('smsReboot', tracker)).status).toBe(403);
  const { deviId: trigger } = await createDevice(server.db, { custId: homes.mine, dehaId: 23 });
  expect((await press('smsReboot', as.manager, trigger)).status).toBe(403);
  expect(await messages()).toEqual([]);
});

test('an SMS that was sent is deleted after 30 days', async () => {
  await press('smsReboot');
  clock.advance(30 * 86_400_000);
  await run(gateway, retention);
  expect(await messages()).toHaveLength(1);
  clock.advance(1);
  await run(gateway, retention);
  expect(await messages()).toEqual([]);
});
