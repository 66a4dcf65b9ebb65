import { describe, expect, it } from 'vitest';
import { areasOf } from './device-areas.ts';

const watch = 34;
const homeUnit = 13;
const ordinary = { context: 'PROFFWEB' } as const;

describe('the areas of a device', () => {
  it('are what the server allows', () => {
    expect(areasOf({ dehaId: watch, abilities: ['map', 'transactions', 'settings'] }, ordinary)).toEqual({
      page: 'map',
      settings: true,
    });
    expect(areasOf({ dehaId: watch, abilities: ['transactions'] }, ordinary)).toEqual({
      page: 'log',
      settings: false,
    });
  });

  it('have the log where the device has no position', () => {
    expect(areasOf({ dehaId: homeUnit, abilities: ['map', 'transactions'] }, ordinary).page).toBe('log');
  });

  it('are for a tracker the map alone, and nothing that would be empty', () => {
    expect(areasOf({ dehaId: watch, abilities: ['map'] }, ordinary)).toEqual({
      page: 'map',
      settings: false,
    });
    expect(areasOf({ dehaId: homeUnit, abilities: ['map'] }, ordinary).page).toBeNull();
  });

  it('are there for alarm-handling partners without a check of policies', () => {
    expect(areasOf({ dehaId: watch, abilities: [] }, { context: 'AHP' })).toEqual({
      page: 'map',
      settings: true,
    });
    expect(areasOf({ dehaId: homeUnit, abilities: [] }, { context: 'AHP' }).page).toBe('log');
  });
});
