import { createVirtualDevice, type VirtualDevice } from '@varde/simulator/devices/virtual-device';
import { addHomeUnit, startServerForUnits } from '@varde/testing/home-unit';
import type { TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

/** A complete Varde, and a simulated home unit that speaks the open protocol and asks for commands. */
let server: TestServer;
let port: number;
let deviId: number;
let cookie: string;
let unit: VirtualDevice;

beforeAll(async () => {
  ({ server, port } = await startServerForUnits());
});
afterAll(() => server.close());
beforeEach(async () => {
  const given = await addHomeUnit(server);
  ({ deviId, cookie } = given);
  unit = createVirtualDevice({ ...given.sender, protocol: 'http', host: '127.0.0.1', port, homeUnit: 13 });
  await unit.connect();
  return () => unit.close();
});

const call = (method: 'GET' | 'POST', path: string) =>
  server.call(method, `/ajax/devices/${deviId}/${path}`, { as: cookie });

test.each(['sync', 'reboot', 'factoryReset'])(
  'a home unit carries out %s over the open protocol, and confirms it',
  async (action) => {
    expect(await call('POST', `actions/${action}`)).toMatchObject({ status: 200, body: { action, state: 'pending' } });
    await expect
      .poll(async () => {
        // One at a time: on a busy machine requests would be put in line behind each other.
        if (unit.unacknowledged.length === 0) unit.say('sensors');
        const { commands } = (await call('GET', 'commands')).body;
        return commands.map((one: { action: string; state: string }) => [one.action, one.state]);
      })
      .toEqual([[action, 'confirmed']]);
  },
);
