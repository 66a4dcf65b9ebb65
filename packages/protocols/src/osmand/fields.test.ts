import { metyId } from '@varde/catalogue/message-types';
import type { Sample } from '@varde/catalogue/report';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { osmand, osmandRequest, parseOsmand } from './index.ts';

function sampleOf(query: string): Sample | undefined {
  const received = parseOsmand({ method: 'GET', url: `/?id=1&${query}`, body: '' });
  return received.type === 'message' ? received.report.samples[0] : undefined;
}

function sampleOfJson(location: object): Sample | undefined {
  const body = JSON.stringify({ device_id: '1', location });
  const received = parseOsmand({ method: 'POST', url: '/', contentType: 'application/json', body });
  return received.type === 'message' ? received.report.samples[0] : undefined;
}

it('phones use the well-known port of the protocol', () => {
  expect(osmand).toMatchObject({ id: 'osmand', transport: 'http', maxBodyLength: 65_536 });
});

describe('the word of an alarm', () => {
  const { alarm, manDown, lowBattery, geofence, powerFailure, powerRestored, technical } = metyId;

  it.each([
    ['sos', alarm, 'sos'],
    ['general', alarm, 'alarm'],
    ['true', alarm, 'alarm'],
    ['1', alarm, 'alarm'],
    ['fallDown', manDown, 'fall'],
    ['fall', manDown, 'fall'],
    ['lowBattery', lowBattery, 'lowBattery'],
    ['lowPower', lowBattery, 'lowBattery'],
    ['geofence', geofence, 'geofence'],
    ['geofenceEnter', geofence, 'geofenceEntered'],
    ['geofenceExit', geofence, 'geofenceLeft'],
    ['powerCut', powerFailure, 'powerCut'],
    ['powerRestored', powerRestored, 'powerRestored'],
    ['vibration', technical, 'vibration'],
    ['movement', technical, 'movement'],
    ['overspeed', technical, 'overspeed'],
    ['powerOff', technical, 'powerOff'],
    ['powerOn', technical, 'powerOn'],
    ['fault', technical, 'fault'],
    ['tampering', technical, 'tampering'],
    ['removing', technical, 'removed'],
  ])('%s is raised as its own kind, also in capitals and with spaces around it', (word, kind, code) => {
    const event = { metyId: kind, code, at: null };
    for (const written of [word, word.toUpperCase(), `+${word}+`]) {
      const sample = sampleOf(`alarm=${written}`);
      expect(sample).toMatchObject({ metyId: kind, events: [event] });
      expect(sample?.unknown).toBeUndefined();
    }
  });

  it.each(['', 'false', 'FALSE', '0', 'null', 'none', '+none+'])('%s means no alarm', (word) => {
    expect(sampleOf(`alarm=${word}`)).toMatchObject({ metyId: metyId.heartbeat, events: [] });
    expect(sampleOf(`alarm=${word}`)?.unknown).toBeUndefined();
  });

  it('that is unknown is an alarm, under its own name when that is a valid code', () => {
    const longest = `h${'e'.repeat(31)}`;
    expect(sampleOf(`alarm=${longest}`)?.events).toMatchObject([{ metyId: alarm, code: longest }]);
    expect(sampleOf(`alarm=${longest}x`)).toMatchObject({
      events: [{ metyId: alarm, code: 'alarm' }],
      unknown: { alarm: `${longest}x` },
    });
    expect(sampleOf('alarm=sos,hjelp!')).toMatchObject({
      events: [{ code: 'sos' }, { code: 'alarm' }],
      unknown: { alarm: 'sos,hjelp!' },
    });
  });

  it('comes once, however often it is named, and the most urgent comes first', () => {
    const order = ['technical', 'lowBattery', 'geofence', 'powerCut', 'fall', 'sos', 'powerRestored'];
    const { events = [], unknown } = sampleOf(`alarm=${order.join(',')}&alarm=sos&alarm=hjelp!&alarm=hjelp!`) ?? {};
    expect(events.map((event) => event.metyId)).toEqual([
      manDown,
      alarm,
      alarm,
      alarm,
      geofence,
      lowBattery,
      powerFailure,
      powerRestored,
    ]);
    expect(unknown).toEqual({ alarm: 'hjelp!' });
    expect(sampleOf('alarm=fault,powerCut')?.events.map(({ code }) => code)).toEqual(['powerCut', 'fault']);
  });

  it('is followed by a limited number of others', () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`).join(',');
    expect(sampleOf(`alarm=${words(32)}`)?.events).toHaveLength(32);
    expect(sampleOf(`alarm=${words(32)}`)?.unknown).toBeUndefined();
    expect(sampleOf(`alarm=${words(33)}`)?.events).toHaveLength(32);
    expect(sampleOf(`alarm=${words(33)}`)?.unknown).toEqual({ eventsLeftOut: '1' });
  });
});

describe('the time of a phone', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  const at = Date.UTC(2026, 0, 15, 12);
  const timeOf = (text: string) => sampleOf(`timestamp=${encodeURIComponent(text)}`)?.at;

  it.each([
    ['1768478400', at],
    [' 1768478400 ', at],
    ['1768478400.5', at + 500],
    ['1768478400500', at + 500],
    ['2147483647', 2_147_483_647_000],
    ['946684800', Date.UTC(2000, 0, 1)],
    ['4102444799999', Date.UTC(2100, 0, 1) - 1],
    ['2026-01-15 12:00:00', at],
    ['2026-01-15T12:00', at],
    ['2026-01-15T12:00:00.25Z', at + 250],
    ['2026-01-15T13:00:00+01:00', at],
    ['2026-01-15T13:00:00 01:00', at],
    ['2026-01-15t12:00:00z', at],
    ['2026-01-15T13:30:00+0130', at],
    ['2026-01-15T11:00:00-0100', at],
  ])('%s is read', (text, expected) => {
    expect(timeOf(text)).toBe(expected);
  });

  it('is UTC when it has no zone, wherever the server is', () => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(new Date(at).getHours()).toBe(7);
    expect(timeOf('2026-01-15 12:00:00')).toBe(at);
  });

  it.each([
    '946684799',
    '4102444800000',
    // From 2^31 on a number counts milliseconds; this one is in January 1970.
    '2147483648',
    '2026-01-15',
    '2026-13-15T12:00:00',
    'x2026-01-15T12:00:00',
    '2026-01-15T12:00:00Zx',
    '-1768478400',
    'now',
    '',
  ])('%s is invalid, and is kept', (text) => {
    const sample = sampleOf(`timestamp=${encodeURIComponent(text)}`);
    expect(sample).toMatchObject({ at: null, unknown: { timestamp: text } });
  });
});

describe('the values of a phone', () => {
  it('are numbers in any usual way of writing', () => {
    for (const text of ['12', '+12', '12.', '12.0', '12,0', '1.2e1', '.12E2', ' 12 '])
      expect(sampleOf(`lat=1&lon=2&altitude=${encodeURIComponent(text)}`)?.position?.altitude).toBe(12);
    for (const text of ['', 'x12', '12x', '1,2,3', '0x12', 'NaN', 'Infinity'])
      expect(sampleOf(`altitude=${encodeURIComponent(text)}`)?.unknown).toEqual({ altitude: text });
    expect(Object.is(sampleOf('lat=1&lon=2&altitude=-0')?.position?.altitude, 0)).toBe(true);
  });

  it('are yes and no in any usual way of writing', () => {
    for (const text of ['true', 'TRUE', '1', '+true+'])
      expect(sampleOf(`motion=${text}&charge=${text}`)).toMatchObject({
        moving: true,
        battery: { charging: true },
      });
    for (const text of ['false', '0'])
      expect(sampleOf(`motion=${text}&charge=${text}`)).toMatchObject({
        moving: false,
        battery: { charging: false },
      });
    const unread = sampleOf('motion=yes&charge=&valid=maybe&lat=1&lon=2');
    expect(unread).toMatchObject({
      position: { lat: 1, lng: 2 },
      unknown: { motion: 'yes', charge: '', valid: 'maybe' },
    });
    expect(unread).not.toHaveProperty('battery');
  });

  it('are a position together or apart, and half of one is kept', () => {
    expect(sampleOf('location=62.4,6.1')?.position).toMatchObject({ lat: 62.4, lng: 6.1 });
    expect(sampleOf('location=62.4')).toMatchObject({ metyId: 2, unknown: { location: '62.4' } });
    expect(sampleOf('location=x,6.1')).toMatchObject({ metyId: 2, unknown: { location: 'x,6.1' } });
    expect(sampleOf('lat=62.4')?.position).toBeUndefined();
    expect(sampleOf('lat=62.4&lon=6.1')).toMatchObject({ metyId: 5 });
  });

  it('are steps when they are a count', () => {
    expect(sampleOf('steps=0')?.steps).toBe(0);
    for (const text of ['1.5', '-1', 'x']) expect(sampleOf(`steps=${text}`)?.unknown).toEqual({ steps: text });
  });

  it('are knots in a form and metres a second in JSON, to three decimals', () => {
    expect(sampleOf('lat=1&lon=2&speed=40&heading=90')?.position).toMatchObject({ speed: 74.08, course: 90 });
    const coords = { latitude: 1, longitude: 2, speed: 40, heading: 90 };
    expect(sampleOfJson({ coords })?.position).toMatchObject({ speed: 144, course: 90 });
  });

  it('are a percentage without decimals', () => {
    expect(sampleOf('batt=49.6')?.battery).toEqual({ level: 50 });
    expect(sampleOfJson({ battery: { level: 0.496 } })?.battery).toEqual({ level: 50 });
  });

  it('are cells with four numbers, and a strength when there is one', () => {
    const cell = { mcc: 242, mnc: 1, lac: 74, cid: 27781 };
    expect(sampleOf('cell=242,1,74,27781')).toMatchObject({ metyId: 5, cells: [cell] });
    expect(sampleOf('cell=242,1,74,27781,-80')?.cells).toEqual([{ ...cell, signalStrength: -80 }]);
    for (const text of ['x,1,74,27781', '242,x,74,27781', '242,1,x,27781', '242,1,74', ''])
      expect(sampleOf(`cell=${text}`)).toMatchObject({ metyId: 2, unknown: { cell: text } });
  });

  it('are access points in any usual way of writing an address', () => {
    for (const text of ['02:AD:24:49:EA:60', '02-ad-24-49-ea-60', '02ad2449ea60', '+02ad2449ea60+'])
      expect(sampleOf(`wifi=${text}`)).toMatchObject({
        metyId: 5,
        accessPoints: [{ type: 'W', macAddress: '02:ad:24:49:ea:60' }],
      });
    expect(sampleOf('beacon=02ad2449ea60,-60')?.accessPoints).toEqual([
      { type: 'B', macAddress: '02:ad:24:49:ea:60', signalStrength: -60 },
    ]);
    for (const text of ['', '02ad2449ea6', '02ad2449ea6000', 'x02ad2449ea60', ',-60'])
      expect(sampleOf(`wifi=${text}`)).toMatchObject({ metyId: 2, unknown: { wifi: text } });
  });

  it('are kept under their names when they are unknown here, also names that every object has', () => {
    expect(sampleOf('constructor=1&toString=2&Note=x')?.unknown).toEqual({
      constructor: '1',
      toString: '2',
      Note: 'x',
    });
  });
});

describe('a location of JSON', () => {
  it('may have its numbers and its yes and no as texts', () => {
    const coords = { latitude: '59,9', longitude: '10.7', speed: '-1' };
    const battery = { level: '0.5', is_charging: 'True' };
    expect(sampleOfJson({ coords, battery, is_moving: 1 })).toMatchObject({
      position: { lat: 59.9, lng: 10.7, source: 'gps' },
      battery: { level: 50, charging: true },
      moving: true,
    });
  });

  it.each([
    ['beside the locations', { location: { coords: { latitude: 1, longitude: 2 } }, alarm: 'sos' }],
    ['without a location', { lat: 1, lon: '2', alarm: 'sos' }],
    ['as a text', { location: '1,2', Alarm: ['sos'] }],
    ['in the location itself', { location: { lat: 1, lon: 2, ALARM: 'sos' } }],
  ])('may have the fields of a query %s', (_where, content) => {
    const body = JSON.stringify({ id: '1', ...content });
    const received = parseOsmand({ method: 'POST', url: '/', body });
    expect(received).toMatchObject({
      identity: '1',
      report: { samples: [{ metyId: 1, events: [{ code: 'sos' }], position: { lat: 1, lng: 2 } }] },
    });
  });

  it('counts more than the fields beside it', () => {
    const body = JSON.stringify({
      id: '1',
      lat: 1,
      lon: 2,
      location: { coords: { latitude: 3, longitude: 4 } },
    });
    expect(parseOsmand({ method: 'POST', url: '/', body })).toMatchObject({
      report: { samples: [{ position: { lat: 3, lng: 4 } }] },
    });
  });

  it('is read completely: nothing is kept that was understood', () => {
    const sample = sampleOfJson({
      timestamp: '2026-01-15T12:00:00Z',
      coords: { latitude: 1, longitude: 2, accuracy: 3, altitude: 4, speed: 5, heading: 6 },
      battery: { level: 0.5, is_charging: false },
      is_moving: false,
      alarm: 'sos',
      extras: { steps: '7', wifi: ['02ad2449ea60', '02ad2449ea61'] },
    });
    expect(sample).toEqual({
      metyId: 1,
      events: [{ metyId: 1, code: 'sos', at: Date.UTC(2026, 0, 15, 12) }],
      at: Date.UTC(2026, 0, 15, 12),
      historical: false,
      position: { lat: 1, lng: 2, source: 'gps', accuracy: 3, altitude: 4, speed: 18, course: 6 },
      battery: { level: 50, charging: false },
      moving: false,
      steps: 7,
      accessPoints: [
        { type: 'W', macAddress: '02:ad:24:49:ea:60' },
        { type: 'W', macAddress: '02:ad:24:49:ea:61' },
      ],
    });
  });

  it('keeps each member that should be a number and is not, under its own name', () => {
    const coords = { latitude: 'a', longitude: 'b', accuracy: 'c', altitude: 'd', speed: 'e', heading: 'f' };
    const sample = sampleOfJson({
      coords,
      battery: { level: 'g', is_charging: 'h' },
      is_moving: 'i',
      activity: { confidence: 1 },
    });
    expect(sample).not.toHaveProperty('moving');
    expect(sample).not.toHaveProperty('battery');
    expect(sample?.unknown).toEqual({
      'coords.latitude': 'a',
      'coords.longitude': 'b',
      'coords.accuracy': 'c',
      'coords.altitude': 'd',
      'coords.speed': 'e',
      'coords.heading': 'f',
      'battery.level': 'g',
      'activity.confidence': '1',
    });
  });

  it('is not changed by empty members', () => {
    const nothing = {
      timestamp: null,
      coords: null,
      battery: [],
      activity: 'x',
      extras: null,
    };
    expect(sampleOfJson(nothing)).toEqual({ metyId: 2, events: [], at: null, historical: false });
  });

  it('keeps the zero, the false and the empty text of an unknown member', () => {
    expect(sampleOfJson({ coords: { a: 0, b: false, c: '', d: -1, e: null } })?.unknown).toEqual({
      'coords.a': '0',
      'coords.b': 'false',
      'coords.c': '',
    });
  });

  it('keeps lists and objects as JSON, four deep and a hundred wide', () => {
    const kept = (x: unknown) => sampleOfJson({ x })?.unknown?.x;
    expect(kept({ a: [1, 'b', null, { c: true }], d: {} })).toBe('{"a":[1,"b",null,{"c":true}],"d":{}}');
    expect(kept([[[[]]]])).toBe('[[[[]]]]');
    expect(kept([[[[[]]]]])).toBe('[[[[…]]]]');
    expect(kept({ a: { b: { c: { d: { e: 1 } } } } })).toBe('{"a":{"b":{"c":{"d":…}}}}');
    expect(kept([[[[1]]]])).toBe('[[[[1]]]]');
    expect(kept(Array(100).fill(1))).toBe(`[${Array(100).fill(1).join(',')}]`);
    expect(kept(Array(101).fill(1))).toBe(`[${Array(100).fill(1).join(',')},…]`);
  });
});

describe('the sender', () => {
  const named = (query: string, authorization?: string) => {
    const received = parseOsmand({ method: 'GET', url: `/?${query}`, body: '', authorization });
    return received.type === 'message' ? [received.identity, received.token] : received.reason;
  };

  it('is named by id, deviceid or device_id, also in capitals and with spaces around it', () => {
    for (const name of ['id', 'deviceid', 'device_id', 'ID', 'deviceId'])
      expect(named(`${name}=+7+&token=a`)).toEqual(['7', 'a']);
    const body = JSON.stringify({ deviceId: 7, Token: 5, location: {} });
    const received = parseOsmand({ method: 'POST', url: '/', contentType: 'application/json', body });
    expect(received).toMatchObject({ identity: '7', token: '5', report: { samples: [{ metyId: 2 }] } });
    expect(received.type === 'message' && received.report.samples[0]?.unknown).toBeUndefined();
  });

  it('has a name of 128 characters at most, all of them readable', () => {
    expect(named(`id=${'7'.repeat(128)}`)).toEqual(['7'.repeat(128), null]);
    for (const bad of [`id=${'7'.repeat(129)}`, 'id=', 'id=+', 'id=7%00', 'id=7%0a8', 'x=7', ''])
      expect(named(bad)).toBe('noIdentity');
    for (const id of [true, null, ['7'], { id: 7 }]) {
      const body = JSON.stringify({ id, location: {} });
      const received = parseOsmand({ method: 'POST', url: '/', contentType: 'application/json', body });
      expect(received).toMatchObject({ type: 'malformed', status: 400, reason: 'noIdentity' });
    }
  });

  it('sends its token in the header, or in a field', () => {
    expect(named('id=7', 'Bearer abc')).toEqual(['7', 'abc']);
    expect(named('id=7&token=x', 'bearer  abc  ')).toEqual(['7', 'abc']);
    expect(named('id=7&TOKEN=x', 'Basic abc')).toEqual(['7', 'x']);
    expect(named('id=7', 'xBearer abc')).toEqual(['7', null]);
    expect(named('id=7', 'Bearer a c')).toEqual(['7', null]);
    expect(named('id=7&token=', '')).toEqual(['7', null]);
  });
});

describe('a request', () => {
  const at = (url: string, more: object = {}) => parseOsmand({ method: 'POST', url, body: '', ...more });
  const limit = 64 * 1024;

  it('comes by any method that sends something', () => {
    for (const method of ['DELETE', 'OPTIONS', 'CONNECT', ''])
      expect(at('/?id=1', { method })).toEqual({ type: 'malformed', status: 405, reason: 'method' });
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH']) {
      expect(at('/?id=1', { method })).toMatchObject({ identity: '1', word: 'query' });
      expect(at('/?id=1', { method, body: 'steps=3' })).toMatchObject({
        word: 'form',
        report: { samples: [{ steps: 3 }] },
      });
    }
  });

  it('is JSON by its first character, whatever its type says', () => {
    const body = ' {"id":"1","location":{}}';
    for (const contentType of [undefined, 'text/plain', 'application/json; charset=ISO-8859-1']) {
      expect(at('/', { body, contentType })).toMatchObject({ word: 'json' });
      expect(at('/', { body: `\ufeff${body}`, contentType })).toMatchObject({ word: 'json', identity: '1' });
      expect(at('/', { body: 'id=1', contentType })).toMatchObject({ word: 'form' });
    }
    expect(at('/', { body: 'id=1}' })).toMatchObject({ word: 'form', identity: '1}' });
    for (const broken of ['[]', '{"id":'])
      expect(at('/', { body: broken, contentType: 'Application/JSON' })).toMatchObject({
        status: 400,
        reason: 'badJson',
      });
  });

  it('is as long as allowed, and not longer, in its URL and its body alike', () => {
    const url = '/?id=1&x=';
    expect(at(url.padEnd(limit, 'x'))).toMatchObject({ type: 'message' });
    expect(at(url.padEnd(limit + 1, 'x'))).toMatchObject({ status: 413, reason: 'tooLong' });
    expect(at('/', { body: 'id=1&x='.padEnd(limit, 'x') })).toMatchObject({ type: 'message' });
    expect(at('/', { body: 'id=1&x='.padEnd(limit + 1, 'x') })).toMatchObject({ status: 413 });
  });

  it('may carry one part in the URL and another in the body', () => {
    const form = at('/?id=1&steps=3&a=b', { body: 'token=t&charge=true' });
    expect(form).toMatchObject({
      identity: '1',
      token: 't',
      report: { samples: [{ steps: 3, battery: { charging: true }, unknown: { a: 'b' } }] },
    });
    const body = JSON.stringify({ location: [{}, {}], mock: true });
    const json = at('/?id=1&token=t&a=b', { body, contentType: 'application/json' });
    expect(json).toMatchObject({ identity: '1', token: 't' });
    const samples = json.type === 'message' ? json.report.samples : [];
    expect(samples.map(({ unknown }) => unknown)).toEqual([undefined, { a: 'b', mock: 'true' }]);
    const empty = at('/?a=b', { body: '{"id":"1","location":[]}', contentType: 'application/json' });
    expect(empty).toMatchObject({
      type: 'message',
      retryKey: null,
      report: { samples: [{ unknown: { a: 'b' } }] },
    });
    expect(at('/', { body: '{"id":"1"}' })).toMatchObject({ report: { samples: [{ metyId: 2 }] } });
  });

  it('has a thousand fields and an alarm, and the others are counted', () => {
    const fields = (count: number) => Array.from({ length: count }, () => 'steps=1').join('&');
    const samples = (query: string, body = '') => {
      const received = at(`/?${query}`, { body });
      return received.type === 'message' ? received.report.samples : [];
    };
    expect(samples(`id=1&${fields(999)}`)[0]?.unknown).toBeUndefined();
    expect(samples(`id=1&${fields(1000)}`)[0]?.unknown).toEqual({ fieldsLeftOut: '1' });
    expect(samples(`id=1&${fields(1000)}&alarm=sos&xalarm=fall`)[0]).toMatchObject({
      events: [{ code: 'sos' }],
      unknown: { fieldsLeftOut: '2' },
    });
    expect(samples(`id=1&${fields(1001)}`, fields(1003))[0]?.unknown).toEqual({ fieldsLeftOut: '5' });
  });
});

it('the simulator’s alarm, cell and unknown speed are decoded as they were meant', () => {
  const sample: Sample = {
    metyId: 1,
    events: [
      { metyId: 1, code: 'alarm', at: null },
      { metyId: 12, code: 'geofenceEntered', at: null },
      { metyId: 120, code: 'removed', at: null },
    ],
    at: null,
    historical: false,
    position: { lat: 1, lng: 2, source: 'gps' },
    cells: [
      { mcc: 242, mnc: 1, lac: 74, cid: 27781, signalStrength: -80 },
      { mcc: 242, mnc: 2, lac: 75, cid: 1 },
    ],
  };
  const sender = { identity: '1', token: 't' };
  for (const form of ['query', 'form', 'json', undefined] as const) {
    const request = osmandRequest(sample, sender, form);
    expect(parseOsmand(request)).toMatchObject({ word: form ?? 'query', report: { samples: [sample] } });
    expect(request.url.startsWith('/')).toBe(true);
    expect(new URLSearchParams(form === 'form' ? request.body : request.url.slice(2)).get('alarm')).toBe(
      form === 'json' ? null : 'general',
    );
  }
  expect(osmandRequest(sample, sender, 'form').contentType).toBe('application/x-www-form-urlencoded');
  expect(osmandRequest(sample, sender, 'json').contentType).toBe('application/json');
  const { location } = JSON.parse(osmandRequest(sample, sender, 'json').body);
  expect(location.coords).toMatchObject({ speed: -1, heading: -1 });
  expect(location.extras.alarm).toEqual(['general', 'geofenceEnter', 'removing']);
});
