import { metyId } from '@varde/catalogue/message-types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConfigurationItem } from './messages/configuration-items.ts';
import type { DataItem } from './messages/data-items.ts';
import { reportOf } from './report.ts';
import { readStatusWord, writeStatusWord } from './status-word.ts';

const time = Date.UTC(2026, 0, 15, 12) / 1000;
const record = (bits: number, at = time): DataItem => ({ type: 'status', time: at, bits });
const samplesOf = (...items: DataItem[]) => reportOf({ command: 'data', items }, 1).samples;
const gps = { type: 'gps', lat: 59.9, lng: 10.7, speed: 4, course: 270, altitude: 12, hdop: 0.9 } as const;
const fix: DataItem = { ...gps, odometer: 1, satellites: 7 };

describe('alarms', () => {
  it('are each an event, whatever else the frame holds', () => {
    const bits = fc.integer({ min: 0, max: 0xffff_ffff });
    const flags = fc.integer({ min: 0, max: 0xffff_ffff });
    fc.assert(
      fc.property(bits, flags, fc.option(fc.constant(fix)), (alarm, word, place) => {
        const items: DataItem[] = [record(word), { type: 'alarm', bits: alarm }];
        const [sample] = samplesOf(...items, ...(place ? [place] : []));
        const codes = sample?.events.map((event) => event.code) ?? [];
        expect(codes.includes('sos')).toBe((alarm & 0x1000) !== 0);
        expect(codes.includes('fall')).toBe((alarm & 0x4) !== 0);
        expect(codes.includes('lowBattery')).toBe((alarm & 0x1) !== 0);
        if (alarm & 0xc) expect(sample?.metyId).toBe(metyId.manDown);
        else if (alarm & 0x7000) expect(sample?.metyId).toBe(metyId.alarm);
        else if (alarm & 0xf0) expect(sample?.metyId).toBe(metyId.geofence);
        else if (alarm & 0x1) expect(sample?.metyId).toBe(metyId.lowBattery);
      }),
    );
  });

  it('of two items in one record are both kept, the most urgent shown', () => {
    const [sample] = samplesOf(record(0), { type: 'alarm', bits: 1 }, { type: 'alarm', bits: 0x2000 });
    expect(sample?.events.map(({ code }) => code)).toEqual(['lowBattery', 'sideButton1']);
    expect(sample?.metyId).toBe(1);
  });

  it('without any record are samples of their own, at their own time', () => {
    expect(samplesOf({ type: 'alarm', bits: 0x1000, time })).toMatchObject([
      { metyId: 1, at: time * 1000, events: [{ code: 'sos', at: time * 1000 }] },
    ]);
    expect(samplesOf({ type: 'alarm', bits: 0x1000 })).toMatchObject([{ metyId: 1, at: null }]);
  });

  it('keep a direction bit without its geofence as an unknown bit', () => {
    const [sample] = samplesOf({ type: 'alarm', bits: 0x0400_0000 });
    expect(sample?.events).toEqual([{ metyId: 120, code: 'bit26', at: null }]);
  });

  it('keep the contents of a second alarm word, and drop its padding', () => {
    const alarm = { type: 'alarm', bits: 0x1000, time } as const;
    expect(samplesOf({ ...alarm, extra: '00000100' })[0]?.unknown).toEqual({ alarmExtra: '00000100' });
    expect(samplesOf({ ...alarm, extra: '00000000' })[0]?.unknown).toBeUndefined();
  });
});

describe('a record with very many alarms', () => {
  const press = (second: number, bits = 0x1000): DataItem => ({ type: 'alarm', bits, time: time + second });
  const presses = Array.from({ length: 64 }, (_, second) => press(second));

  it('keeps a limited number, and counts the rest', () => {
    expect(samplesOf(record(0), ...presses)[0]).not.toHaveProperty('unknown');
    const [sample] = samplesOf(record(0), ...presses, press(64), press(65));
    expect(sample?.events).toHaveLength(64);
    expect(sample?.unknown).toEqual({ eventsLeftOut: '2' });
  });

  it('still takes alarms of new kinds', () => {
    const [sample] = samplesOf(record(0), ...presses, press(64, 0x1004));
    expect(sample?.events.at(-1)).toEqual({ metyId: 3, code: 'fall', at: (time + 64) * 1000 });
    expect(sample?.unknown).toEqual({ eventsLeftOut: '1' });
  });

  it('has one event for all unreadable alarms', () => {
    const broken: DataItem = { type: 'unknown', key: 0x02, value: '00' };
    const [sample] = samplesOf(record(0), broken, { type: 'alarm', bits: 0x1000 }, broken);
    expect(sample?.events.map(({ code }) => code)).toEqual(['unreadableAlarm', 'sos']);
    expect(sample?.unknown).toEqual({ item02: '00', 'item02#2': '00' });
  });
});

describe('records', () => {
  it('begin with a status each, and take the following items', () => {
    const wifi: DataItem = { type: 'wifi', points: [{ rssi: -60, mac: '02:ad:24:49:ea:60' }] };
    const samples = samplesOf(record(0x81), wifi, record(1, time + 60), fix);
    expect(samples.map(({ at, historical, metyId }) => [at, historical, metyId])).toEqual([
      [time * 1000, true, 5],
      [(time + 60) * 1000, false, 5],
    ]);
    expect(samples[0]).not.toHaveProperty('position');
    expect(samples[1]).not.toHaveProperty('accessPoints');
  });

  it('have no time while the clock of the device is not set, and keep its value', () => {
    expect(samplesOf(record(0, 1_262_304_061))).toMatchObject([{ at: null, unknown: { clockNotSet: '1262304061' } }]);
    expect(samplesOf({ type: 'heartRate', time: 5, bpm: 0 })).toMatchObject([
      { at: null, unknown: { clockNotSet: '5', reading: 'none' } },
    ]);
  });

  it('read the battery from the status word first, and missing values from a battery item', () => {
    const item: DataItem = { type: 'battery', level: 40, millivolts: 3700 };
    expect(samplesOf(record(0x5000_0010), item)[0]?.battery).toEqual({
      level: 80,
      charging: true,
      millivolts: 3700,
    });
    expect(samplesOf(record(0xff00_0000), item)[0]?.battery).toMatchObject({ level: 40, charging: false });
    const [beat] = samplesOf({ type: 'heartbeat', level: 200 });
    expect(beat).toMatchObject({ battery: {}, unknown: { battery: '200' } });
  });

  it('keep a battery that is not a percentage, but not the value for a missing one, and the mode of work', () => {
    expect(samplesOf(record(0x6500_0000))[0]).toMatchObject({
      battery: { charging: false },
      unknown: { battery: '101' },
    });
    expect(samplesOf(record(0xff00_0000))[0]).not.toHaveProperty('unknown');
    expect(samplesOf(record(0x0006_0000))[0]?.unknown).toEqual({ workMode: '6' });
  });

  it('are one sign of life when the frame only names the device', () => {
    const samples = samplesOf({ type: 'deviceId', id: '867730053403279' });
    expect(samples).toEqual([{ metyId: 2, events: [], at: null, historical: false }]);
  });

  it('are unknown when nothing in the frame is understood, and keep all of it', () => {
    const items: DataItem[] = [
      { type: 'unknown', key: 0x99, value: 'aa' },
      { type: 'unknown', key: 0x99, value: 'bb' },
      { type: 'unknown', key: null, value: '' },
    ];
    const { samples } = reportOf({ command: 'data', items, tail: '0907' }, 1);
    const unknown = { item99: 'aa', 'item99#2': 'bb', itemEmpty: '', tail: '0907' };
    expect(samples).toMatchObject([{ metyId: 199, unknown }]);
  });

  it('are an alarm when an alarm item is too short, or cut by the end of the frame', () => {
    const unreadable = { metyId: 1, code: 'unreadableAlarm', at: null };
    const short = samplesOf(record(0), { type: 'unknown', key: 0x02, value: '001000' });
    expect(short).toMatchObject([{ metyId: 1, events: [unreadable], unknown: { item02: '001000' } }]);
    const cutOff = (tail: string) => reportOf({ command: 'data', items: [], tail }, 1).samples;
    expect(cutOff('09020010000000')).toMatchObject([
      { metyId: 1, events: [unreadable], unknown: { tail: '09020010000000' } },
    ]);
    expect(cutOff('0502')).toMatchObject([{ metyId: 1, events: [unreadable] }]);
    expect(cutOff('09240200')).toMatchObject([{ metyId: 199, events: [] }]);
    expect(cutOff('02')).toMatchObject([{ metyId: 199, events: [] }]);
  });
});

describe('an item with its own time', () => {
  it('is a sample of its own and leaves the record as it is', () => {
    const samples = samplesOf(
      record(0),
      {
        type: 'activity',
        entries: [
          { time: time - 60, value: 10 },
          { time, value: 20 },
        ],
      },
      { type: 'steps', time, steps: 289, extra: 'ff' },
      fix,
    );
    expect(samples.map(({ metyId, at }) => [metyId, at])).toEqual([
      [2, time * 1000],
      [120, (time - 60) * 1000],
      [120, time * 1000],
      [51, time * 1000],
    ]);
    expect(samples[0]?.unknown).toMatchObject({ stepsExtra: 'ff' });
  });

  it('distinguishes barking that began from barking that stopped', () => {
    const bark = (count: number) => samplesOf({ type: 'bark', time, count })[0];
    expect(bark(3)).toMatchObject({ events: [{ code: 'bark' }], unknown: { barkCount: '3' } });
    expect(bark(0x8000_0003)).toMatchObject({
      events: [{ code: 'barkStopped' }],
      unknown: { barkCount: '3' },
    });
  });

  it('gives no reading when the value is impossible', () => {
    const unknownOf = (percent: number) => {
      const [sample] = samplesOf({ type: 'spo2', time, percent });
      expect(sample).not.toHaveProperty('health');
      return sample?.unknown;
    };
    expect([0, 1].map(unknownOf)).toEqual([{ reading: 'none' }, { reading: 'none' }]);
    expect([29, 101].map(unknownOf)).toEqual([{ spo2: '29' }, { spo2: '101' }]);
  });
});

it('system control keeps unknown items', () => {
  const { samples } = reportOf(
    {
      command: 'systemControl',
      items: [
        { type: 'firmwareUpdate', url: 'https://example.com' },
        { type: 'unknown', key: 0x77, value: '01' },
      ],
      tail: '05',
    },
    1,
  );
  expect(samples[0]?.unknown).toEqual({ firmwareUpdate: 'https://example.com', item77: '01', tail: '05' });
});

it('the status word is decoded as it was encoded', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffff_ffff }), (word) => {
      const status = readStatusWord(word);
      expect(readStatusWord(writeStatusWord(status))).toEqual(status);
    }),
  );
});

describe('a settings report', () => {
  const firmwareOf = (...items: ConfigurationItem[]) => reportOf({ command: 'configuration', items }, 1).firmware;

  it.each([
    ['00.09.00.00', 0],
    ['01.00.29.cf', 1],
    ['0a.00.00.00', 10],
    ['ff.ff.ff.ff', 255],
  ])('of firmware version %s gives the firmware number %i, its main version', (version, number) => {
    expect(firmwareOf({ type: 'firmwareVersion', version })).toBe(number);
  });

  it('without a version gives none', () => {
    expect(firmwareOf({ type: 'moduleNumber', value: 0x0101_0101 })).toBeUndefined();
  });
});
