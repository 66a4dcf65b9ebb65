import { buildFrame, eview } from '@varde/protocols/eview/index';
import { DeviceSocket } from '@varde/testing/device-socket';
import { createCustomer, createDevice } from '@varde/testing/factories';
import { startProcessing } from '@varde/testing/processing';
import { openTestDatabase } from '@varde/testing/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transactions } from '#domain/transactions/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { createStreamServer } from './stream-server.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

test('the log keeps the frame of a message without the password that a device reports', async () => {
  const { identity } = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  const { bus, clock, runner } = await startProcessing(opened.db);
  const log = createLog({ level: 'silent' });
  const server = createStreamServer(eview, { gatewayId: 'test', bus, clock, log, port: 0 });
  await server.start();
  const device = await DeviceSocket.connect(server.port());
  device.send(
    buildFrame({ command: 'data', items: [{ type: 'deviceId', id: identity }] }, 1, true),
    buildFrame({ command: 'configuration', items: [{ type: 'smsPassword', value: 0x8000_0000 + 4711 }] }, 2, true),
  );
  const frames = async () => {
    const rows = await opened.db.select().from(transactions);
    return rows.flatMap(({ raw }) => (raw === null ? [] : [Buffer.from(raw).toString('hex')]));
  };
  await expect.poll(frames).toContainEqual(expect.stringMatching(/050d2a2a2a2a$/));
  device.socket.destroy();
  await server.stop();
  await runner.stop();
});
