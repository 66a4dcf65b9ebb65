import { eview } from '@varde/protocols/eview/index';
import { osmand } from '@varde/protocols/osmand/index';
import { watch } from '@varde/protocols/watch/index';
import type { DeviceSocket } from '@varde/testing/device-socket';
import { createTestGateway, eviewAck, eviewPress, type TestGateway, watchFrame } from '@varde/testing/gateway';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Turns } from '#platform/limits/turns.ts';
import { createLog } from '#platform/log/log.ts';
import { DeviceRoom } from './device-room.ts';
import { createRequestServer } from './request-server.ts';
import { createStreamServer } from './stream-server.ts';

let gateway: TestGateway;
/** Of eview, watch and osmand, which have room for three connections together. */
let ports: [eview: number, watch: number, osmand: number];
beforeEach(async () => {
  gateway = createTestGateway();
  const { bus, clock, servers } = gateway;
  const limits = { drainSeconds: 1 };
  const room = new DeviceRoom(3);
  const shared = {
    bus,
    clock,
    gatewayId: 'test',
    log: createLog({ level: 'silent' }),
    port: 0,
    limits,
    room,
    turns: new Turns(clock, 4),
  };
  servers.push(
    createStreamServer(eview, shared),
    createStreamServer(watch, shared),
    createRequestServer(osmand, shared),
  );
  for (const server of servers) await server.start();
  const [first = 0, second = 0, third = 0] = servers.map((server) => server.port());
  ports = [first, second, third];
});
afterEach(() => gateway.close());

const seen = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), { interval: 5 });
const ask = (device: DeviceSocket) => {
  const before = device.received.length;
  device.send('GET /?id=phone&token=secret&lat=59&lon=10 HTTP/1.1\r\nhost: varde\r\n\r\n');
  return device.bytes(before + 1).then((all) => all.subarray(before).toString());
};

describe('device ports that share their room', () => {
  /** Unregistered devices, and a phone with a wrong token, in order of arrival. */
  async function strangers(): Promise<DeviceSocket[]> {
    gateway.judge = async ({ kind }) => (kind === 'message' ? 'unknownDevice' : 'recorded');
    const came: DeviceSocket[] = [];
    for (const port of [ports[1], ports[2], ports[1]]) {
      const stranger = await gateway.dial(port);
      came.push(stranger);
      if (port === ports[2]) expect(await ask(stranger)).toContain('401');
      else stranger.send(watchFrame('LK'));
      await seen(() => gateway.uplinks.length === came.length);
    }
    gateway.judge = async ({ kind }) => (kind === 'message' ? 'stored' : 'recorded');
    return came;
  }

  test('admit each device while strangers use all slots on other ports; the oldest stranger is closed', async () => {
    const [first, second, third] = await strangers();
    const pendant = await gateway.dial(ports[0]);
    pendant.send(eviewPress(1));
    expect(await pendant.bytes(eviewAck(1).length)).toEqual(eviewAck(1));
    await first?.closed;
    const phone = await gateway.dial(ports[2]);
    expect(await ask(phone)).toContain('200 OK');
    await second?.closed;
    const wearer = await gateway.dial(ports[1]);
    wearer.send(watchFrame('LK', '8800000016'));
    await wearer.bytes(1);
    await third?.closed;
  });

  test('refuse new connections while devices use all slots, and close none of these', async () => {
    const pendants: DeviceSocket[] = [];
    const press = async (sequence: number) => {
      const pendant = await gateway.dial(ports[0]);
      pendant.send(eviewPress(sequence, `86123456789012${sequence}`));
      await Promise.race([pendant.bytes(eviewAck(1).length), pendant.closed]);
      expect(pendant.received).toEqual(eviewAck(sequence));
      pendants.push(pendant);
    };
    for (const sequence of [1, 2]) await press(sequence);
    const phone = await gateway.dial(ports[2]);
    expect(await ask(phone)).toContain('200 OK');
    for (const port of ports) await (await gateway.dial(port)).closed;
    expect(await ask(phone)).toContain('200 OK');
    expect(pendants.map(({ socket }) => socket.destroyed)).toEqual([false, false]);
    phone.socket.destroy();
    await phone.closed;
    await vi.waitFor(() => press(3), { interval: 5 });
  });
});
