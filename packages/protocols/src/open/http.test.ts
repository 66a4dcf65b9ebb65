import { alarmTypes, mainMessageType } from '@varde/catalogue/alarms';
import { hardwareList } from '@varde/catalogue/hardware/index';
import { messageTypes, metyId } from '@varde/catalogue/message-types';
import type { Sample } from '@varde/catalogue/report';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { present } from '../present.ts';
import type { RequestReceived } from '../protocol.ts';
import { reportFaults } from '../testing/report-faults.ts';
import { http } from './index.ts';

type Message = Extract<RequestReceived, { type: 'message' }>;

function read(content: object): Message {
  const body = JSON.stringify({ device: 'help-0001', ...content });
  const received = http.read({ method: 'POST', url: '/v1/messages', body });
  if (received.type === 'malformed') throw new Error(received.reason);
  return received;
}
const sampleOf = (message: object): Sample | undefined => read({ messages: [message] }).report.samples[0];

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const scaled = (min: number, max: number, per: number) =>
  fc.integer({ min: min * per, max: max * per }).map((whole) => whole / per + 0);
const position = fc
  .record({
    lat: scaled(-90, 90, 1e6).filter((lat) => lat !== 0),
    lng: scaled(-180, 180, 1e6),
    source: fc.constantFrom('gps' as const, 'wifi' as const, 'cell' as const, 'beacon' as const),
    accuracy: maybe(scaled(0, 500, 10)),
    altitude: maybe(scaled(-100, 3000, 10)),
    speed: maybe(scaled(0, 200, 10)),
    course: maybe(scaled(0, 359, 10)),
    numSatellites: maybe(fc.integer({ min: 0, max: 40 })),
    hdop: maybe(scaled(0, 50, 10)),
  })
  .map(present);
const sample: fc.Arbitrary<Sample> = fc
  .record({
    at: maybe(fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2099, 11, 31) })),
    keys: fc.uniqueArray(fc.constantFrom('alarm', 'manDown', 'fire', 'lowBattery', 'technical'), {
      maxLength: 3,
    }),
    historical: fc.boolean(),
    position: maybe(position),
    battery: maybe(fc.record({ level: fc.integer({ min: 0, max: 100 }), charging: fc.boolean() })),
    gsmStrength: maybe(fc.integer({ min: -113, max: 100 }).map((signal) => signal + 0)),
    moving: maybe(fc.boolean()),
    steps: maybe(fc.nat(50_000)),
  })
  .map(({ at = null, keys, ...rest }) => {
    const types = messageTypes.filter(({ key }) => keys.some((each) => each === key));
    const events = types.map(({ id, key }) => ({ metyId: id, code: key, at }));
    const plain = rest.position === undefined ? metyId.heartbeat : metyId.position;
    return present({ ...rest, metyId: mainMessageType(events) ?? plain, events, at });
  });

describe('a request of the http protocol', () => {
  it('decodes to the message that was encoded', () => {
    fc.assert(
      fc.property(sample, (sent) => {
        const received = http.read(http.write(sent, { identity: 'help-0001', token: 'secret' }));
        expect(received).toMatchObject({ type: 'message', identity: 'help-0001', token: 'secret' });
        expect(received.type === 'message' && received.report.samples).toEqual([sent]);
      }),
    );
  });

  it('never gives an impossible value, whatever its fields hold', () => {
    const value = fc.oneof(fc.jsonValue(), fc.double(), fc.constantFrom(1e308, -0, '2026-13-45T99:99:99Z'));
    const names = ['time', 'stored', 'events', 'battery', 'signal', 'moving', 'steps', '__proto__', 'other'] as const;
    const fields = fc.dictionary(fc.constantFrom(...names), value);
    const place = fc.dictionary(fc.constantFrom('lat', 'lng', 'source', 'speed', 'course', 'hdop'), value);
    const message = fc.tuple(fields, place).map(([given, at]) => ({ ...given, position: at }));
    fc.assert(
      fc.property(fc.array(fc.oneof(message, value)), fields, (messages, beside) => {
        expect(reportFaults(read({ messages, ...beside }).report)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('events', () => {
  it.each(alarmTypes.map((type) => type.metyId))('of alarm type %i are named by its key', (type) => {
    const key = messageTypes.find(({ id }) => id === type)?.key ?? '';
    expect(sampleOf({ events: [key] })).toMatchObject({
      metyId: type,
      events: [{ metyId: type, code: key }],
    });
  });

  it('with unknown words are alarms, under their own word when it is a valid code', () => {
    expect(sampleOf({ events: ['redButton', 'to ord', 7, { sos: true }] })).toMatchObject({
      metyId: metyId.alarm,
      events: [
        { metyId: metyId.alarm, code: 'redButton' },
        { metyId: metyId.alarm, code: 'alarm' },
      ],
      unknown: { events: 'to ord', 'events#2': '7', 'events#3': '{"sos":true}' },
    });
  });

  it.each(['position', 'heartbeat', 'onlineAgain', 'alarmReset'])(
    'a message type that is no event, %s, raises nothing and clears nothing',
    (key) => {
      expect(sampleOf({ events: [key] })).toMatchObject({ metyId: 2, events: [], unknown: { events: key } });
    },
  );

  it('are raised despite any other fault in the message', () => {
    const wrong = {
      time: 'yesterday',
      position: [],
      battery: 'full',
      signal: 'good',
      moving: 'no',
      steps: -1,
      stored: 2,
    };
    expect(sampleOf({ ...wrong, events: 'alarm' })).toEqual({
      metyId: metyId.alarm,
      events: [{ metyId: metyId.alarm, code: 'alarm', at: null }],
      at: null,
      historical: false,
      unknown: {
        time: 'yesterday',
        position: '[]',
        battery: 'full',
        signal: 'good',
        moving: 'no',
        steps: '-1',
        stored: '2',
      },
    });
  });

  it('of excess messages are raised all the same, and of the other messages the last are kept', () => {
    const messages = [{ events: ['fire'] }, ...Array.from({ length: 600 }, (_, steps) => ({ steps }))];
    const { samples } = read({ messages }).report;
    expect(samples[0]).toMatchObject({ metyId: metyId.fire });
    expect(samples.at(-1)).toMatchObject({ steps: 599, unknown: { samplesLeftOut: '100' } });
  });

  it('beside the list are a message of their own', () => {
    const { samples } = read({ messages: [{ steps: 1 }], events: ['alarm'] }).report;
    expect(samples.map((each) => each.metyId)).toEqual([metyId.heartbeat, metyId.alarm]);
  });
});

describe('readings', () => {
  it.each([
    [{ lat: 91, lng: 6 }, { implausiblePlace: '91 6' }],
    [{ lat: 62 }, { implausiblePlace: '62 ' }],
    [
      { lat: 'north', lng: 6 },
      { 'position.lat': 'north', implausiblePlace: ' 6' },
    ],
    [{ lat: 0, lng: 0 }, undefined],
  ])('an impossible position, %o, is no position', (place, unknown) => {
    const read = sampleOf({ position: place });
    expect([read?.position, read?.unknown, read?.metyId]).toEqual([undefined, unknown, metyId.heartbeat]);
  });

  it.each(['2026-01-15T12:00:00', '2026-01-15', '946684799', '1970-01-01T00:00:00Z', '2100-01-01T00:00:00Z'])(
    'the time %s has no zone or is in another century: arrival counts',
    (time) => {
      expect(sampleOf({ time })).toMatchObject({ at: null, unknown: { time } });
    },
  );

  it('a level outside the scale is kept and not shown', () => {
    expect(sampleOf({ battery: { level: 101 } })).toMatchObject({ unknown: { battery: '101' } });
    expect(sampleOf({ battery: { level: 100 } })?.battery).toEqual({ level: 100 });
    expect(sampleOf({ battery: { level: 0 } })?.battery).toEqual({ level: 0 });
  });
});

describe('what firmware writes in another way', () => {
  const at = Date.UTC(2026, 0, 15, 12);
  const write = (content: string, over: object = {}) =>
    http.read({ method: 'POST', url: '/v1/messages', body: content, ...over });
  const alarm = {
    type: 'message',
    identity: 'help-0001',
    report: { samples: [{ events: [{ code: 'alarm' }] }] },
  };

  it.each([
    '1768478400',
    1768478400,
    1768478400000,
    '1768478400000',
    '2026-01-15T12:00:00.000Z',
    '2026-01-15 13:00:00+01:00',
    '2026-01-15t12:00:00z',
    '2026-01-15T13:00+0100',
  ])('the time %s is read', (time) => {
    expect(sampleOf({ time })).toMatchObject({ at });
  });

  it('numbers and yes and no are read as texts too, with a decimal comma and in capitals', () => {
    expect(
      sampleOf({
        stored: 'TRUE',
        moving: 0,
        steps: '007',
        signal: '5',
        battery: { level: '87', charging: '1', millivolts: '3550' },
        position: { lat: '62,4722', lng: '6.1549' },
      }),
    ).toMatchObject({
      historical: true,
      moving: false,
      steps: 7,
      gsmStrength: 5,
      battery: { level: 87, charging: true, millivolts: 3550 },
      position: { lat: 62.4722, lng: 6.1549 },
    });
  });

  it('names and events are read in any capitals', () => {
    const body =
      '{"Device":"help-0001","MESSAGES":[{"Events":["ALARM"],"Battery":{"Level":14},"POSITION":{"Lat":1,"LNG":2}}]}';
    expect(write(body)).toMatchObject({
      identity: 'help-0001',
      report: {
        samples: [{ events: [{ metyId: 1, code: 'alarm' }], battery: { level: 14 }, position: { lat: 1 } }],
      },
    });
    expect(sampleOf({ Events: ['fire'], events: ['alarm'] })).toMatchObject({
      events: [{ code: 'alarm' }],
      unknown: { Events: '["fire"]' },
    });
    expect(sampleOf({ events: [' ManDown '] })?.events).toEqual([{ metyId: 3, code: 'manDown', at: null }]);
  });

  it.each([
    [{ event: 'alarm' }, ['alarm']],
    [{ alarm: true }, ['alarm']],
    [{ alarm: 'sos' }, ['sos']],
    [{ alarm: 1, events: ['lowBattery'] }, ['lowBattery', 'alarm']],
    [{ alarm: false }, []],
    [{ alarm: '0' }, []],
    [{ alarm: null }, []],
    [{ alarm: '' }, []],
  ])('%o is read as the events %o', (message, codes) => {
    expect(sampleOf(message)?.events.map(({ code }) => code)).toEqual(codes);
  });

  it.each([
    ['a byte order mark', '\ufeff{"device":"help-0001","events":["alarm"]}'],
    ['a comma too many', '{"device":"help-0001","events":["alarm",],}'],
    ['bytes behind it', '{"device":"help-0001","events":["alarm"]}\0\0}x'],
    ['a line break in a text', '{"device":"help-0001","events":["alarm"],"note":"a\nb\t"}'],
    ['an escape that is none', '{"device":"help-0001","events":["alarm"],"note":"C:\\x\\y"}'],
    ['words of other languages', '{"device":"help-0001","events":["alarm"],"a":NaN,"b":True,"c":None,"d":-inf}'],
    ['other numbers', '{"device":"help-0001","events":["alarm"],"steps":007,"x":.5,"y":5.,"z":+1}'],
    ['a decimal comma', '{"device":"help-0001","position":{"lat":62,47,"lng":-0,5},"events":["alarm"]}'],
  ])('a request with %s is read', (_fault, body) => {
    expect(write(body)).toMatchObject(alarm);
  });

  it('a decimal comma and odd numbers have their values', () => {
    const body = '{"device":"help-0001","position":{"lat":62,47,"lng":-0,5},"steps":007,"battery":{"level":5.,}}';
    expect(write(body)).toMatchObject({
      report: { samples: [{ position: { lat: 62.47, lng: -0.5 }, steps: 7, battery: { level: 5 } }] },
    });
  });

  it.each([
    ['its end', '{"device":"help-0001","events":["alarm"]'],
    ['the end of a text', '{"device":"help-0001","events":["alarm]}'],
    ['a quotation mark', '{device:"help-0001"}'],
    ['its beginning', '"device":"help-0001"}'],
    ['a word', '{"device":"help-0001","events":[alarm]}'],
  ])('without %s it is refused: half a message may be another one', (_part, body) => {
    expect(write(body)).toEqual({ type: 'malformed', status: 400, reason: 'badJson' });
  });

  it('it is refused at once for a word that begins as a number, however long', () => {
    const body = `{"device":"help-0001","steps":${'1'.repeat(4000)}x}`;
    const began = performance.now();
    for (let count = 0; count < 100; count++)
      expect(write(body)).toEqual({ type: 'malformed', status: 400, reason: 'badJson' });
    expect(performance.now() - began).toBeLessThan(1000);
  });

  it('the path has slashes to spare, capitals, a query or nothing at all', () => {
    const body = '{"device":"help-0001","events":["alarm"]}';
    for (const url of ['/', '', '/v1/messages/', '//v1/messages', '/V1/Messages?x=1', '/v1/messages#x'])
      expect(write(body, { url })).toMatchObject(alarm);
    for (const url of ['/v2/messages', '/v1/messages/x', '/x'])
      expect(write(body, { url })).toEqual({ type: 'malformed', status: 404, reason: 'path' });
    for (const method of ['PUT', 'PATCH']) expect(write(body, { method })).toMatchObject(alarm);
  });
});

describe('the signal', () => {
  it.each(hardwareList.map(({ key, signalScale }) => [key, signalScale] as const))(
    'of %s is read over the whole of its scale',
    (_, { low, high }) => {
      for (const signal of [low, high]) expect(sampleOf({ signal })?.gsmStrength).toBe(signal);
    },
  );

  it('outside every scale is kept and not shown', () => {
    for (const signal of [-114, 101]) {
      const read = sampleOf({ signal });
      expect([read?.gsmStrength, read?.unknown]).toEqual([undefined, { gsmStrength: String(signal) }]);
    }
    expect(sampleOf({ signal: '5 bars' })).toMatchObject({ unknown: { signal: '5 bars' } });
  });
});

describe('a repetition', () => {
  const alarm = { time: '2026-01-15T12:00:00Z', events: ['alarm'] };

  it('of an alarm is recognised for good with a sequence, and for a minute without one', () => {
    expect(read({ sequence: 1, messages: [alarm] }).timed).toBe(true);
    expect(read({ messages: [alarm] }).timed).toBe(false);
    expect(read({ sequence: 1, messages: [{ events: ['alarm'] }] }).timed).toBe(false);
  });

  it('is another message when its sequence differs', () => {
    const keys = [1, 1, 2].map((sequence) => read({ sequence, messages: [alarm] }).retryKey);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).not.toBe(keys[2]);
  });
});
