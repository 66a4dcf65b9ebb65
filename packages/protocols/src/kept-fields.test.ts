import { describe, expect, it } from 'vitest';
import { KeptFields, maxKeptFields, maxKeptText } from './kept-fields.ts';

const keptOf = (fill: (kept: KeptFields) => void) => {
  const kept = new KeptFields();
  fill(kept);
  return kept.toRecord();
};

describe('values without a field in a sample', () => {
  it('are kept under their name, and under a numbered one when the name comes again', () => {
    const record = keptOf((kept) => {
      kept.keep('odometer', 2669);
      for (const value of ['a', 'b', 'c']) kept.keepAs('item99', value);
      kept.keepAs('item99#2', 'd');
    });
    expect(record).toEqual({
      odometer: '2669',
      item99: 'a',
      'item99#2': 'b',
      'item99#3': 'c',
      'item99#2#2': 'd',
    });
  });

  it('are absent when nothing was kept', () => {
    expect(keptOf(() => undefined)).toBeUndefined();
  });

  it('are readable and can be stored, whatever names and values a device sends', () => {
    const record = keptOf((kept) => kept.keepAs('__proto__', 'a\nb\ud800'));
    expect(Object.entries(record ?? {})).toEqual([['__proto__', 'a\ufffdb\ufffd']]);
  });

  it('are 64 fields of 1,000 characters at most', () => {
    expect([maxKeptFields, maxKeptText]).toEqual([64, 1000]);
  });

  it('include the counts of what was left out, added up, also when nothing else was kept', () => {
    const record = keptOf((kept) => {
      kept.leaveOut('samplesLeftOut', 2);
      kept.leaveOut('samplesLeftOut', 3);
      kept.leaveOut('eventsLeftOut', 1);
    });
    expect(record).toEqual({ samplesLeftOut: '5', eventsLeftOut: '1' });
  });

  it('are limited in number, with a count of the omitted ones', () => {
    const withFields = (count: number) =>
      keptOf((kept) => {
        for (let i = 0; i < count; i++) kept.keepAs('same', String(i));
      });
    expect(Object.keys(withFields(maxKeptFields) ?? {})).toHaveLength(maxKeptFields);
    expect(withFields(maxKeptFields)).not.toHaveProperty('fieldsLeftOut');
    expect(withFields(maxKeptFields + 3)).toMatchObject({ fieldsLeftOut: '3' });
  });

  it('are cut when they are long, with their original length', () => {
    const [whole, cut] = [maxKeptText, maxKeptText + 1].map((length) => 'x'.repeat(length));
    expect(keptOf((kept) => kept.keepAs('text', whole ?? ''))).toEqual({ text: whole });
    expect(keptOf((kept) => kept.keepAs('text', cut ?? ''))).toEqual({
      text: `${whole}… (${maxKeptText + 1})`,
    });
  });
});

describe('a reading', () => {
  it.each([
    ['speed', 0, 2000],
    ['course', 0, 360],
    ['altitude', -20_000, 20_000],
    ['accuracy', 0, 1_000_000],
    ['hdop', 0, 10_000],
    ['satellites', 0, 100],
    ['battery', 0, 100],
    ['gsmStrength', -113, 100],
    ['heartRate', 20, 300],
    ['systolic', 30, 300],
    ['diastolic', 20, 250],
    ['spo2', 30, 100],
    ['temperature', 20, 50],
  ] as const)('of %s is taken from %d to %d, and kept beside the sample outside of that', (name, low, high) => {
    for (const value of [low, high]) {
      const kept = new KeptFields();
      expect(kept.within(name, value)).toBe(value);
      expect(kept.toRecord()).toBeUndefined();
    }
    for (const value of [low - 1, high + 1]) {
      const kept = new KeptFields();
      expect(kept.within(name, value)).toBeUndefined();
      expect(kept.toRecord()).toEqual({ [name]: String(value) });
    }
  });

  it('that the device did not send leaves no trace', () => {
    const kept = new KeptFields();
    expect(kept.within('battery', undefined)).toBeUndefined();
    expect(kept.toRecord()).toBeUndefined();
  });
});
