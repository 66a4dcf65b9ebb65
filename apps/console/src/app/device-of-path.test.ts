import { expect, it } from 'vitest';
import { deviceOfPath } from './device-of-path.ts';

it.each([
  ['/mapsingle/12', 12],
  ['/settings/12/34/general/twin', 12],
  ['/event_setup/12', 12],
  ['/device_audit_log/12', 12],
  ['/device_call_log/12', 12],
  ['/alarms/12', null],
  ['/vardes', null],
  ['/event_setup/x', null],
  ['/admin/event_setup/12', null],
])('the device of %s is %s', (path, deviId) => {
  expect(deviceOfPath(path)).toBe(deviId);
});
