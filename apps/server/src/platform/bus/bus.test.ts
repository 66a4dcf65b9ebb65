import {
  type BusMessage,
  type BusTopic,
  busTopics,
  type Downlink,
  type LiveEvent,
  type Uplink,
} from '@varde/contract/events';
import { beforeEach, describe, expect, test } from 'vitest';
import { metrics } from '../log/metrics.ts';
import { type Bus, type BusReceiver, createInProcessBus } from './bus.ts';

const origin = {
  gatewayId: 'test',
  protocol: 'eview',
  connectionId: '7',
  remoteAddress: '192.0.2.1',
  receivedAt: 1_763_800_000_000,
  tranSource: 1,
};
const uplink: Uplink = {
  ...origin,
  kind: 'message',
  identity: '358511020000017',
  word: '10',
  retryKey: null,
  timed: false,
  raw: Buffer.from('a frame cut out of a larger one').subarray(2, 7),
  report: { samples: [], confirmations: [] },
};
const downlink: Downlink = {
  gatewayId: 'test',
  protocol: 'eview',
  identity: '1',
  commandId: 4,
  command: { kind: 'findMe' },
};
const devicePage = (deviId: number): LiveEvent => ({ type: 'devicePage', deviId, custId: 9 });

let bus: Bus & BusReceiver;
let logged: object[];
beforeEach(() => {
  metrics.busRejected.reset();
  logged = [];
  bus = createInProcessBus({ error: (details: object) => void logged.push(details) });
});
const rejected = async () =>
  (await metrics.busRejected.get()).values.map(({ labels, value }) => ({ ...labels, value }));
const message = (topic: BusTopic, bodies: unknown[], version: number = busTopics[topic].version): BusMessage => ({
  topic,
  version,
  bodies,
});

describe('the bus', () => {
  test('carries messages unchanged, including fields that the schemas do not name', async () => {
    const received: unknown[] = [];
    bus.onUplink(async (given) => {
      received.push(given);
      return 'stored';
    });
    bus.onDownlink((given) => received.push(given));
    bus.onCommandsChanged((deviId) => received.push(deviId));
    bus.onEvents((given) => received.push(...given));
    const later = { ...devicePage(3), addedLater: true };
    await expect(bus.publishUplink(uplink)).resolves.toBe('stored');
    bus.publishDownlink(downlink);
    bus.publishCommandsChanged(5);
    bus.publishEvents([devicePage(1), devicePage(2)]);
    bus.deliver(message('events', [later]));
    expect(received).toEqual([uplink, downlink, 5, devicePage(1), devicePage(2), later]);
    expect(received[0]).toBe(uplink);
    expect(await rejected()).toEqual([]);
  });

  test.each([0, 3])('leaves out messages of version %j, and delivers the next one', async (version) => {
    const received: unknown[] = [];
    bus.onDownlink((given) => received.push(given));
    bus.onEvents((given) => received.push(...given));
    bus.deliver(message('downlink', [downlink], version));
    bus.deliver(message('events', [devicePage(1)], version));
    expect(received).toEqual([]);
    expect(await rejected()).toEqual([
      { topic: 'downlink', reason: 'version', value: 1 },
      { topic: 'events', reason: 'version', value: 1 },
    ]);
    expect(logged).toEqual([
      { topic: 'downlink', reason: 'version', version, known: 1 },
      { topic: 'events', reason: 'version', version, known: busTopics.events.version },
    ]);
    bus.publishDownlink(downlink);
    expect(received).toEqual([downlink]);
  });

  test('leaves out the one event that it does not understand, without logging its content', async () => {
    const received: unknown[] = [];
    bus.onEvents((given) => received.push(...given));
    const unknownKind = { type: 'wearer', name: 'Kari Nordmann' };
    bus.deliver(
      message('events', [devicePage(1), unknownKind, null, { ...devicePage(2), custId: 'nine' }, devicePage(3)]),
    );
    expect(received).toEqual([devicePage(1), devicePage(3)]);
    expect(await rejected()).toEqual([{ topic: 'events', reason: 'shape', value: 3 }]);
    expect(logged).toContainEqual({ topic: 'events', reason: 'shape', where: ['custId'] });
    expect(JSON.stringify(logged)).not.toContain('Kari');
  });

  test('reports to the gateway that an uplink of another version or shape is not stored, and takes the next one', async () => {
    const received: unknown[] = [];
    bus.onUplink(async (given) => {
      received.push(given);
      return 'stored';
    });
    await expect(bus.request(message('uplink', [uplink], 2))).rejects.toThrow('does not understand this uplink');
    for (const body of [undefined, { ...uplink, report: {} }, { ...uplink, raw: 'text' }, { ...uplink, identity: 1 }])
      await expect(bus.request(message('uplink', [body]))).rejects.toThrow('does not understand this uplink');
    expect(received).toEqual([]);
    expect(await rejected()).toEqual([
      { topic: 'uplink', reason: 'version', value: 1 },
      { topic: 'uplink', reason: 'shape', value: 4 },
    ]);
    await expect(bus.publishUplink(uplink)).resolves.toBe('stored');
  });

  test('carries an alarm with one field of another shape: it must still ring', async () => {
    const received: unknown[] = [];
    bus.onEvents((given) => received.push(...given));
    const alarm = { alarmId: 1, rev: 2, raisedAt: 'not a number' };
    bus.deliver(message('events', [{ type: 'alarm', deviId: 1, custId: 2, alarm }]));
    expect(received).toHaveLength(1);
    expect(await rejected()).toEqual([]);
  });
});
