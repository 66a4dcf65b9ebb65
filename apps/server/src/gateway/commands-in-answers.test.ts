import type { DeviceReport } from '@varde/catalogue/report';
import { http, type OpenCommand, readCommands, writeRequest } from '@varde/protocols/open/index';
import { createCustomer, createDevice, speaksHttp, type TestDevice } from '@varde/testing/factories';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { queueCommand } from '#domain/commands/commands.ts';
import { commands } from '#domain/commands/tables.ts';
import { settingsOf } from '#domain/settings/device-settings.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { createGateway } from './create-gateway.ts';
import type { GatewayServer } from './stream-server.ts';

let opened: OpenDatabase;
let processing: TestProcessing;
let server: GatewayServer;
let device: TestDevice;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  const custId = await createCustomer(opened.db);
  device = await speaksHttp(opened.db, await createDevice(opened.db, { custId, dehaId: 13, identity: 'unit-1' }));
  processing = await startProcessing(opened.db);
  const { bus, clock } = processing;
  const log = createLog({ level: 'silent' });
  server = createGateway(http, { gatewayId: 'test', bus, clock, log, port: 0, host: '127.0.0.1' });
  await server.start();
});
afterEach(async () => {
  await server.stop();
  await processing.runner.stop();
});

const nothing: DeviceReport = { samples: [], confirmations: [] };
async function post(report: DeviceReport, token = device.token ?? '') {
  const { url, authorization = '', body } = writeRequest(report, { identity: device.identity, token });
  const answer = await fetch(`http://127.0.0.1:${server.port()}${url}`, {
    method: 'POST',
    headers: { authorization },
    body,
  });
  return { status: answer.status, commands: readCommands(await answer.text()) };
}
const queue = (command: OpenCommand) =>
  queueCommand(opened.db, {
    deviId: device.deviId,
    command,
    userId: null,
    at: new Date(processing.clock.now()),
  });
const states = async () =>
  (await opened.db.select().from(commands).orderBy(commands.commandId)).map(({ state }) => state);

test('a command leaves in the answer to a request, and is confirmed by its number', async () => {
  const commandId = await queue({ kind: 'startLearning', seconds: 180 });
  expect(await post(nothing)).toEqual({
    status: 200,
    commands: [{ ref: String(commandId), command: { kind: 'startLearning', seconds: 180 } }],
  });
  await expect.poll(states).toEqual(['sent']);
  expect(await post({ samples: [], confirmations: [{ ref: String(commandId), ok: true }] })).toEqual({
    status: 200,
    commands: [],
  });
  expect(await states()).toEqual(['confirmed']);
});

test('commands leave one at a time, the oldest first, each when the one before is answered', async () => {
  const first = await queue({ kind: 'syncSensors' });
  const second = await queue({ kind: 'deleteSensor', gatewayId: '42' });
  expect((await post(nothing)).commands.map(({ ref }) => ref)).toEqual([String(first)]);
  await expect.poll(states).toEqual(['sent', 'pending']);
  expect((await post(nothing)).commands).toEqual([]);
  const refused = { ref: String(first), ok: false, detail: 'busy' };
  expect((await post({ samples: [], confirmations: [refused] })).commands.map(({ ref }) => ref)).toEqual([
    String(second),
  ]);
  await expect.poll(states).toEqual(['failed', 'sent']);
});

test('a command in an answer is in the log of the unit as it was sent, with stars for passwords', async () => {
  const commandId = await queue({ kind: 'writeSettings', values: { smsPassword: '471147' } });
  const { commands: given } = await post(nothing);
  expect(given).toMatchObject([{ command: { values: { smsPassword: '471147' } } }]);
  await expect.poll(states).toEqual(['sent']);
  const [row] = await opened.db.select().from(transactions);
  expect(row).toMatchObject({ direction: 'O', tranSource: 1, detail: { values: { smsPassword: '******' } } });
  expect(JSON.parse(Buffer.from(row?.raw ?? []).toString())).toEqual({
    commands: [{ ref: String(commandId), command: 'writeSettings', settings: { smsPassword: '******' } }],
  });
});

test('a password that a unit reports is in no frame of its log', async () => {
  await post({ ...nothing, settings: { smsPassword: '471147' } });
  const [row] = await opened.db.select().from(transactions);
  const raw = Buffer.from(row?.raw ?? []).toString();
  expect(raw).toContain('"smsPassword":"******"');
  expect(raw).not.toContain('471147');
});

const reportedOf = async (key: string) => (await settingsOf(opened.db, device.deviId)).get(key)?.reported;

test('a setting leaves in the answer to a request, and counts as reported when the device reports it', async () => {
  const commandId = await queue({ kind: 'writeSettings', values: { fallDownAlert: true } });
  const { commands: given } = await post(nothing);
  expect(given).toEqual([
    { ref: String(commandId), command: { kind: 'writeSettings', values: { fallDownAlert: true } } },
  ]);
  expect(await reportedOf('fallDownAlert')).toBeUndefined();
  await expect.poll(states).toEqual(['sent']);
  await post({ samples: [], confirmations: [{ ref: String(commandId), ok: true }] });
  expect(await states()).toEqual(['confirmed']);
  expect(await reportedOf('fallDownAlert')).toBeUndefined();
  await post({ samples: [], confirmations: [], settings: { fallDownAlert: true } });
  expect(await reportedOf('fallDownAlert')).toBe(true);
});

test('the settings that a device reports are stored, and unknown keys and impossible values are in its log alone', async () => {
  const body = { device: device.identity, settings: { fallDownAlert: false, tiltAngle: 1e6, dance: 1 } };
  await fetch(`http://127.0.0.1:${server.port()}/v1/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${device.token}` },
    body: JSON.stringify(body),
  });
  expect(await settingsOf(opened.db, device.deviId)).toEqual(
    new Map([['fallDownAlert', expect.objectContaining({ reported: false, desired: null })]]),
  );
  const rows = await opened.db.select().from(transactions);
  expect(JSON.stringify(rows)).toContain('settings.tiltAngle');
  expect(JSON.stringify(rows)).toContain('settings.dance');
});

test('a request with a wrong token gets no command, and no answer but that', async () => {
  await queue({ kind: 'syncSensors' });
  expect(await post(nothing, 'wrong')).toEqual({ status: 401, commands: [] });
  expect(await states()).toEqual(['pending']);
});

test('a request for commands is no message of the log, and a command never waits for one', async () => {
  await post(nothing);
  expect(await opened.db.select().from(transactions)).toEqual([]);
});

test('an alarm is raised and answered also when the sensors of its unit cannot be stored', async () => {
  await opened.db.execute(sql`alter table sensors add constraint broken check (false) not valid`);
  const at = processing.clock.now();
  const answer = await post({
    samples: [
      {
        ...{ metyId: 22, events: [{ metyId: 22, code: 'wanderer', at }], at, historical: false },
        sensor: '4100010',
      },
    ],
    confirmations: [],
    sensors: { all: [{ gatewayId: '4100010', name: 'Inngangsdør' }] },
  });
  await opened.db.execute(sql`alter table sensors drop constraint broken`);
  expect(answer.status).toBe(200);
  expect(await opened.db.select({ metyId: alarms.metyId }).from(alarms)).toEqual([{ metyId: 22 }]);
});

test('an alarm of a sensor that is reported in the same request has its name, and one of an unknown sensor its number', async () => {
  const alarm = (sensor: string, metyId: 22 | 27): DeviceReport['samples'][number] => ({
    ...{ metyId, events: [{ metyId, code: 'door', at: null }], at: null, historical: false, sensor },
  });
  await post({
    samples: [alarm('4100010', 22), alarm('9', 27)],
    confirmations: [],
    sensors: { all: [{ gatewayId: '4100010', name: 'Inngangsdør' }] },
  });
  const places = await opened.db.select({ metyId: alarms.metyId, place: alarms.place }).from(alarms);
  expect(places).toContainEqual({ metyId: 22, place: 'Inngangsdør' });
  expect(places).toContainEqual({ metyId: 27, place: '9' });
});
