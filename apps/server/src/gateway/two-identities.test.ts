import { metyId } from '@varde/catalogue/message-types';
import { http } from '@varde/protocols/open/index';
import { watch } from '@varde/protocols/watch/index';
import { DeviceSocket } from '@varde/testing/device-socket';
import { createCustomer, createDevice } from '@varde/testing/factories';
import { watchFrame } from '@varde/testing/gateway';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { sealed, sealedLine } from '@varde/testing/sealed-protocol';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { sosSample } from '@varde/testing/uplinks';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { queueCommand } from '#domain/commands/commands.ts';
import { commands } from '#domain/commands/tables.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { addIdentity, removeIdentity } from '#domain/devices/identities.ts';
import { devices, malformedFrames, unknownDevices } from '#domain/devices/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { createGateway } from './create-gateway.ts';
import type { GatewayServer } from './stream-server.ts';

/** A watch that raises alarms over TCP, over HTTP and, sealed, as an account; beside the watch of another customer. */
let opened: OpenDatabase;
let processing: TestProcessing;
let servers: Record<'watch' | 'http' | 'sealed', GatewayServer>;
let dialled: DeviceSocket[];
let device: { deviId: number; token: string };
let foreign: { deviId: number; token: string };
const names = {
  own: { watch: '8800000015', http: 'unit-1', sealed: 'account-1', key: '11'.repeat(16) },
  foreign: { watch: '8800000016', http: 'unit-2', sealed: 'account-2', key: '22'.repeat(16) },
};

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  device = await register(names.own);
  foreign = await register(names.foreign);
  processing = await startProcessing(opened.db);
  const { bus, clock } = processing;
  const options = {
    gatewayId: 'test',
    bus,
    clock,
    log: createLog({ level: 'silent' }),
    port: 0,
    host: '127.0.0.1',
  };
  servers = {
    watch: createGateway(watch, options),
    http: createGateway(http, options),
    sealed: createGateway(sealed, options),
  };
  for (const server of Object.values(servers)) await server.start();
  dialled = [];
});
afterEach(async () => {
  for (const { socket } of dialled) socket.destroy();
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  await processing.runner.stop();
});

async function register({ watch: identity, ...more }: typeof names.own) {
  const custId = await createCustomer(opened.db);
  const { deviId } = await createDevice(opened.db, { custId, dehaId: 17, identity });
  const added = await addIdentity(opened.db, { deviId, protocol: 'http', identity: more.http });
  await addIdentity(opened.db, { deviId, protocol: 'eview', identity: more.sealed, secret: more.key });
  return { deviId, token: added?.token ?? '' };
}
const dial = async (server: keyof typeof servers) => {
  const socket = await DeviceSocket.connect(servers[server].port());
  dialled.push(socket);
  return socket;
};
/** The answer's status. */
async function overHttp(identity: string, token: string): Promise<number> {
  const { method, url, contentType, authorization, body } = http.write(sosSample(), { identity, token });
  const headers = { 'content-type': contentType ?? '', authorization: authorization ?? '' };
  const answer = await fetch(`http://127.0.0.1:${servers.http.port()}${url}`, { method, headers, body });
  return answer.status;
}
const sos = 'AL,220414,134652,V,0,N,0,E,22.0,0,-1,0,80,9,0,0,00010001,0';
const alarmsOf = (deviId: number) => opened.db.select().from(alarms).where(eq(alarms.deviId, deviId));
const stateOf = async (deviId: number) => (await opened.db.select().from(devices).where(eq(devices.deviId, deviId)))[0];
const seen = (condition: () => void | Promise<void>) => vi.waitFor(condition, { interval: 5 });
const take = (protocol: string, identity: string) =>
  commitAndPublish({ db: opened.db, bus: processing.bus }, async (tx, changes) => {
    await removeIdentity(tx, device.deviId, { protocol, identity });
    changes.identity({ protocol, identity });
    changes.commandsOf(device.deviId);
  });

describe('a device with an identity on each of three protocols', () => {
  test('raises one alarm under all of them, and none of another customer’s device', async () => {
    const wristwatch = await dial('watch');
    wristwatch.send(watchFrame(sos, names.own.watch));
    await wristwatch.bytes(1);
    expect(await overHttp(names.own.http, device.token)).toBe(200);
    const account = await dial('sealed');
    account.send(sealedLine(names.own.sealed, 'sos1', names.own.key));
    expect((await account.bytes(8)).toString()).toBe('ok sos1\n');
    expect(await alarmsOf(device.deviId)).toMatchObject([{ metyId: metyId.alarm, signalCount: 3 }]);
    expect(await alarmsOf(foreign.deviId)).toEqual([]);
    expect(await stateOf(foreign.deviId)).toMatchObject({ lastMsgIn: null, connected: false });
  });

  test('gets a command on the connection that carries it', async () => {
    const account = await dial('sealed');
    account.send(sealedLine(names.own.sealed, '1', names.own.key));
    await account.bytes(5);
    const [wristwatch, other] = [await dial('watch'), await dial('watch')];
    wristwatch.send(watchFrame('LK', names.own.watch));
    other.send(watchFrame('LK', names.foreign.watch));
    const [answered] = await Promise.all([wristwatch.bytes(20), other.bytes(20)]);
    const at = new Date(processing.clock.now());
    await queueCommand(opened.db, { deviId: device.deviId, command: { kind: 'findMe' }, userId: null, at });
    processing.bus.publishCommandsChanged(device.deviId);
    const sent = await wristwatch.bytes(answered.length + 1);
    expect(sent.subarray(answered.length).toString()).toContain('*FIND]');
    await seen(async () => expect(await opened.db.select().from(commands)).toMatchObject([{ sentOn: 'watch' }]));
    expect([account.received.toString(), other.received.toString()]).toEqual([
      'ok 1\n',
      expect.not.stringContaining('FIND'),
    ]);
  });

  test('is refused with a token or a key of another device, and nothing is raised', async () => {
    expect(await overHttp(names.own.http, foreign.token)).toBe(401);
    const account = await dial('sealed');
    account.send(sealedLine(names.own.sealed, 'sos1', names.foreign.key));
    account.send(sealedLine('account-9', 'sos1', names.foreign.key));
    account.send(sealedLine(names.foreign.sealed, '1', names.foreign.key));
    expect((await account.bytes(5)).toString()).toBe('ok 1\n');
    expect(await opened.db.select().from(alarms)).toEqual([]);
    const reasons = (await opened.db.select().from(malformedFrames)).map(({ reason }) => reason);
    expect(reasons.toSorted()).toEqual(['wrongSecret', 'wrongSecret', 'wrongToken']);
  });
});

describe('when an identity is removed from a device', () => {
  test('its connection ends, its messages are those of an unknown device, and the other identities continue', async () => {
    const [wristwatch, account] = [await dial('watch'), await dial('sealed')];
    wristwatch.send(watchFrame('LK', names.own.watch));
    account.send(sealedLine(names.own.sealed, '1', names.own.key));
    await Promise.all([wristwatch.bytes(1), account.bytes(5)]);
    await take('watch', names.own.watch);
    await wristwatch.closed;
    await seen(async () => expect(await stateOf(device.deviId)).toMatchObject({ connected: true }));
    const again = await dial('watch');
    again.send(watchFrame(sos, names.own.watch));
    await seen(async () =>
      expect(await opened.db.select().from(unknownDevices)).toMatchObject([{ identity: names.own.watch }]),
    );
    expect(await opened.db.select().from(alarms)).toEqual([]);
    expect(again.received).toHaveLength(0);
    account.send(sealedLine(names.own.sealed, 'sos2', names.own.key));
    expect((await account.bytes(13)).toString()).toBe('ok 1\nok sos2\n');
    expect(await alarmsOf(device.deviId)).toHaveLength(1);
    await take('eview', names.own.sealed);
    await account.closed;
    await seen(async () => expect(await stateOf(device.deviId)).toMatchObject({ connected: false }));
    expect(await overHttp(names.own.http, device.token)).toBe(200);
  });

  test('its token and its key are no longer valid, and those of the other device are', async () => {
    expect(await overHttp(names.own.http, device.token)).toBe(200);
    await take('http', names.own.http);
    expect(await overHttp(names.own.http, device.token)).toBe(401);
    expect(await overHttp(names.foreign.http, foreign.token)).toBe(200);
    const account = await dial('sealed');
    account.send(sealedLine(names.own.sealed, '1', names.own.key));
    await account.bytes(5);
    await take('eview', names.own.sealed);
    await account.closed;
    const again = await dial('sealed');
    again.send(sealedLine(names.own.sealed, 'sos1', names.own.key));
    again.send(sealedLine(names.foreign.sealed, '2', names.foreign.key));
    expect((await again.bytes(5)).toString()).toBe('ok 2\n');
  });
});
