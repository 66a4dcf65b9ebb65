import { hardwareById } from '@varde/catalogue/hardware/index';
import { settingsFor } from '@varde/catalogue/settings/settings-for';
import type { SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { describe, expect, test } from 'vitest';
import type { StoredSetting } from '#domain/settings/device-settings.ts';
import { AppError } from '#platform/app-error.ts';
import { askedValues } from './asked-values.ts';

const hardware = hardwareById(23);
if (hardware === undefined) throw new Error('trigger two 4G is missing');
const known = settingsFor(hardware, null, ['extension', 'sosCancellation']);

const idle = { reportedAt: null, delivery: null, changed: null, deviates: false };
const has = (desired: SettingValue | null, reported: SettingValue | null = desired): StoredSetting => ({
  ...idle,
  desired,
  reported,
});
const asked = (given: SettingValues, stored: Record<string, StoredSetting> = {}, open = known) =>
  Object.fromEntries(askedValues(given, { known, open, stored: new Map(Object.entries(stored)) }));
function refusedOf(given: SettingValues, stored: Record<string, StoredSetting> = {}) {
  try {
    return asked(given, stored);
  } catch (error) {
    return error instanceof AppError ? error.errors : error;
  }
}

describe('a save', () => {
  test('of alarm cancellation turns the voice prompt on where no hardware forbids it, and leaves it unchanged when the call sets it', () => {
    const open = known.map(({ turnedOffAtSave: _, ...setting }) => setting as (typeof known)[number]);
    const of = (given: SettingValues) =>
      Object.fromEntries(askedValues(given, { known: open, open, stored: new Map() }));
    expect(of({ sosCancellation: true })).toEqual({ sosCancellation: true, voicePromptSosAlarm: true });
    expect(of({ sosCancellation: false })).toEqual({ sosCancellation: false });
    expect(of({ sosCancellation: true, voicePromptSosAlarm: false })).toEqual({
      sosCancellation: true,
      voicePromptSosAlarm: false,
    });
  });

  test('[C4.24] turns the voice prompt of trigger two 4G off, whatever else of its page is saved', () => {
    expect(asked({ voicePromptSosAlarm: true })).toEqual({ voicePromptSosAlarm: false });
    const on = { voicePromptSosAlarm: has(true) };
    expect(asked({ teamAlert: true }, on)).toEqual({ teamAlert: true, voicePromptSosAlarm: false });
    expect(asked({ phoneNoWhiteList1: '112' }, on)).toMatchObject({ voicePromptSosAlarm: false });
    const reported = { voicePromptSosAlarm: has(null, true) };
    expect(asked({ teamAlert: true }, reported)).toMatchObject({ voicePromptSosAlarm: false });
  });

  test('leaves it unchanged when another page is saved, and when it is off', () => {
    expect(asked({ heartbeatInterval: 30 }, { voicePromptSosAlarm: has(true) })).toEqual({
      heartbeatInterval: 30,
    });
    expect(asked({ teamAlert: true }, { voicePromptSosAlarm: has(false) })).toEqual({ teamAlert: true });
    expect(asked({ teamAlert: true })).toEqual({ teamAlert: true });
  });

  test('is refused for a setting that another one hides, as both are after the save', () => {
    const refused = [{ path: 'values.sosCancellation', message: 'notAvailable' }];
    expect(refusedOf({ sosCancellation: true }, { silentAlarm: has(true) })).toEqual(refused);
    expect(refusedOf({ sosCancellation: true, silentAlarm: true })).toEqual(refused);
    expect(refusedOf({ sosCancellation: true, silentAlarm: false }, { silentAlarm: has(true) })).toMatchObject({
      sosCancellation: true,
      silentAlarm: false,
    });
    expect(refusedOf({ teamAlert: true }, { silentAlarm: has(true) })).toEqual({ teamAlert: true });
  });

  test('sends the desired value of a setting that another one closes again, and none that it closes or hides itself', () => {
    const level = { fallDownLevel: has(3, 5) };
    const closed = { ...level, fallDownAlert: has(false) };
    const refused = [{ path: 'values.fallDownLevel', message: 'notAvailable' }];
    expect(asked({ fallDownLevel: 3 }, closed)).toEqual({ fallDownLevel: 3 });
    for (const other of [4, 5]) expect(refusedOf({ fallDownLevel: other }, closed)).toEqual(refused);
    const open = { ...level, fallDownAlert: has(true) };
    expect(refusedOf({ fallDownLevel: 3, fallDownAlert: false }, open)).toEqual(refused);
    expect(refusedOf({ sosCancellation: true }, { silentAlarm: has(true), sosCancellation: has(true, false) })).toEqual(
      [{ path: 'values.sosCancellation', message: 'notAvailable' }],
    );
  });

  test('sends nothing for a value that the device has, in any notation', () => {
    const number = { phoneNoWhiteList1: has('+4799999999', '0047 99 99 99 99') };
    expect(asked({ phoneNoWhiteList1: '+4799999999' }, number)).toEqual({});
    expect(asked({ phoneNoWhiteList1: '+4799999998' }, number)).toEqual({ phoneNoWhiteList1: '+4799999998' });
    expect(asked({ phoneNoWhiteList1: '+4799999999' }, { phoneNoWhiteList1: has('+4799999999', null) })).toEqual({
      phoneNoWhiteList1: '+4799999999',
    });
  });
});
