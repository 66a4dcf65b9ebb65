import { metyId } from '@varde/catalogue/message-types';
import type { DeviceReport } from '@varde/catalogue/report';
import { createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { commands } from '#domain/commands/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { deviceSettings } from '#domain/settings/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';

let opened: OpenDatabase;
let processing: TestProcessing;
let custId: number;
let device: TestDevice;
let other: TestDevice;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  custId = await createCustomer(opened.db);
  device = await createDevice(opened.db, { custId });
  other = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  processing = await startProcessing(opened.db);
});

const minute = 60_000;
const contested = { contested: true } as const;
function speak(report: Partial<DeviceReport>, given: Parameters<typeof messageUplink>[3] = {}, { identity } = device) {
  return processing.bus.publishUplink(messageUplink(identity, processing.clock.now(), report, given));
}
const origin = ({ identity } = device, connectionId = '2') => {
  const { report: _, ...rest } = messageUplink(identity, processing.clock.now(), [], { connectionId });
  return { ...rest, remoteAddress: '198.51.100.9' };
};
const claims = [
  { connectionId: '1', address: '192.0.2.7' },
  { connectionId: '2', address: '198.51.100.9' },
];
const contest = (of = device) => processing.bus.publishUplink({ ...origin(of), kind: 'identityContested', claims });
const settle = (connectionId = '1', of = device) =>
  processing.bus.publishUplink({ ...origin(of, connectionId), kind: 'identitySettled' });
const disconnect = (connectionId: string) =>
  processing.bus.publishUplink({ ...origin(device, connectionId), kind: 'disconnected' });

const stateOf = async ({ deviId } = device) => {
  const [row] = await opened.db.select().from(devices).where(eq(devices.deviId, deviId));
  return row;
};
const technical = () =>
  opened.db
    .select()
    .from(transactions)
    .where(eq(transactions.metyId, metyId.technical))
    .orderBy(asc(transactions.tranId));
async function addCommand(command: object = { kind: 'writeSettings', values: { trackingInterval: 60 } }) {
  const createdAt = new Date(processing.clock.now());
  const values = {
    deviId: device.deviId,
    command,
    createdAt,
    state: 'sent',
    sentOn: 'eview',
    ref: 'r1',
  } as const;
  await opened.db.insert(commands).values(values);
}
const commandStates = async () =>
  (await opened.db.select().from(commands).orderBy(commands.commandId)).map(({ state }) => state);

describe('while several connections claim a device', () => {
  const answer = { confirmations: [{ ref: 'r1', ok: true }] };

  test('confirmations from any of them are ignored', async () => {
    await addCommand();
    expect(await speak(answer, contested)).toBe('stored');
    expect(await speak(answer, { ...contested, connectionId: '2' })).toBe('stored');
    expect(await commandStates()).toEqual(['sent']);
    expect(await opened.db.select().from(deviceSettings)).toEqual([]);
    await speak(answer);
    expect(await commandStates()).toEqual(['confirmed']);
  });

  test('refusals are ignored too, and reported settings are logged without being stored', async () => {
    await addCommand({ kind: 'readSettings' });
    await speak({ confirmations: [{ ref: 'r1', ok: false }] }, contested);
    await speak({ settings: { trackingInterval: 120 } }, contested);
    expect(await commandStates()).toEqual(['sent']);
    expect(await opened.db.select().from(deviceSettings)).toEqual([]);
    expect(await opened.db.select().from(transactions)).toMatchObject([{ metyId: metyId.settingsReport }]);
    expect(processing.events.filter(({ type }) => type === 'devicePage')).toEqual([]);
  });

  test('alarms of each of them are raised', async () => {
    await speak({ samples: [sosSample()] }, contested);
    await speak({ samples: [sosSample()] }, { ...contested, connectionId: '2' });
    expect(await opened.db.select().from(alarms)).toMatchObject([{ signalCount: 2, state: 'open' }]);
  });

  test('confirmations of other devices in the same batch are taken', async () => {
    await addCommand();
    await Promise.all([
      speak({ samples: [sampleOf()] }, contested, other),
      speak(answer),
      speak({ samples: [sampleOf()] }, contested, other),
    ]);
    expect(await commandStates()).toEqual(['confirmed']);
  });
});

describe('a known contest', () => {
  test('is a technical warning on the device, with the claimants and their addresses', async () => {
    await speak({ samples: [sampleOf()] });
    processing.events.length = 0;
    expect(await contest()).toBe('recorded');
    expect(await stateOf()).toMatchObject({
      flags: ['unknownWarning', 'generalWarning'],
      status: 'general',
    });
    expect(await technical()).toMatchObject([
      {
        deviId: device.deviId,
        custId,
        direction: 'S',
        detail: { code: 'identityContested', addresses: ['192.0.2.7', '198.51.100.9'] },
      },
    ]);
    expect(processing.events).toMatchObject([
      { type: 'device', deviId: device.deviId, device: { generalWarning: true, status: 'general' } },
      { type: 'transactions', transactions: [{ metyId: metyId.technical, technical: 'identityContested' }] },
    ]);
    expect((await stateOf(other))?.flags).toEqual([]);
  });

  test('is an entry in the audit log of its customer', async () => {
    await contest();
    const [entry, ...more] = await opened.db.select().from(auditEntries);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      action: 'device.identityContested',
      custId,
      deviId: device.deviId,
      userId: null,
    });
    expect(JSON.parse(entry?.content ?? '')).toMatchObject({
      address: '198.51.100.9',
      after: { addresses: ['192.0.2.7', '198.51.100.9'] },
    });
  });

  test('that begins again and again is recorded every ten minutes for each device', async () => {
    for (let round = 0; round < 3; round++) {
      await contest();
      await settle();
    }
    await contest(other);
    expect(await technical()).toHaveLength(2);
    processing.clock.advance(10 * minute - 1);
    await contest();
    expect(await technical()).toHaveLength(2);
    expect((await stateOf())?.flags).toContain('unknownWarning');
    processing.clock.advance(1);
    await contest();
    expect(await technical()).toHaveLength(3);
    expect(await opened.db.select().from(auditEntries)).toHaveLength(3);
  });

  test('lasts until a message shows that one connection is left, or the gateway reports it', async () => {
    for (const end of [() => settle(), () => speak({ samples: [sampleOf()] })]) {
      await contest();
      await speak({ samples: [sampleOf()] }, contested);
      expect((await stateOf())?.flags).toContain('unknownWarning');
      await end();
      expect(await stateOf()).toMatchObject({ flags: [], status: 'clear' });
    }
  });

  test('keeps its warning when it comes in one batch with earlier uplinks', async () => {
    await Promise.all([speak({ samples: [sampleOf()] }), contest()]);
    expect((await stateOf())?.flags).toContain('unknownWarning');
  });

  test('for an unregistered device changes nothing', async () => {
    const nobody = { identity: '869999999999999', deviId: 0, token: null };
    expect(await contest(nobody)).toBe('recorded');
    expect(await settle('1', nobody)).toBe('recorded');
    expect([await technical(), await opened.db.select().from(auditEntries)]).toEqual([[], []]);
  });
});

test('when the newer connection ends, the device is connected on the older one and gets the waiting commands, answered or not', async () => {
  await addCommand();
  await speak({ samples: [sampleOf()] }, { connectionId: '1' });
  await speak({ samples: [sampleOf()] }, { ...contested, connectionId: '2' });
  await vi.waitFor(() => expect(processing.downlinks).toHaveLength(2)); // which the gateway sends to neither
  processing.downlinks.length = 0;
  await disconnect('2');
  expect((await stateOf())?.connected).toBe(false);
  await settle('1');
  expect((await stateOf())?.connected).toBe(true);
  await vi.waitFor(() => expect(processing.downlinks).toMatchObject([{ identity: device.identity }]));
});

test('when the older connection ends, waiting commands are offered again at once', async () => {
  await speak({ samples: [sampleOf()] }, { ...contested, connectionId: '2' });
  await opened.db.insert(commands).values({
    deviId: device.deviId,
    command: { kind: 'findMe' },
    createdAt: new Date(processing.clock.now()),
  });
  processing.bus.publishCommandsChanged(device.deviId);
  await vi.waitFor(() => expect(processing.downlinks).toHaveLength(1));
  await settle('2');
  await vi.waitFor(() => expect(processing.downlinks).toHaveLength(2));
});
