import type { Sample } from '@varde/catalogue/report';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { present } from '../present.ts';
import type { DeviceRequest } from '../protocol.ts';
import { reportFaults } from '../testing/report-faults.ts';
import { type OsmandForm, osmandRequest, parseOsmand } from './index.ts';
import { maxBodyLength } from './request.ts';

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const scaled = (min: number, max: number, per: number) =>
  fc.integer({ min: min * per, max: max * per }).map((whole) => whole / per + 0);
const hexPair = fc.integer({ min: 0, max: 255 }).map((byte) => byte.toString(16).padStart(2, '0'));
const at = maybe(fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2099, 11, 31) }));

const position = fc
  .record({
    lat: scaled(-90, 90, 1e6).filter((lat) => lat !== 0),
    lng: scaled(-180, 180, 1e6),
    source: fc.constant('gps' as const),
    accuracy: maybe(scaled(0, 500, 10)),
    altitude: maybe(scaled(-100, 3000, 10)),
    speed: maybe(scaled(0, 200, 1000)),
    course: maybe(scaled(0, 359, 10)),
    hdop: maybe(scaled(0, 50, 10)),
  })
  .map(present);
const accessPoint = fc
  .record({
    type: fc.constantFrom('W' as const, 'B' as const),
    macAddress: fc.array(hexPair, { minLength: 6, maxLength: 6 }).map((pairs) => pairs.join(':')),
    signalStrength: maybe(fc.integer({ min: -120, max: -10 })),
  })
  .map(present);
const event = fc.constantFrom(
  { metyId: 1 as const, code: 'sos' },
  { metyId: 1 as const, code: 'helpMe' },
  { metyId: 3 as const, code: 'fall' },
  { metyId: 12 as const, code: 'geofenceLeft' },
  { metyId: 6 as const, code: 'lowBattery' },
);
const battery = fc.record({ level: fc.integer({ min: 0, max: 100 }), charging: maybe(fc.boolean()) }).map(present);

const sampleArbitrary: fc.Arbitrary<Sample> = fc
  .record({
    at,
    event: maybe(event),
    position: maybe(position),
    battery: maybe(battery),
    moving: maybe(fc.boolean()),
    steps: maybe(fc.nat(50_000)),
    accessPoints: maybe(fc.array(accessPoint, { minLength: 1, maxLength: 4 })),
    note: maybe(fc.string({ unit: 'grapheme' }).filter((text) => !/[\p{Cc}\ud800-\udfff]/u.test(text))),
  })
  .map(({ at: time = null, event: raised, note, ...rest }) => {
    const points = [...(rest.accessPoints ?? [])].sort((a, b) => b.type.localeCompare(a.type));
    const placed = rest.position !== undefined || points.length > 0;
    return present({
      ...rest,
      accessPoints: points.length > 0 ? points : undefined,
      metyId: raised?.metyId ?? (placed ? (5 as const) : (2 as const)),
      events: raised === undefined ? [] : [{ ...raised, at: time }],
      at: time,
      historical: false,
      unknown: note === undefined ? undefined : { note },
    });
  });

describe('a request of a phone', () => {
  it.each<OsmandForm>(['query', 'form', 'json'])('decodes to the same report after it was encoded as %s', (form) => {
    fc.assert(
      fc.property(sampleArbitrary, fc.stringMatching(/^[0-9a-zA-Z]{1,20}$/), (sample, identity) => {
        const received = parseOsmand(osmandRequest(sample, { identity, token: 'secret+1' }, form));
        expect(received).toMatchObject({ type: 'message', identity, token: 'secret+1', word: form });
        expect(received.type === 'message' && received.report).toEqual({
          samples: [sample],
          confirmations: [],
        });
      }),
    );
  });

  it('never makes the parser throw or return impossible values, whatever it holds', () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    const name = fc.constantFrom('id', 'lat', 'lon', 'alarm', 'timestamp', 'speed', 'batt', 'steps', '__proto__');
    const value = fc.oneof(text, fc.double().map(String), fc.constantFrom('1e99', '-0', '99999999999999'));
    const query = fc.array(fc.tuple(name, value)).map((fields) => new URLSearchParams(fields).toString());
    const json = fc
      .tuple(fc.jsonValue(), fc.dictionary(fc.constantFrom('coords', 'battery', 'extras', 'alarm'), fc.jsonValue()))
      .map(([location, parts]) => JSON.stringify({ id: 1, location: [location, parts] }));
    const request: fc.Arbitrary<DeviceRequest> = fc.record({
      method: fc.constantFrom('GET', 'POST'),
      url: fc.oneof(query, text).map((fields) => `/?id=1&${fields}`),
      contentType: fc.option(fc.constantFrom('application/json', 'text/plain'), { nil: undefined }),
      authorization: fc.option(text, { nil: undefined }),
      body: fc.oneof(json, query, text),
    });
    fc.assert(
      fc.property(request, (sent) => {
        const received = parseOsmand(sent);
        if (received.type === 'message') expect(reportFaults(received.report)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('equals its retry in every field, and differs from the next press by its time', () => {
    const keyOf = (query: string) => {
      const received = parseOsmand({ method: 'GET', url: `/?id=1&alarm=sos&${query}`, body: '' });
      return received.type === 'message' ? [received.retryKey, received.timed] : null;
    };
    expect(keyOf('timestamp=1768478400&token=a')).toEqual(keyOf('timestamp=1768478400&token=b'));
    expect(keyOf('timestamp=1768478401')).not.toEqual(keyOf('timestamp=1768478400'));
    expect(keyOf('')).toEqual([null, false]);
  });

  it('is a retry also when only some of its positions have a time', () => {
    const received = (...location: object[]) => {
      const body = JSON.stringify({ device_id: '1', location });
      return parseOsmand({ method: 'POST', url: '/', contentType: 'application/json', body });
    };
    const coords = { latitude: 62.4, longitude: 6.1 };
    const timed = { timestamp: '2026-01-15T12:00:00Z', coords };
    for (const mixed of [received(timed, { coords }), received({ coords }, timed)])
      expect(mixed).toMatchObject({ retryKey: expect.any(String), timed: true });
    expect(received(timed, { coords, extras: { alarm: 'sos' } })).toMatchObject({
      retryKey: expect.any(String),
      timed: false,
    });
    expect(received({ coords }, { coords })).toMatchObject({ retryKey: null, timed: false });
  });

  it('is recognised for good by its time, unless it is an alarm: a second press may come with the same cached fix', () => {
    const timedOf = (query: string) => {
      const received = parseOsmand({ method: 'GET', url: `/?id=1&timestamp=1768478400&${query}`, body: '' });
      return received.type === 'message' ? [received.retryKey !== null, received.timed] : null;
    };
    expect(timedOf('lat=62.4&lon=6.1')).toEqual([true, true]);
    expect(timedOf('lat=62.4&lon=6.1&alarm=sos')).toEqual([true, false]);
    expect(timedOf('lat=62.4&lon=6.1&alarm=lowBattery')).toEqual([true, true]);
  });

  it('keeps impossible and unreadable values beside the others', () => {
    const unknownOf = (query: string) => {
      const received = parseOsmand({ method: 'GET', url: `/?id=1&${query}`, body: '' });
      return received.type === 'message' ? received.report.samples[0]?.unknown : received;
    };
    expect(unknownOf('lat=59.9&lon=10.7&batt=100&bearing=360&altitude=-20000')).toBeUndefined();
    expect(unknownOf('lat=59.9&lon=10.7&batt=101&bearing=361&altitude=-20001&hdop=10001')).toEqual({
      battery: '101',
      course: '361',
      altitude: '-20001',
      hdop: '10001',
    });
    expect(unknownOf('lat=59.9&lon=181')).toEqual({ implausiblePlace: '59.9 181' });
    expect(unknownOf('lat=59.9&lon=10.7&valid=false')).toEqual({ placeWithoutFix: '59.9 10.7' });
    expect(unknownOf('altitude=12')).toEqual({ altitude: '12' });
    expect(unknownOf('steps=-1&a=1&a=2')).toEqual({ steps: '-1', a: '1', 'a#2': '2' });
  });

  it('keeps unknown members of JSON, but not the -1 that phones send for a missing value', () => {
    const location = {
      coords: { latitude: 'north', longitude: 10.7, speed: -1, heading: -1, floor: null, floors: 3 },
      battery: { level: 2, health: 'good' },
      activity: { type: 'walking', confidence: 100 },
      alarm: 'sos',
    };
    const body = JSON.stringify({ id: '1', location, mock: true });
    const received = parseOsmand({ method: 'POST', url: '/', contentType: 'application/json', body });
    expect(received.type === 'message' && received.report.samples[0]).toMatchObject({
      metyId: 1,
      unknown: {
        'coords.latitude': 'north',
        implausiblePlace: ' 10.7',
        'coords.floors': '3',
        battery: '200',
        'battery.health': 'good',
        activity: 'walking',
        'activity.confidence': '100',
        mock: 'true',
      },
    });
  });

  it('reads the last of too many positions, and every alarm of those before them', () => {
    const places = Array.from({ length: 600 }, (_, index) => ({ timestamp: 1_768_478_400 + index }));
    const parse = (location: object[]) => {
      const body = JSON.stringify({ id: '1', location });
      const received = parseOsmand({ method: 'POST', url: '/', contentType: 'application/json', body });
      return received.type === 'message' ? received.report.samples : [];
    };
    const plain = parse(places);
    expect(plain).toHaveLength(500);
    expect(plain.at(-1)).toMatchObject({ at: 1_768_478_999_000, unknown: { samplesLeftOut: '100' } });
    const alarm = { timestamp: 1_768_478_000, extras: { note: 'x', Alarm: 'sos' } };
    const [summary, ...rest] = parse([alarm, ...places]);
    expect(summary).toMatchObject({ metyId: 1, events: [{ code: 'sos', at: 1_768_478_000_000 }] });
    expect(rest).toHaveLength(500);
  });

  it('reads the first of too many fields, and every alarm of those behind them', () => {
    const fields = Array.from({ length: 2000 }, () => 'a=1').join('&');
    const received = parseOsmand({ method: 'GET', url: `/?id=1&${fields}&ALARM=sos`, body: '' });
    expect(received.type === 'message' && received.report.samples[0]).toMatchObject({
      metyId: 1,
      unknown: { fieldsLeftOut: String(2000 - 64) },
    });
  });

  it('raises the most urgent of too many alarms, and counts the rest', () => {
    const words = Array.from({ length: 40 }, (_, index) => `x${index}`);
    const received = parseOsmand({
      method: 'GET',
      url: `/?id=1&alarm=${words.join(',')},fall,lowBattery`,
      body: '',
    });
    const sample = received.type === 'message' ? received.report.samples[0] : undefined;
    expect(sample?.events).toHaveLength(33);
    const codes = sample?.events.map(({ code }) => code) ?? [];
    expect([codes[0], codes[1], codes.at(-1)]).toEqual(['fall', 'x0', 'lowBattery']);
    expect(sample?.unknown).toEqual({ eventsLeftOut: '9' });
  });

  it('is refused when it is longer than any honest one', () => {
    const body = 'x'.repeat(maxBodyLength + 1);
    expect(parseOsmand({ method: 'POST', url: '/', body })).toMatchObject({ status: 413, reason: 'tooLong' });
  });

  it('survives brackets that are nested ten thousand deep', () => {
    const depth = 20_000;
    const body = `{"id":"1","location":{"x":${'['.repeat(depth)}${']'.repeat(depth)},"alarm":"sos"}}`;
    const received = parseOsmand({ method: 'POST', url: '/', contentType: 'application/json', body });
    expect(received.type === 'message' && received.report.samples[0]?.events[0]?.code).toBe('sos');
  });
});
