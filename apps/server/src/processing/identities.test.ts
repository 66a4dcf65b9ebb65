import type { DeviceReport } from '@varde/catalogue/report';
import { createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarmSignals, alarms } from '#domain/alarms/tables.ts';
import { queueCommand } from '#domain/commands/commands.ts';
import { commands } from '#domain/commands/tables.ts';
import { addIdentity, removeIdentity } from '#domain/devices/identities.ts';
import { deviceIdentities, devices, unknownDevices } from '#domain/devices/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';

/**
 * A watch that is a pendant too: it speaks `watch` and `eview`. The other device, of another customer, is a pendant.
 */
let opened: OpenDatabase;
let processing: TestProcessing;
let both: TestDevice;
let other: TestDevice;
const asWatch = { protocol: 'watch', identity: '9900000001' };
const asPendant = { protocol: 'eview', identity: '861234567890123' };
const watchThree = 17;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  both = await createDevice(opened.db, {
    custId: await createCustomer(opened.db),
    dehaId: watchThree,
    identity: asWatch.identity,
  });
  await addIdentity(opened.db, { deviId: both.deviId, ...asPendant });
  other = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  processing = await startProcessing(opened.db);
});

type Name = typeof asWatch;
type Given = Parameters<typeof messageUplink>[3];
const speak = (name: Name, report: Partial<DeviceReport> = { samples: [sampleOf()] }, given: Given = {}) =>
  processing.bus.publishUplink(messageUplink(name.identity, processing.clock.now(), report, { ...name, ...given }));
const originOf = (name: Name, connectionId = '1') => {
  const { report: _, ...origin } = messageUplink(name.identity, processing.clock.now(), []);
  return { ...origin, ...name, connectionId };
};
const disconnect = (name: Name) => processing.bus.publishUplink({ ...originOf(name), kind: 'disconnected' });
const stateOf = async ({ deviId }: TestDevice = both) => {
  const [row] = await opened.db.select().from(devices).where(eq(devices.deviId, deviId));
  return row;
};
const order = (command: Parameters<typeof queueCommand>[1]['command'], deviId = both.deviId) =>
  queueCommand(opened.db, { deviId, command, userId: null, at: new Date(processing.clock.now()) });
/** Processing offers commands. */
const wake = async () => {
  processing.bus.publishCommandsChanged(both.deviId);
  await downlinksAreOut();
};
/** Downlinks go out before the next batch begins. */
const downlinksAreOut = async () => {
  const pendant = { protocol: 'eview', identity: other.identity };
  await speak(pendant);
  await speak(pendant);
};
const sent = (name: Name, commandId: number, ref: string) =>
  processing.bus.publishUplink({
    ...originOf(name),
    kind: 'commandSent',
    commandId,
    command: { kind: 'findMe' },
    word: 'FIND',
    ref,
  });
const states = async () =>
  (await opened.db.select().from(commands).orderBy(commands.commandId)).map(({ state }) => state);

describe('messages under any identity of a device', () => {
  test('belong to the one device: its contact, its state and its log', async () => {
    expect(await speak(asWatch, { samples: [sampleOf({ battery: { level: 50 } })] })).toBe('stored');
    processing.clock.advance(1000);
    expect(await speak(asPendant, { samples: [sampleOf({ gsmStrength: 17 })] })).toBe('stored');
    expect(await stateOf()).toMatchObject({
      battery: 50,
      gsmStrength: 17,
      lastMsgIn: new Date(processing.clock.now()),
      connected: true,
    });
    expect(await stateOf(other)).toMatchObject({ battery: null, lastMsgIn: null, connected: false });
    const log = await opened.db.select().from(transactions).orderBy(asc(transactions.tranId));
    expect(log.map(({ deviId }) => deviId)).toEqual([both.deviId, both.deviId]);
  });

  test('raise one alarm, with their signals in order of arrival', async () => {
    const press = { samples: [sosSample()] };
    for (const name of [asWatch, asPendant, asWatch]) {
      expect(await speak(name, press)).toBe('stored');
      processing.clock.advance(1000);
    }
    const [alarm, ...more] = await opened.db.select().from(alarms);
    expect(more).toEqual([]);
    expect(alarm).toMatchObject({ deviId: both.deviId, signalCount: 3 });
    const signals = await opened.db.select().from(alarmSignals).orderBy(asc(alarmSignals.tranId));
    const times = signals.map(({ receivedAt }) => receivedAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(3);
  });

  test('of several in one batch reach the same row, and those of another device do not', async () => {
    await Promise.all([
      speak(asWatch, { samples: [sampleOf({ battery: { level: 11 } })] }),
      speak(asPendant, { samples: [sampleOf({ gsmStrength: 9 })] }),
      speak({ protocol: 'eview', identity: other.identity }),
    ]);
    expect(await stateOf()).toMatchObject({ battery: 11, gsmStrength: 9 });
    expect(await stateOf(other)).toMatchObject({ battery: null, gsmStrength: null });
  });

  test('count on their own protocol only: the same name on another one is an unknown device', async () => {
    expect(await speak({ ...asPendant, protocol: 'watch' })).toBe('unknownDevice');
    expect(await speak({ ...asWatch, protocol: 'eview' })).toBe('unknownDevice');
    expect(await stateOf()).toMatchObject({ lastMsgIn: null });
  });
});

describe('a device that is connected on two protocols', () => {
  test('is connected until both connections have ended', async () => {
    await speak(asWatch);
    await speak(asPendant);
    await disconnect(asWatch);
    expect(await stateOf()).toMatchObject({ connected: true });
    await disconnect(asPendant);
    expect(await stateOf()).toMatchObject({ connected: false });
  });

  test('gets each command on the one that carries it, and neither holds the other up', async () => {
    await speak(asPendant);
    await speak(asWatch);
    const values = { heartbeatInterval: 5, trackingInterval: 60 };
    await order({ kind: 'findMe' });
    await order({ kind: 'writeSettings', values });
    await wake();
    expect(processing.downlinks).toEqual([
      { ...asWatch, gatewayId: 'test', commandId: 1, command: { kind: 'findMe' } },
      { ...asPendant, gatewayId: 'test', commandId: 2, command: { kind: 'writeSettings', values } },
    ]);
  });

  test('gets what both carry on the protocol of its hardware', async () => {
    await processing.runner.stop();
    processing = await startProcessing(opened.db, { carries: () => true });
    await speak(asPendant);
    await speak(asWatch);
    await order({ kind: 'findMe' });
    await wake();
    expect(processing.downlinks.map(({ protocol }) => protocol)).toEqual(['watch']);
  });

  test('confirms a command only on the protocol that it was sent on', async () => {
    await speak(asPendant);
    await speak(asWatch);
    const commandId = await order({ kind: 'findMe' });
    await sent(asWatch, commandId, '7');
    const answer = { confirmations: [{ ref: '7', ok: true }] };
    await speak(asPendant, answer);
    expect(await states()).toEqual(['sent']);
    await speak(asWatch, answer);
    expect(await states()).toEqual(['confirmed']);
  });
});

describe('a device that is connected on one of its protocols', () => {
  test('gets the commands of that protocol; those that only the other one carries wait for it', async () => {
    await speak(asPendant);
    await order({ kind: 'message', text: 'Hei' });
    await order({ kind: 'writeSettings', values: { heartbeatInterval: 5, trackingInterval: 60 } });
    await wake();
    expect(processing.downlinks.map(({ protocol, commandId }) => [protocol, commandId])).toEqual([['eview', 2]]);
    await speak(asWatch);
    await downlinksAreOut();
    expect(processing.downlinks.at(-1)).toMatchObject({ ...asWatch, commandId: 1 });
    expect(await states()).toEqual(['pending', 'pending']);
  });

  test('has commands that neither carries refused by the gateway', async () => {
    await speak(asPendant);
    await opened.db.delete(deviceIdentities).where(eq(deviceIdentities.protocol, 'watch'));
    await order({ kind: 'findMe' });
    await wake();
    expect(processing.downlinks).toMatchObject([{ ...asPendant, commandId: 1 }]);
  });
});

describe('a contest for one identity', () => {
  const contest = (name: Name) =>
    processing.bus.publishUplink({ ...originOf(name), kind: 'identityContested', claims: [] });
  const warned = async () => (await stateOf())?.flags.includes('unknownWarning');

  test('ends when that one is settled, whatever comes under the other', async () => {
    await contest(asWatch);
    await speak(asPendant);
    expect(await warned()).toBe(true);
    await processing.bus.publishUplink({ ...originOf(asWatch), kind: 'identitySettled' });
    expect(await warned()).toBe(false);
  });

  test('of both is a warning until both are settled', async () => {
    await contest(asWatch);
    await contest(asPendant);
    await processing.bus.publishUplink({ ...originOf(asPendant), kind: 'identitySettled' });
    expect(await warned()).toBe(true);
    await speak(asWatch);
    expect(await warned()).toBe(false);
  });

  test('keeps the answers of the other identity accepted', async () => {
    await speak(asWatch, undefined, { contested: true });
    const commandId = await order({ kind: 'readSettings' });
    await sent(asPendant, commandId, '1');
    await speak(asPendant, { confirmations: [{ ref: '1', ok: true }] });
    expect(await states()).toEqual(['confirmed']);
  });
});

describe('an identity that was removed from its device', () => {
  test('speaks for no device, and its connection no longer counts', async () => {
    await speak(asPendant);
    expect(await removeIdentity(opened.db, both.deviId, asPendant)).toBe(true);
    expect(await speak(asPendant, { samples: [sosSample()] })).toBe('unknownDevice');
    expect(await opened.db.select().from(alarms)).toEqual([]);
    expect(await opened.db.select().from(unknownDevices)).toMatchObject([asPendant]);
    await wake();
    expect(await stateOf()).toMatchObject({ connected: false });
  });

  test('brings no old connection to the next device that has it', async () => {
    await speak(asPendant);
    await removeIdentity(opened.db, both.deviId, asPendant);
    await disconnect(asPendant);
    await addIdentity(opened.db, { deviId: other.deviId, ...asPendant });
    await order({ kind: 'readSettings' }, other.deviId);
    processing.bus.publishCommandsChanged(other.deviId);
    await speak(asWatch);
    expect(await stateOf(other)).toMatchObject({ connected: false });
    expect(processing.downlinks).toEqual([]);
  });

  test('is only removed from the device that has it', async () => {
    expect(await removeIdentity(opened.db, other.deviId, asPendant)).toBe(false);
    expect(await speak(asPendant)).toBe('stored');
  });
});

describe('a name', () => {
  test('belongs to one device: a second one is refused as a whole', async () => {
    expect(await addIdentity(opened.db, { deviId: other.deviId, ...asPendant })).toBeNull();
    expect(await speak(asPendant)).toBe('stored');
    expect(await stateOf(other)).toMatchObject({ lastMsgIn: null });
  });
});
