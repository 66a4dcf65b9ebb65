import { ConformanceWalk } from '@varde/protocols/open/conformance';
import { MqttDevice } from '@varde/testing/mqtt-device';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Bench, type BenchServer, serveHttp, serveMqtt } from './conform-servers.ts';

const identity = 'unit-1';
const time = '2026-01-15T12:00:00Z';
let wrong: string[];
let passed: string[];
let bench: Bench;
let server: BenchServer;

beforeEach(() => {
  [wrong, passed] = [[], []];
  bench = {
    ...{ identity, token: 'secret', walk: new ConformanceWalk({ hasSensors: false }) },
    wrong: (fault) => wrong.push(fault),
    passed: ({ key }) => passed.push(key),
  };
});
afterEach(() => server.close());

const says = [
  { poll: true },
  { position: { lat: 59.9, lng: 10.7 } },
  { battery: { level: 50 } },
  { time },
  { sequence: 1, time, events: ['alarm'] },
];
const again = { sequence: 2, time, events: ['alarm'] };
const everything = [
  ...['contact', 'position', 'battery', 'time', 'alarm', 'repetition'],
  ...['readSettings', 'writeSettings', 'unknownCommand'],
];
/** What the device answers to a command, with its settings as they are then. */
function answerTo(body: string, settings: Record<string, unknown>): object {
  const [{ ref, command, settings: written }] = JSON.parse(body).commands;
  Object.assign(settings, written);
  return { confirmations: [{ ref, ok: command !== 'danceForVarde' }], settings };
}

test('a device over HTTP that does everything right passes every step', async () => {
  server = await serveHttp(bench, 0);
  const post = async (content: object, token = 'secret') => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ device: identity, ...content }),
    });
    return { status: answer.status, body: await answer.text() };
  };
  for (const content of says) expect((await post(content)).status).toBe(200);
  expect((await post(again)).status).toBe(503);
  const settings = { fallDownAlert: false };
  let { body } = await post(again);
  while (body !== '') ({ body } = await post(answerTo(body, settings)));
  expect([passed, wrong]).toEqual([everything, []]);
  expect((await post({ poll: true }, 'another')).status).toBe(401);
  expect(wrong).toEqual(['the token is missing or wrong: it is answered 401']);
});

test('a device over MQTT that does everything right passes every step, and hears what it does wrong', async () => {
  server = await serveMqtt(bench, 0);
  const will = { topic: 'varde/v1/unit-1/lost', payload: Buffer.from(''), qos: 1, retain: false } as const;
  const connect = (options: object = { will }) =>
    MqttDevice.connect({ port: server.port, identity, token: 'secret', options });
  const settings = { fallDownAlert: false };
  const obey = (device: MqttDevice) =>
    device.client.on('message', (_topic, payload) => void device.send(answerTo(payload.toString(), settings)));
  const first = await connect();
  for (const content of says) await first.send(content);
  await expect(first.send(again)).rejects.toThrow('closed');
  const second = await connect();
  obey(second);
  await second.send(again);
  await expect.poll(() => bench.walk.step).toBeNull();
  expect([passed, wrong]).toEqual([everything, []]);
  await second.close();
  const third = await connect({});
  await third.send({ poll: true }, { retain: true });
  await third.client.subscribeAsync('#').catch(() => undefined);
  await third.close();
  expect(wrong).toEqual([
    'it has no last will: a broker elsewhere could not say that it is lost',
    'it publishes a retained message',
    'it subscribes to #',
  ]);
});
