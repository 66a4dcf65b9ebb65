import { metyId } from '@varde/catalogue/message-types';
import type { DeviceEvent, Sample } from '@varde/catalogue/report';
import { describe, expect, it } from 'vitest';
import { carriesAlarm } from './carries-alarm.ts';
import { KeptFields } from './kept-fields.ts';
import { completeSample, limitSamples, maxEvents, maxEventsOfSample, maxSamples } from './report-limits.ts';

const at = Date.UTC(2026, 0, 15, 12);
const sampleAt = (index: number, given: Partial<Sample> = {}): Sample => ({
  metyId: metyId.position,
  events: [],
  at: at + index * 1000,
  historical: true,
  ...given,
});
const positions = (count: number) => Array.from({ length: count }, (_, index) => sampleAt(index));
const sos = (time: number | null = null): DeviceEvent => ({ metyId: metyId.alarm, code: 'sos', at: time });

it('a report has 500 samples, 500 events, and 64 events of one sample at most', () => {
  expect([maxSamples, maxEvents, maxEventsOfSample]).toEqual([500, 500, 64]);
});

it('a sample has 200 access points and 200 cells at most, and the others are counted', () => {
  const heard = (count: number) => ({
    accessPoints: Array.from({ length: count }, () => ({
      type: 'W' as const,
      macAddress: '02:ad:24:49:ea:60',
    })),
    cells: Array.from({ length: count }, (_, cid) => ({ mcc: 242, mnc: 1, lac: 1, cid })),
  });
  const all = completeSample(sampleAt(0, heard(200)), new KeptFields());
  expect(all).toEqual(sampleAt(0, heard(200)));
  const more = completeSample(sampleAt(0, heard(203)), new KeptFields());
  expect(more).toEqual(sampleAt(0, { ...heard(200), unknown: { accessPointsLeftOut: '3', cellsLeftOut: '3' } }));
});

it('samples carry an alarm when one of them is shown as one, or has an alarm event', () => {
  const battery: DeviceEvent = { metyId: metyId.lowBattery, code: 'lowBattery', at: null };
  expect(carriesAlarm([])).toBe(false);
  expect(carriesAlarm([sampleAt(0)])).toBe(false);
  expect(carriesAlarm([sampleAt(0, { events: [battery] })])).toBe(false);
  expect(carriesAlarm([sampleAt(0), sampleAt(1, { metyId: metyId.alarm })])).toBe(true);
  expect(carriesAlarm([sampleAt(0, { events: [battery, sos()] }), sampleAt(1)])).toBe(true);
});

describe('a frame with too many samples', () => {
  it('is unchanged up to the limit', () => {
    const samples = positions(maxSamples);
    expect(limitSamples(samples)).toBe(samples);
  });

  it('keeps the last ones, with a count of the omitted ones before them', () => {
    const samples = positions(maxSamples + 2);
    const [summary, ...kept] = limitSamples(samples);
    expect(kept).toEqual(samples.slice(2));
    expect(summary).toEqual({
      metyId: metyId.technical,
      events: [],
      at: at + 1000,
      historical: true,
      unknown: { samplesLeftOut: '2' },
    });
  });

  it('still raises every kind of alarm among the omitted ones, at the time of the newest', () => {
    const fall: DeviceEvent = { metyId: metyId.manDown, code: 'fall', at: at - 5000 };
    const battery: DeviceEvent = { metyId: metyId.lowBattery, code: 'lowBattery', at: null };
    const surplus = [
      sampleAt(0, { metyId: metyId.alarm, events: [sos()] }),
      sampleAt(1, { metyId: metyId.alarm, events: [sos(), fall, battery] }),
      sampleAt(2, { metyId: metyId.medical }),
    ];
    const [summary] = limitSamples([...surplus, ...positions(maxSamples)]);
    expect(summary?.events).toEqual([
      { ...sos(), at: at + 1000 },
      fall,
      { metyId: metyId.medical, code: 'alarm', at: at + 2000 },
    ]);
    expect(summary).toMatchObject({ metyId: metyId.manDown, unknown: { samplesLeftOut: '3' } });
  });
});

describe('a frame with too many events', () => {
  const presses = (count: number) => Array.from({ length: count }, (_, index) => sos(at + index));

  it('is unchanged up to the limit', () => {
    const samples = [sampleAt(0, { events: presses(maxEvents) })];
    expect(limitSamples(samples)).toBe(samples);
  });

  it('keeps the first, counts the others, and raises the newest alarm among these', () => {
    const events = [...presses(maxEvents + 4), { metyId: metyId.technical, code: 'bit17', at: null }];
    const [summary, sample] = limitSamples([sampleAt(0, { metyId: metyId.alarm, events })]);
    expect(sample).toEqual(sampleAt(0, { metyId: metyId.alarm, events: presses(maxEvents) }));
    expect(summary).toMatchObject({
      metyId: metyId.alarm,
      events: [sos(at + maxEvents + 3)],
      unknown: { eventsLeftOut: '5' },
    });
  });

  it('dates an alarm without a time by the time of its sample, and keeps the newest of a kind', () => {
    const many = presses(maxEvents);
    const press = (time: number | null, code: string): DeviceEvent => ({
      metyId: metyId.alarm,
      code,
      at: time,
    });
    const newestOf = (...events: DeviceEvent[]) =>
      limitSamples([sampleAt(0, { events: [...many, ...events] })])[0]?.events;
    expect(newestOf(press(null, 'late'))).toEqual([press(at, 'late')]);
    expect(newestOf(press(at + 5, 'new'), press(at + 4, 'old'))).toEqual([press(at + 5, 'new')]);
    expect(newestOf(press(at + 5, 'first'), press(at + 5, 'second'))).toEqual([press(at + 5, 'second')]);
    const untimed = sampleAt(0, { at: null, historical: false, events: [...many, press(null, 'none')] });
    expect(limitSamples([untimed])[0]).toMatchObject({ at: null, historical: false, events: [{ at: null }] });
    const both = { ...untimed, events: [...many, press(1, 'timed'), press(null, 'none')] };
    expect(limitSamples([both])[0]?.events).toEqual([press(1, 'timed')]);
  });

  it('leaves out samples and events at once, each counted', () => {
    const samples = [...positions(2), sampleAt(2, { events: presses(maxEvents + 1) }), ...positions(499)];
    const [summary, first, ...rest] = limitSamples(samples);
    expect(summary?.unknown).toEqual({ samplesLeftOut: '2', eventsLeftOut: '1' });
    expect(first?.events).toHaveLength(maxEvents);
    expect(rest).toEqual(positions(499));
  });

  it('counts those of all its samples together', () => {
    const samples = [0, 1].map((index) => sampleAt(index, { events: presses(maxEvents - 1) }));
    const [summary, ...kept] = limitSamples(samples);
    expect(kept.map(({ events }) => events.length)).toEqual([maxEvents - 1, 1]);
    expect(summary?.unknown).toEqual({ eventsLeftOut: String(maxEvents - 2) });
  });
});
