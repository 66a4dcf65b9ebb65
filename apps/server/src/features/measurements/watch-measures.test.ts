import { DeviceSocket } from '@varde/testing/device-socket';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { freePort } from '@varde/testing/free-port';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

/** A complete Varde, and the frames of a watch on a real socket. */
const identity = '8800000015';
let server: TestServer;
let port: number;
let nurse: string;
let home: number;
let deviId: number;
let watch: DeviceSocket;
const open: DeviceSocket[] = [];

beforeAll(async () => {
  port = await freePort();
  const clock = createManualClock(Date.UTC(2026, 10, 25, 12));
  server = await startTestServer({ clock, environment: { VARDE_WATCH_PORT: `${port}` } });
  await server.app.start();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  home = await createCustomer(server.db);
  nurse = await server.loginAs(await createUser(server.db, { role: 'RESTRICTED_USER', custId: home }));
});
afterEach(() => {
  for (const one of open.splice(0)) one.socket.destroy();
});

async function connect(dehaId: number): Promise<void> {
  ({ deviId } = await createDevice(server.db, { custId: home, dehaId, identity }));
  watch = await DeviceSocket.connect(port);
  open.push(watch);
  await say('LK,0,0,90', 'LK');
}
const frame = (content: string) => `[3G*${identity}*${content.length.toString(16).padStart(4, '0')}*${content}]`;
const received = () => watch.received.toString();
/** Sends a message and waits for its answer, which comes after it is stored. */
async function say(content: string, answer: string): Promise<void> {
  const before = received().length;
  watch.send(frame(content));
  await expect.poll(() => received().slice(before)).toContain(frame(answer));
}
const get = async (what: string) => (await server.call('GET', `/ajax/devices/${deviId}/${what}`, { as: nurse })).body;
const readings = async (): Promise<[number, number, number][]> =>
  (await get('readings')).readings.map((one: Record<string, number>) => [
    one.heartRate,
    one.systolicBloodPressure,
    one.diastolicBloodPressure,
  ]);
const ask = (action: string) =>
  server.call('POST', `/ajax/devices/${deviId}/actions/${action}`, { as: nurse, body: {} });

test('the health messages of a watch are its readings; what no living person has is none, and is answered all the same', async () => {
  await connect(29);
  await say('bphrt,120,80,71,180,1,40,80', 'bphrt');
  await say('heart,64', 'heart');
  await say('BLOOD,131,85', 'BLOOD');
  await say('bphrt,0,0,66', 'bphrt');
  await say('bphrt,999,1,0', 'bphrt');
  await say('oxygen,0,98', 'oxygen,1');
  expect(await readings()).toEqual([
    [66, -1, -1],
    [-1, 131, 85],
    [64, -1, -1],
    [71, 120, 80],
  ]);
});

test('the signs of life of a watch give its steps', async () => {
  await connect(45);
  await say('LK,1200,0,90', 'LK');
  await say('LK,1250,0,89', 'LK');
  await say('LK', 'LK');
  expect((await get('steps')).days.at(-1)).toEqual({ date: '2026-11-25', steps: 1250 });
});

test.each([
  ['[D7.008]', 'requestHeartRate', 14],
  ['[D7.008]', 'requestHeartRate', 29],
  ['[D7.009]', 'requestBloodPressure', 14],
  ['[D7.009]', 'requestBloodPressure', 34],
])(
  '%s the call %s asks watch %i for one measurement, is confirmed by it, and the reading follows',
  async (_, action, dehaId) => {
    await connect(dehaId);
    expect(await ask(action)).toMatchObject({ status: 200, body: { action, state: 'pending' } });
    await expect.poll(received).toContain(frame('hrtstart,1'));
    const state = async () => (await get('commands')).commands[0].state;
    await expect.poll(state).toBe('sent');
    watch.send(frame('hrtstart'));
    await expect.poll(state).toBe('confirmed');
    expect(await readings()).toEqual([]);
    await say('bphrt,118,77,69', 'bphrt');
    expect(await readings()).toEqual([[69, 118, 77]]);
  },
);

test.each([
  [14, 'requestHeartRate', 200],
  [14, 'requestBloodPressure', 200],
  [29, 'requestHeartRate', 200],
  [29, 'requestBloodPressure', 200],
  [34, 'requestHeartRate', 403],
  [34, 'requestBloodPressure', 200],
  [45, 'requestHeartRate', 403],
  [45, 'requestBloodPressure', 403],
])('[D2.028 D2.029] watch %i is asked by %s: %i', async (dehaId, action, status) => {
  ({ deviId } = await createDevice(server.db, { custId: home, dehaId, identity }));
  expect((await ask(action)).status).toBe(status);
});
