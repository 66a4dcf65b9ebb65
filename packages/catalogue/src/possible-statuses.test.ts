import { expect, it } from 'vitest';
import { possibleStatuses } from './possible-statuses.ts';

it('offers the statuses that a device can have, the most urgent first, without those that have no cause', () => {
  expect(possibleStatuses).toEqual([
    'lastMessageOnly',
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
    'inactive',
    'general',
    'neverUsed',
    'clear',
  ]);
});
