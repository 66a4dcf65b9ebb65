import { metyId } from '@varde/catalogue/message-types';
import { describe, expect, it } from 'vitest';
import { alarmEvents, countBits } from './alarm-events.ts';
import { deviceTime } from './device-time.ts';
import { decodeFrame, encodeFrame } from './frame.ts';
import { bodyLengthAt, checksumAt } from './frame-start.ts';
import { eview } from './index.ts';
import type { DataItem } from './messages/data-items.ts';
import { buildFrame } from './messages/message.ts';
import { reportOf } from './report.ts';
import { readStatusWord, writeStatusWord } from './status-word.ts';

const at = Date.UTC(2026, 0, 15, 12);
const bit = (number: number) => (1 << number) >>> 0;

it('pendants use the well-known port of the protocol', () => {
  expect(eview).toMatchObject({ id: 'eview', transport: 'stream' });
});

describe('the bits of an alarm', () => {
  const { alarm, manDown, lowBattery, geofence, technical } = metyId;

  it.each([
    [0, lowBattery, 'lowBattery'],
    [1, technical, 'overspeed'],
    [2, manDown, 'fall'],
    [3, manDown, 'tilt'],
    [4, geofence, 'geofence1Left'],
    [5, geofence, 'geofence2Left'],
    [6, geofence, 'geofence3Left'],
    [7, geofence, 'geofence4Left'],
    [8, technical, 'powerOff'],
    [9, technical, 'powerOn'],
    [10, technical, 'movement'],
    [11, technical, 'noMotion'],
    [12, alarm, 'sos'],
    [13, alarm, 'sideButton1'],
    [14, alarm, 'sideButton2'],
    [15, technical, 'bit15'],
    [25, technical, 'bit25'],
    [26, technical, 'bit26'],
    [29, technical, 'bit29'],
    [30, technical, 'bit30'],
    [31, technical, 'bark'],
  ])('%d alone is an event of kind %d, %s', (number, kind, code) => {
    expect(alarmEvents(bit(number), at)).toEqual([{ metyId: kind, code, at }]);
    expect(countBits(bit(number))).toBe(1);
  });

  it.each([1, 2, 3, 4])('tell for geofence %d whether it was entered', (fence) => {
    const entered = bit(3 + fence) | bit(25 + fence);
    expect(alarmEvents(entered, null)).toEqual([{ metyId: geofence, code: `geofence${fence}Entered`, at: null }]);
    const another = bit(25 + (fence % 4) + 1);
    expect(alarmEvents(bit(3 + fence) | another, null)).toHaveLength(2);
  });

  it('are each an event when all are set, except the four directions', () => {
    expect(alarmEvents(0xffff_ffff, null)).toHaveLength(28);
    expect(alarmEvents(0, null)).toEqual([]);
    expect([0, 1, 0x8000_0001, 0xffff_ffff, -1].map(countBits)).toEqual([0, 1, 2, 32, 32]);
  });
});

describe('the status word', () => {
  const clear = {
    gpsFix: false,
    charging: false,
    historical: false,
    moving: false,
    signal: 0,
    battery: 0,
    workMode: 0,
    states: {},
  };

  it.each([
    [0, { gpsFix: true }],
    [1, {}],
    [2, {}],
    [3, {}],
    [4, { charging: true }],
    [5, { states: { fullyCharged: true } }],
    [6, { states: { rebooted: true } }],
    [7, { historical: true }],
    [8, { states: { agpsValid: true } }],
    [9, { moving: true }],
    [10, { states: { statusBit10: true } }],
    [11, {}],
    [12, { states: { statusBit12: true } }],
    [13, { states: { statusBit13: true } }],
    [14, {}],
    [15, { states: { statusBit15: true } }],
    [16, { workMode: 1 }],
    [18, { workMode: 4 }],
    [19, { signal: 1 }],
    [23, { signal: 16 }],
    [24, { battery: 1 }],
    [31, { battery: 128 }],
  ])('sets by bit %d: %j', (number, said) => {
    const status = { ...clear, ...said };
    expect(readStatusWord(bit(number))).toEqual(status);
    if (Object.keys(said).length > 0) expect(writeStatusWord(status)).toBe(bit(number));
  });

  it('has no battery level at 255, and any other value as sent', () => {
    expect(readStatusWord(0xff00_0000).battery).toBeUndefined();
    expect(readStatusWord(0xfe00_0000).battery).toBe(254);
    expect(writeStatusWord({ ...clear, battery: undefined })).toBe(0xff00_0000);
    expect(writeStatusWord({ ...clear, states: { rebooted: false } })).toBe(0);
  });
});

it('the clock of a device is trusted from 2015 on', () => {
  const first = Date.UTC(2015, 0, 1);
  expect(deviceTime(first / 1000)).toBe(first);
  expect(deviceTime(first / 1000 - 1)).toBeNull();
  expect(deviceTime(0)).toBeNull();
});

describe('a frame', () => {
  const whole = encodeFrame({ flags: 0x10, sequence: 0x1234, body: Uint8Array.of(1, 2, 3) });

  it('is encoded as header, flags, length, checksum, sequence and body', () => {
    expect([...whole.subarray(0, 4), ...whole.subarray(6)]).toEqual([0xab, 0x10, 3, 0, 0x34, 0x12, 1, 2, 3]);
    expect(decodeFrame(whole)).toEqual({ flags: 0x10, sequence: 0x1234, body: Uint8Array.of(1, 2, 3) });
  });

  it('is malformed with another first byte, without a body, or with bytes too many or too few', () => {
    const first = Uint8Array.from(whole);
    first[0] = 0xaa;
    expect(decodeFrame(first)).toBeNull();
    expect(decodeFrame(whole.subarray(0, -1))).toBeNull();
    expect(decodeFrame(Uint8Array.of(...whole, 4))).toBeNull();
    expect(decodeFrame(Uint8Array.of(0xab, 0x10, 0, 0, 0, 0, 1, 0))).toBeNull();
    expect(decodeFrame(new Uint8Array())).toBeNull();
    expect(decodeFrame(encodeFrame({ flags: 0, sequence: 0, body: Uint8Array.of(1) }))?.body).toHaveLength(1);
  });

  it('has a body of 32 KiB at most', () => {
    const frame = (length: number) => encodeFrame({ flags: 0, sequence: 0, body: new Uint8Array(length).fill(1) });
    expect(decodeFrame(frame(32_768))?.body).toHaveLength(32_768);
    expect(() => frame(32_769)).toThrow(RangeError);
    expect(() => frame(0)).toThrow(RangeError);
  });

  const startOf = (length: number, command?: number) =>
    Uint8Array.of(0xab, 0, length & 0xff, length >> 8, 0x34, 0x12, 0, 0, ...(command === undefined ? [] : [command]));
  const lengthOf = (bytes: Uint8Array) => bodyLengthAt(bytes, 0, bytes.length);

  it('begins with a possible length, and a long one with an existing command', () => {
    expect(lengthOf(startOf(1))).toBe(1);
    expect(lengthOf(startOf(0))).toBeNull();
    expect(lengthOf(startOf(256))).toBe(256);
    expect(lengthOf(startOf(256, 0x55))).toBe(256);
    expect(lengthOf(startOf(257))).toBe('more');
    expect(lengthOf(startOf(257, 0x55))).toBeNull();
    for (const command of [1, 2, 3, 4, 0x7e]) expect(lengthOf(startOf(32_768, command))).toBe(32_768);
    for (const command of [0, 5, 0x7f]) expect(lengthOf(startOf(257, command))).toBeNull();
    expect(lengthOf(startOf(32_769, 1))).toBeNull();
    expect(lengthOf(startOf(1).subarray(0, 3))).toBe('more');
    expect(lengthOf(startOf(1).subarray(0, 4))).toBe(1);
    expect(lengthOf(Uint8Array.of(0xaa))).toBeNull();
    expect(checksumAt(startOf(1), 0)).toBe(0x1234);
  });

  it('is found in the middle of other bytes', () => {
    const bytes = Uint8Array.of(9, 9, ...startOf(257, 1));
    expect(bodyLengthAt(bytes, 2, bytes.length)).toBe(257);
    expect(bodyLengthAt(bytes, 2, bytes.length - 1)).toBe('more');
    expect(checksumAt(bytes, 2)).toBe(0x1234);
  });
});

const time = at / 1000;
const samplesOf = (...items: DataItem[]) => reportOf({ command: 'data', items }, 1).samples;

describe('a record', () => {
  const empty = {
    gpsFix: true,
    charging: false,
    historical: false,
    moving: false,
    signal: 0,
    battery: undefined,
    workMode: 0,
    states: {},
  };
  const record = (said: Partial<Parameters<typeof writeStatusWord>[0]>): DataItem => ({
    type: 'status',
    time,
    bits: writeStatusWord({ ...empty, ...said }),
  });
  const plain = { metyId: metyId.heartbeat, events: [], at, historical: false };
  const usual = { ...plain, gsmStrength: 0, moving: false, battery: { charging: false } };
  const tag = { index: 0, id: '02:ad:24:49:ea:60', rssi: -60 } as const;
  const place = { lat: 62.4, lng: 6.1 };

  it('has all states of its status word', () => {
    expect(samplesOf(record({}))).toEqual([usual]);
    const full = record({
      charging: true,
      historical: true,
      moving: true,
      signal: 31,
      battery: 100,
      workMode: 2,
      states: { rebooted: true },
    });
    expect(samplesOf(full)).toEqual([
      {
        ...plain,
        historical: true,
        gsmStrength: 31,
        moving: true,
        battery: { level: 100, charging: true },
        states: { rebooted: true },
        unknown: { workMode: '2' },
      },
    ]);
  });

  it('has the battery of its own word before that of an item, and missing values from the item', () => {
    const item = { type: 'battery', level: 40, millivolts: 3700 } as const;
    expect(samplesOf(record({ battery: 50 }), item)[0]?.battery).toEqual({
      level: 50,
      millivolts: 3700,
      charging: false,
    });
    expect(samplesOf(record({}), item)[0]?.battery).toEqual({ level: 40, millivolts: 3700, charging: false });
    expect(samplesOf({ type: 'heartbeat', level: 40 })[0]?.battery).toEqual({ level: 40 });
    expect(samplesOf({ type: 'heartbeat' })[0]).not.toHaveProperty('battery');
  });

  it('has positions from beacons, networks and cells, named by their source', () => {
    expect(samplesOf(record({}), { type: 'homeWifi', ...tag, ...place, description: 'hjemme' })).toEqual([
      {
        ...usual,
        metyId: metyId.position,
        place: 'hjemme',
        position: { ...place, source: 'wifi' },
        accessPoints: [{ type: 'W', macAddress: tag.id, signalStrength: -60, name: 'hjemme', ...place }],
      },
    ]);
    const beacon = { type: 'beaconV2', ...tag, rssiAt1m: 0, battery: 80, temperature: 20.5 } as const;
    expect(samplesOf(record({}), beacon)).toEqual([
      {
        ...usual,
        metyId: metyId.position,
        accessPoints: [{ type: 'B', macAddress: tag.id, signalStrength: -60, battery: 80 }],
        unknown: { beaconTemperature: `${tag.id} 20.5` },
      },
    ]);
    const { temperature: _, ...cold } = beacon;
    expect(samplesOf(record({}), cold)[0]).not.toHaveProperty('unknown');
    const heard = { ...place, altitude: 5, hdop: 0.5 };
    expect(samplesOf(record({}), { type: 'assistedPlace', ...heard })[0]?.position).toEqual({
      ...heard,
      source: 'assisted',
    });
    expect(samplesOf(record({}), { type: 'assistedPlace', ...heard, hdop: 0 })[0]?.position).toEqual({
      ...place,
      altitude: 5,
      source: 'assisted',
    });
  });

  it('has a fix only with an HDOP and its own fix flag, and counts existing satellites only', () => {
    const gps = { type: 'gps', ...place, speed: 0, course: 0, altitude: 1, hdop: 0.1, odometer: 0 } as const;
    const positionOf = (said: object, fix = true) =>
      samplesOf(record({ gpsFix: fix }), { ...gps, satellites: 1, ...said })[0]?.position;
    expect(positionOf({})).toEqual({
      ...place,
      source: 'gps',
      speed: 0,
      course: 0,
      altitude: 1,
      hdop: 0.1,
      numSatellites: 1,
    });
    expect(positionOf({ satellites: 0 })).not.toHaveProperty('numSatellites');
    expect(positionOf({ hdop: 0 })).toBeUndefined();
    expect(positionOf({}, false)).toBeUndefined();
  });

  it('keeps the unknown bytes of its items, except padding', () => {
    const extra = (text: string) => samplesOf(record({}), { type: 'heartbeat', level: 1, extra: text })[0]?.unknown;
    expect(extra('0001')).toEqual({ heartbeatExtra: '0001' });
    expect(extra('0000')).toBeUndefined();
    expect(samplesOf(record({}), { type: 'unknown', key: 5, value: 'aa' })[0]?.unknown).toEqual({
      item05: 'aa',
    });
    expect(samplesOf(record({}), { type: 'unknown', key: null, value: '' })[0]?.unknown).toEqual({
      itemEmpty: '',
    });
  });
});

describe('items with a time of their own', () => {
  it.each<[DataItem, object]>([
    [
      { type: 'steps', time, steps: 7 },
      { metyId: metyId.steps, steps: 7 },
    ],
    [
      { type: 'call', time, status: 1, duration: 2, result: 3, number: '112' },
      {
        metyId: metyId.call,
        unknown: { callStatus: '1', callSeconds: '2', callResult: '3', callNumber: '112' },
      },
    ],
    [
      { type: 'activity', entries: [{ time, value: 5 }] },
      { metyId: metyId.technical, unknown: { activity: '5' } },
    ],
    [
      { type: 'heartRate', time, bpm: 71 },
      { metyId: metyId.healthReading, health: { heartRate: 71 } },
    ],
    [
      { type: 'heartRate', time, bpm: 1 },
      { metyId: metyId.healthReading, unknown: { reading: 'none' } },
    ],
    [
      { type: 'heartRate', time, bpm: 2 },
      { metyId: metyId.healthReading, unknown: { heartRate: '2' } },
    ],
    [
      { type: 'spo2', time, percent: 97 },
      { metyId: metyId.healthReading, health: { spo2: 97 } },
    ],
    [
      { type: 'spo2', time, percent: 0 },
      { metyId: metyId.healthReading, unknown: { reading: 'none' } },
    ],
  ])('%j are a sample', (item, expected) => {
    expect(samplesOf(item)).toEqual([{ events: [], at, historical: false, ...expected }]);
  });

  it('tell whether barking began, and how often', () => {
    const bark = (count: number, code: string) => ({
      metyId: metyId.technical,
      events: [{ metyId: metyId.technical, code, at }],
      at,
      historical: false,
      unknown: { barkCount: String(count % 0x8000_0000) },
    });
    expect(samplesOf({ type: 'bark', time, count: 0x7fff_ffff })).toEqual([bark(0x7fff_ffff, 'bark')]);
    expect(samplesOf({ type: 'bark', time, count: 0x8000_0000 })).toEqual([bark(0, 'barkStopped')]);
  });
});

describe('reports of firmware and commands', () => {
  const state = { ...eview.initialState, identity: '867730053403279' };
  const hear = (frame: Uint8Array) => {
    const received = eview.receive(state, frame, at);
    if (received.type !== 'message') throw new Error(received.type);
    return received;
  };

  it('have the name of their command', () => {
    expect(hear(buildFrame({ command: 'other', code: 0x7e, body: 'aa' }, 1))).toMatchObject({
      word: 'firmware',
      report: { samples: [{ metyId: metyId.technical, unknown: { command7e: 'aa' } }] },
    });
    expect(hear(buildFrame({ command: 'other', code: 0x05, body: '' }, 1))).toMatchObject({
      word: 'command05',
      report: { samples: [{ metyId: metyId.unknown, unknown: { command05: '' } }] },
    });
  });

  it('are a yes with code 0, and a no with any other', () => {
    const confirmation = (frame: Uint8Array) => hear(frame).report.confirmations[0];
    expect(confirmation(buildFrame({ command: 'response', code: 0 }, 7))).toEqual({ ref: '7', ok: true });
    expect(confirmation(buildFrame({ command: 'response', code: 3 }, 7))).toEqual({
      ref: '7',
      ok: false,
      detail: 'code 3',
    });
    expect(confirmation(buildFrame({ command: 'response', code: 0x26 }, 7))).toMatchObject({
      ok: false,
      detail: 'code 38, function not supported',
    });
    expect(confirmation(buildFrame({ command: 'response', code: null }, 7))).toMatchObject({
      ok: false,
      detail: 'empty answer',
    });
  });

  it('are answered with the time of the server in whole seconds', () => {
    const asked = buildFrame({ command: 'services', items: [{ type: 'clock' }] }, 9);
    const received = eview.receive(state, asked, at + 999);
    const answer = buildFrame({ command: 'services', items: [{ type: 'clock', time: at / 1000 }] }, 9);
    expect(received.type === 'message' && received.replies).toEqual([answer]);
  });

  it('have a number from 1 to 65535, which then starts again', () => {
    const sent = (sequence: number) => eview.send({ ...state, sequence }, { kind: 'readSettings' }, at);
    expect([0, 1, 0xfffe, 0xffff].map((sequence) => sent(sequence))).toMatchObject([
      { ref: '1' },
      { ref: '2' },
      { ref: '65535' },
      { ref: '1' },
    ]);
    const none = eview.send(state, { kind: 'writeSettings', values: {} }, at);
    expect(none).toEqual({ type: 'unsupported', reason: 'noSettings' });
    expect(eview.send(state, { kind: 'message', text: 'Hei' }, at).type).toBe('unsupported');
  });
});
