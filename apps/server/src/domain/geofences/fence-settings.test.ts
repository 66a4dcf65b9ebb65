import { expect, test } from 'vitest';
import { fenceSettingsIn } from './fence-settings.ts';

const nothing = { allowsRough: false, delays: { day: 0, night: 0, motionless: 0 } };

test('a device without settings has no delays, and counts no positions by WiFi', () => {
  expect(fenceSettingsIn({})).toEqual(nothing);
});

test('each delay is its own, from 0 to 1440 minutes', () => {
  const values = { delayDay: 1, delayNight: 1440, delayMotionless: 20, geofenceWifiLocationAlert: true };
  const delays = { day: 1, night: 1440, motionless: 20 };
  expect(fenceSettingsIn(values)).toEqual({ allowsRough: true, delays });
});

test.each([-1, 1441, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '30', true, null, {}, [30]])(
  'a value that cannot be, %j, is no delay',
  (value) => {
    const values = { delayDay: value, delayNight: value, delayMotionless: value };
    expect(fenceSettingsIn(values)).toEqual(nothing);
  },
);
