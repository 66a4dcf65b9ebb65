import { expect, it } from 'vitest';
import { possibleStatuses } from './possible-statuses.ts';

it('offers the statuses that a device can have, the most urgent first: none that nothing sets', () => {
  expect(possibleStatuses).toEqual([
    'fire',
    'manDown',
    'epilepsy',
    'alarm',
    'wanderer',
    'geofence',
    'selfCheck',
    'outOfBed',
    'fridge',
    'inBed',
    'outOfBattery',
    'offline',
    'tcpDisabled',
    'outdatedPosition',
    'battery',
    'powerFailure',
    'general',
    'clear',
  ]);
});
