import { expect, it } from 'vitest';
import { columnsOfLog } from './log-columns.ts';
import { mapType } from './map-types.ts';

it('the log of the map of type 0 is of all devices, with their names, and that of type 1 of a single one', () => {
  expect(mapType).toEqual({ all: 0, single: 1 });
  const device = { gx8: false };
  expect(columnsOfLog(0, device)).toContain('deviceName');
  expect(columnsOfLog(1, device)).not.toContain('deviceName');
  expect(columnsOfLog(0, device)).toContain('sensor');
  expect(columnsOfLog(1, { gx8: true })).toContain('sensor');
});
