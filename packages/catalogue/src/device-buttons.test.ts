import { describe, expect, it } from 'vitest';
import { type DeviceButton, deviceButtonsFor } from './device-buttons.ts';
import { mayOpenEventSetup } from './device-functions.ts';
import { hardwareById } from './hardware/index.ts';
import type { Policy } from './permissions.ts';
import type { SettingGroup } from './settings/types.ts';
import { vocabulary } from './settings/vocabulary.ts';
import { maySet } from './settings-policies.ts';

const buttons = (held: readonly Policy[], context: 'PROFFWEB' | 'AHP' = 'PROFFWEB'): DeviceButton[] =>
  deviceButtonsFor({ context, may: (policy) => held.includes(policy) });

describe('the buttons of the device page', () => {
  it.each<[string, readonly Policy[], DeviceButton[]]>([
    ['settings with DEVICE_SETTINGS [C6.45 D6.018]', ['DEVICE_SETTINGS'], ['settings']],
    ['no settings with GENERAL_SETTINGS alone', ['GENERAL_SETTINGS'], []],
    ['no settings with a sub-policy alone', ['DEVICE_ALARM'], []],
    ['no settings with GENERAL_SETTINGS and what is no sub-policy', ['GENERAL_SETTINGS', 'DEVICE_TRACKING'], []],
    ['map with DEVICE_ACCESS_MAP [C6.49]', ['DEVICE_ACCESS_MAP'], ['map']],
    ['log with DEVICE_TRANSACTION_LOG [C6.49]', ['DEVICE_TRANSACTION_LOG'], ['transactions']],
    ['none without a policy', [], []],
  ])('%s', (_, held, expected) => {
    expect(buttons(held)).toEqual(expected);
  });

  it.each<Policy>([
    'DEVICE_LOGS',
    'DEVICE_DELETE_DATA',
    'DEVICE_ORGANIZATION',
    'DEVICE_BATTERY_THRESHOLD',
    'DEVICE_ALARM',
    'DEVICE_LIGHT_SOUND',
    'DEVICE_MAN_DOWN',
    'DEVICE_HEART_RATE_BLOOD_PRESSURE',
    'TWIN_DEVICE',
  ])('settings with GENERAL_SETTINGS and %s [C6.46]', (policy) => {
    expect(buttons(['GENERAL_SETTINGS', policy])).toEqual(['settings']);
  });

  it('in AHP context map, log, settings and event setup appear with no policy checks', () => {
    expect(buttons([], 'AHP')).toEqual(['map', 'transactions', 'settings']);
    expect(buttons([])).toEqual([]);
    const device = { dehaId: 34, twin: 'NONE', vardeAsReceiver: false } as const;
    const nobody = { isTrackerOnly: false, may: () => false };
    expect(mayOpenEventSetup({ ...nobody, context: 'AHP' }, device)).toBe(true);
    expect(mayOpenEventSetup({ ...nobody, context: 'PROFFWEB' }, device)).toBe(false);
  });
});

const viewer = (...held: readonly Policy[]) => ({
  ...{ hardware: hardwareById(34), flags: [] },
  may: (policy: Policy) => held.includes(policy),
});

describe('the settings that a user may see and change', () => {
  const categories: SettingGroup[] = [
    'communication',
    'positioning',
    'tracking',
    'sound',
    'light',
    'voicePrompt',
    'battery',
    'general',
    'privacy',
    'firmware',
    'whitelist',
    'integration',
    'eventSetup',
    'indoorLocation',
    'geofence',
    'misc',
    'alarmSettings',
    'deviceSetting',
    'otherSetting',
    'mobileAppSetting',
  ];
  const groups = (...held: Policy[]) => categories.filter((group) => maySet(viewer(...held, 'VARDE'), { group }));
  const onTheDevicesOwnTab = [
    'communication',
    'privacy',
    'firmware',
    'misc',
    'deviceSetting',
    'otherSetting',
    'mobileAppSetting',
  ];

  it.each<[string, Policy, string[]]>([
    ['tracking [D6.002]', 'DEVICE_TRACKING', ['tracking']],
    ['geofence', 'DEVICE_GEOFENCE', ['geofence']],
    ['indoor', 'DEVICE_INDOOR', ['indoorLocation']],
    ['general settings [D6.008]', 'GENERAL_SETTINGS', ['general']],
    ['light and sound', 'DEVICE_LIGHT_SOUND', ['sound', 'light', 'voicePrompt']],
    ['positioning', 'DEVICE_POSITIONING', ['positioning']],
    ['battery threshold', 'DEVICE_BATTERY_THRESHOLD', ['battery']],
    ['alarm [D6.014]', 'DEVICE_ALARM', ['whitelist', 'alarmSettings']],
    ['event setup', 'EVENT_SETUP', ['eventSetup']],
    ['integration', 'DEFAULT_SETTINGS_INTEGRATION', ['integration']],
  ])('need the policy of their tab: %s', (_, policy, expected) => {
    expect(groups('DEVICE_SETTINGS')).toEqual(onTheDevicesOwnTab);
    const more = groups('DEVICE_SETTINGS', policy).filter((group) => !onTheDevicesOwnTab.includes(group));
    expect(more).toEqual(expected);
    expect(groups(policy)).toEqual([]);
  });

  it('are those of all twenty categories for a user with every policy', () => {
    expect(categories.filter((group) => maySet({ ...viewer(), may: () => true }, { group }))).toEqual(categories);
  });

  it('are the general ones and those of the sub-policy with GENERAL_SETTINGS', () => {
    expect(groups('GENERAL_SETTINGS', 'DEVICE_LOGS')).toEqual(['general']);
    expect(groups('GENERAL_SETTINGS', 'DEVICE_ALARM')).toEqual(['general', 'whitelist', 'alarmSettings']);
    expect(groups('GENERAL_SETTINGS', 'DEVICE_ALARM', 'DEVICE_TRACKING')).not.toContain('tracking');
    expect(groups('GENERAL_SETTINGS')).toEqual([]);
    expect(groups('DEVICE_ALARM')).toEqual([]);
  });

  it('need the policy that a setting names instead of the one of its group: man down [D6.015]', () => {
    const manDown = vocabulary.find(({ key }) => key === 'fallDownAlert');
    const holds = (...held: Policy[]) => manDown && maySet(viewer(...held, 'VARDE'), manDown);
    expect(holds('DEVICE_SETTINGS', 'DEVICE_MAN_DOWN')).toBe(true);
    expect(holds('GENERAL_SETTINGS', 'DEVICE_MAN_DOWN')).toBe(true);
    expect(holds('DEVICE_SETTINGS', 'GENERAL_SETTINGS', 'DEVICE_ALARM')).toBe(false);
  });
});
