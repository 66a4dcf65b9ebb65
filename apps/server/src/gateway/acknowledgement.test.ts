import { buildFrame, eview } from '@varde/protocols/eview/index';
import { DeviceSocket } from '@varde/testing/device-socket';
import { createCustomer, createDevice } from '@varde/testing/factories';
import { startProcessing } from '@varde/testing/processing';
import { openTestDatabase } from '@varde/testing/test-database';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { commands } from '#domain/commands/tables.ts';
import { deviceSettings } from '#domain/settings/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { createStreamServer } from './stream-server.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

async function startVarde() {
  const { db } = opened;
  const custId = await createCustomer(db);
  const { deviId, identity } = await createDevice(db, { custId });
  const processing = await startProcessing(db);
  const { bus, clock } = processing;
  const server = createStreamServer(eview, {
    gatewayId: 'test',
    bus,
    clock,
    log: createLog({ level: 'silent' }),
    port: 0,
  });
  await server.start();
  const dialled: DeviceSocket[] = [];
  const dial = async () => {
    const socket = await DeviceSocket.connect(server.port());
    dialled.push(socket);
    return socket;
  };
  const device = await dial();
  const press = (sequence: number) =>
    buildFrame(
      {
        command: 'data',
        items: [
          { type: 'deviceId', id: identity },
          { type: 'alarm', bits: 0x1000 },
        ],
      },
      sequence,
      true,
    );
  const stop = async () => {
    for (const { socket } of dialled) socket.destroy();
    await server.stop();
    await processing.runner.stop();
  };
  return { ...processing, deviId, device, dial, press, stop };
}
const ack = (sequence: number) => Buffer.from(buildFrame({ command: 'response', code: 0 }, sequence));

test('a pendant whose alarm could not be committed gets no answer, retries, and raises one alarm', async () => {
  const { device, press, deviId, runner, stop } = await startVarde();
  await opened.db.execute(sql`alter table alarm_signals add constraint broken check (alarm_id < 0) not valid`);
  device.send(press(7));
  await expect.poll(() => runner.isHealthy?.()).toBe(false);
  expect(device.received).toHaveLength(0);
  await opened.db.execute(sql`alter table alarm_signals drop constraint broken`);
  device.send(press(7), press(7));
  expect(await device.bytes(2 * ack(7).length)).toEqual(Buffer.concat([ack(7), ack(7)]));
  expect(await opened.db.select().from(alarms)).toMatchObject([{ deviId, signalCount: 1 }]);
  await stop();
});

test('a command waits for the device, follows its acknowledgement, and is confirmed by its answer, which is no report of its values', async () => {
  const { device, press, deviId, clock, stop } = await startVarde();
  const values = { twoWayMic: 9 };
  const command = { kind: 'writeSettings', values };
  await opened.db.insert(commands).values({ deviId, command, createdAt: new Date(clock.now()) });
  device.send(press(1));
  const { length } = ack(1);
  await device.bytes(length + 1);
  expect(device.received.subarray(0, length)).toEqual(ack(1));
  const sent = device.received.subarray(length);
  await expect.poll(() => stateOf(deviId)).toBe('sent');
  device.send(ack(sent.readUInt16LE(6)));
  await expect.poll(() => stateOf(deviId)).toBe('confirmed');
  expect(await opened.db.select().from(deviceSettings)).toEqual([]);
  await stop();
});

test('a false device that claims to be a pendant gets none of its commands and confirms none; then the pendant does', async () => {
  const { device, dial, press, deviId, bus, clock, stop } = await startVarde();
  const { length } = ack(1);
  device.send(press(1));
  await device.bytes(length);
  const stranger = await dial();
  stranger.send(press(2));
  await stranger.bytes(length);
  const values = { twoWayMic: 9 };
  const command = { kind: 'writeSettings', values };
  const at = new Date(clock.now());
  await opened.db.insert(commands).values({ deviId, command, createdAt: at });
  bus.publishCommandsChanged(deviId);
  stranger.send(press(3));
  await stranger.bytes(2 * length);
  // As if it had been sent before: the false device guesses its number.
  await opened.db
    .update(commands)
    .set({ state: 'sent', sentOn: 'eview', ref: '9', sentAt: at })
    .where(eq(commands.deviId, deviId));
  stranger.send(ack(9), press(4));
  await stranger.bytes(3 * length);
  expect(await stateOf(deviId)).toBe('sent');
  expect([stranger.received.length, device.received.length]).toEqual([3 * length, length]);
  stranger.socket.destroy();
  await device.bytes(length + 1);
  const sent = device.received.subarray(length);
  await expect.poll(() => refOf(deviId)).not.toBe('9');
  device.send(ack(sent.readUInt16LE(6)));
  await expect.poll(() => stateOf(deviId)).toBe('confirmed');
  await stop();
});

async function refOf(deviId: number): Promise<string | null | undefined> {
  const rows = await opened.db.select().from(commands);
  return rows.find((row) => row.deviId === deviId)?.ref;
}

async function stateOf(deviId: number): Promise<string | undefined> {
  const rows = await opened.db.select().from(commands);
  return rows.find((row) => row.deviId === deviId)?.state;
}
