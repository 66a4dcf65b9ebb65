import { hardwareList } from '@varde/catalogue/hardware/index';
import { protocols } from '@varde/catalogue/protocols';
import { protocolModules } from '@varde/protocols/index';
import type { DeviceRequest, DeviceSender } from '@varde/protocols/protocol';
import { DeviceSocket } from '@varde/testing/device-socket';
import { createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { sampleOf, sosSample } from '@varde/testing/uplinks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarmSignals, alarms } from '#domain/alarms/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { createGateway } from './create-gateway.ts';
import type { GatewayServer } from './stream-server.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

/** The promises of each protocol over HTTP, from the socket to the database. */
describe.each(protocols.filter((protocol) => protocol.transport === 'http'))('over $key', ({ key }) => {
  const protocol = protocolModules[key];
  const dehaId = hardwareList.find((hardware) => hardware.protocol === key)?.dehaId;
  let processing: TestProcessing;
  let server: GatewayServer;
  let device: TestDevice;
  let other: TestDevice;

  beforeEach(async () => {
    await clearTables(opened.db);
    if (dehaId === undefined) throw new Error(`no hardware speaks ${key}`);
    const [first, second] = [await createCustomer(opened.db), await createCustomer(opened.db)];
    device = await createDevice(opened.db, { custId: first, dehaId, identity: 'device-1' });
    other = await createDevice(opened.db, { custId: second, dehaId, identity: 'device-2' });
    processing = await startProcessing(opened.db);
    const { bus, clock } = processing;
    const log = createLog({ level: 'silent' });
    server = createGateway(protocol, { gatewayId: 'test', bus, clock, log, port: 0, host: '127.0.0.1' });
    await server.start();
  });
  afterEach(async () => {
    await server.stop();
    await processing.runner.stop();
  });

  const sender = (over: Partial<DeviceSender> = {}): DeviceSender => ({
    identity: device.identity,
    token: device.token ?? '',
    ...over,
  });
  const press = (from = sender(), at = processing.clock.now()) => protocol.write(sosSample({ at }), from);

  function bytesOf({ method, url, contentType, authorization, body }: DeviceRequest): Buffer {
    const head = [
      `${method} ${url} HTTP/1.1`,
      'host: varde',
      'connection: close',
      ...(contentType === undefined ? [] : [`content-type: ${contentType}`]),
      ...(authorization === undefined ? [] : [`authorization: ${authorization}`]),
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
  }

  /** The whole answer, without its date. */
  async function post(request: DeviceRequest): Promise<string> {
    const socket = await DeviceSocket.connect(server.port());
    socket.send(bytesOf(request));
    await socket.closed;
    return socket.received.toString().replace(/date: .*\r\n/i, '');
  }
  const ok = expect.stringMatching(/^HTTP\/1\.1 200 /);
  const openAlarms = () => opened.db.select().from(alarms);

  test('an alarm is answered 200 only when it is stored, and is raised for its device then', async () => {
    const { bus } = processing;
    const committed = Promise.withResolvers<void>();
    const isReached = Promise.withResolvers<void>();
    const publish = bus.publishUplink.bind(bus);
    bus.publishUplink = async (uplink) => {
      const verdict = await publish(uplink);
      isReached.resolve();
      await committed.promise;
      return verdict;
    };
    const socket = await DeviceSocket.connect(server.port());
    socket.send(bytesOf(press()));
    await isReached.promise;
    expect(socket.received).toHaveLength(0);
    expect(await openAlarms()).toMatchObject([{ deviId: device.deviId, metyId: 1, state: 'open' }]);
    committed.resolve();
    await socket.closed;
    expect(socket.received.toString()).toEqual(ok);
  });

  test('a request that comes in pieces, cut out of a larger buffer, is read whole', async () => {
    const request = bytesOf(press());
    const larger = Buffer.concat([Buffer.alloc(100, '{'), request, Buffer.alloc(100, '}')]);
    const view = larger.subarray(100, 100 + request.length);
    const socket = await DeviceSocket.connect(server.port());
    for (let from = 0; from < view.length; from += 7) socket.send(view.subarray(from, from + 7));
    await socket.closed;
    expect(socket.received.toString()).toEqual(ok);
    expect(await openAlarms()).toHaveLength(1);
  });

  test('a repeated request is acknowledged and raises nothing; another press counts', async () => {
    const request = press();
    expect(await post(request)).toEqual(ok);
    processing.clock.advance(10_000);
    expect(await post(request)).toEqual(ok);
    expect(await opened.db.select().from(alarmSignals)).toHaveLength(1);
    expect(await post(press())).toEqual(ok);
    expect(await openAlarms()).toHaveLength(1);
    expect(await opened.db.select().from(alarmSignals)).toHaveLength(2);
  });

  test('a wrong token, another device’s, none and an unknown identity are refused alike, and nothing is stored', async () => {
    const refused = [
      sender({ token: 'wrong' }),
      sender({ token: other.token ?? '' }),
      sender({ token: '' }),
      sender({ identity: 'nobody' }),
    ];
    const answers = [];
    for (const from of refused) answers.push(await post(press(from)));
    expect(answers[0]).toMatch(/^HTTP\/1\.1 401 /);
    expect(new Set(answers).size).toBe(1);
    expect(await openAlarms()).toEqual([]);
    expect(await opened.db.select().from(transactions)).toEqual([]);
    expect(await post(press())).toEqual(ok);
  });

  test('a position belongs to its own device, and to no other', async () => {
    const at = processing.clock.now();
    const position = { lat: 59.9139, lng: 10.7522, source: 'gps' as const };
    expect(await post(protocol.write(sampleOf({ metyId: 5, at, position }), sender()))).toEqual(ok);
    const places = await opened.db.select({ deviId: devices.deviId, posLati: devices.posLati }).from(devices);
    expect(places).toContainEqual({ deviId: device.deviId, posLati: 59.9139 });
    expect(places).toContainEqual({ deviId: other.deviId, posLati: null });
  });
});
