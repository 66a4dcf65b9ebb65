import { describe, expect, it } from 'vitest';
import { areasOf } from './device-areas.ts';

const watch = 34;
const homeUnit = 13;

describe('the areas of a device', () => {
  it('are those that the server allows', () => {
    const map = ['map', 'transactions', 'settings'] as const;
    expect(areasOf({ dehaId: watch, abilities: [...map] })).toEqual({ page: 'map', settings: true });
    expect(areasOf({ dehaId: watch, abilities: ['transactions'] })).toEqual({
      page: 'log',
      settings: false,
    });
    expect(areasOf({ dehaId: watch, abilities: [] })).toEqual({ page: null, settings: false });
  });

  it('have the log where the device has no position', () => {
    expect(areasOf({ dehaId: homeUnit, abilities: ['map', 'transactions'] }).page).toBe('log');
  });

  it('are only the map for a tracker, without empty ones', () => {
    expect(areasOf({ dehaId: watch, abilities: ['map'] }).page).toBe('map');
    expect(areasOf({ dehaId: homeUnit, abilities: ['map'] }).page).toBeNull();
  });
});
