import { metyId } from '@varde/catalogue/message-types';
import type { DeviceEvent, Sample } from '@varde/catalogue/report';
import { describe, expect, it } from 'vitest';
import { limitSamples, maxEvents, maxSamples } from './report-limits.ts';

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

describe('a frame with too many samples', () => {
  it('is left as it is up to the limit', () => {
    const samples = positions(maxSamples);
    expect(limitSamples(samples)).toBe(samples);
  });

  it('keeps the last ones, and says before them how many were left out', () => {
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

  it('still raises every kind of alarm that was among them, at the time of the newest', () => {
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
    expect(summary).toMatchObject({ metyId: metyId.alarm, unknown: { samplesLeftOut: '3' } });
  });
});

describe('a frame with too many events', () => {
  const presses = (count: number) => Array.from({ length: count }, (_, index) => sos(at + index));

  it('is left as it is up to the limit', () => {
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

  it('counts those of all its samples together', () => {
    const samples = [0, 1].map((index) => sampleAt(index, { events: presses(maxEvents - 1) }));
    const [summary, ...kept] = limitSamples(samples);
    expect(kept.map(({ events }) => events.length)).toEqual([maxEvents - 1, 1]);
    expect(summary?.unknown).toEqual({ eventsLeftOut: String(maxEvents - 2) });
  });
});
