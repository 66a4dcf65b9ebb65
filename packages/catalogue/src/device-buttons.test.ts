import { describe, expect, it } from 'vitest';
import { type DeviceButton, deviceButtonsFor } from './device-buttons.ts';
import type { Policy } from './permissions.ts';
import { settingGroups } from './settings/types.ts';
import { generalSettingsSubPolicies, settingGroupsFor } from './settings-policies.ts';

const buttons = (
  held: readonly Policy[],
  over: { context?: 'AHP'; isTrackerOnly?: true } = {},
): DeviceButton[] =>
  deviceButtonsFor({
    context: 'PROFFWEB',
    isTrackerOnly: false,
    may: (policy) => held.includes(policy),
    ...over,
  });

describe('the buttons of the device page', () => {
  it.each<[string, readonly Policy[], DeviceButton[]]>([
    ['settings with DEVICE_SETTINGS', ['DEVICE_SETTINGS'], ['settings']],
    ['no settings with GENERAL_SETTINGS alone', ['GENERAL_SETTINGS'], []],
    ['no settings with a sub-policy alone', ['DEVICE_ALARM'], []],
    ['map/log with DEVICE_ACCESS_MAP', ['DEVICE_ACCESS_MAP'], ['map']],
    ['map/log with DEVICE_TRANSACTION_LOG', ['DEVICE_TRANSACTION_LOG'], ['map']],
    ['none without a policy', [], []],
  ])('%s', (_, held, expected) => {
    expect(buttons(held)).toEqual(expected);
  });

  it.each(generalSettingsSubPolicies)('settings with GENERAL_SETTINGS and %s', (policy) => {
    expect(buttons(['GENERAL_SETTINGS', policy])).toEqual(['settings']);
  });

  it('tracker-only users get the map and no settings, whatever customers give to the role', () => {
    const given: Policy[] = ['DEVICE_POSITIONS', 'DEVICE_SETTINGS', 'GENERAL_SETTINGS', 'DEVICE_ALARM'];
    expect(buttons(given, { isTrackerOnly: true })).toEqual(['map']);
    expect(buttons([], { isTrackerOnly: true })).toEqual(['map']);
  });

  it('in AHP context map and settings appear with no policy checks', () => {
    expect(buttons([], { context: 'AHP' })).toEqual(['map', 'settings']);
  });
});

describe('the settings that somebody may see and change', () => {
  const groups = (...held: Policy[]) => settingGroupsFor((policy) => held.includes(policy));
  const onTheDevicesOwnTab = [
    'communication',
    'privacy',
    'firmware',
    'integration',
    'misc',
    'deviceSetting',
    'otherSetting',
    'mobileAppSetting',
  ];

  it.each<[string, Policy, string[]]>([
    ['tracking', 'DEVICE_TRACKING', ['tracking']],
    ['geofence', 'DEVICE_GEOFENCE', ['geofence']],
    ['indoor', 'DEVICE_INDOOR', ['indoorLocation']],
    ['general settings', 'GENERAL_SETTINGS', ['general']],
    ['light and sound', 'DEVICE_LIGHT_SOUND', ['sound', 'light', 'voicePrompt']],
    ['positioning', 'DEVICE_POSITIONING', ['positioning']],
    ['battery threshold', 'DEVICE_BATTERY_THRESHOLD', ['battery']],
    ['alarm', 'DEVICE_ALARM', ['whitelist', 'alarmSettings']],
    ['event setup', 'EVENT_SETUP', ['eventSetup']],
  ])('need the policy of their tab: %s', (_, policy, expected) => {
    expect(groups('DEVICE_SETTINGS')).toEqual(onTheDevicesOwnTab);
    const more = groups('DEVICE_SETTINGS', policy).filter((group) => !onTheDevicesOwnTab.includes(group));
    expect(more).toEqual(expected);
    expect(groups(policy)).toEqual([]);
  });

  it('are all of them for whoever holds every policy', () => {
    expect(settingGroupsFor(() => true)).toEqual(settingGroups);
  });

  it('are the general ones and those of the sub-policy with GENERAL_SETTINGS', () => {
    expect(groups('GENERAL_SETTINGS', 'DEVICE_LOGS')).toEqual(['general']);
    expect(groups('GENERAL_SETTINGS', 'DEVICE_ALARM')).toEqual(['general', 'whitelist', 'alarmSettings']);
    expect(groups('GENERAL_SETTINGS', 'DEVICE_ALARM', 'DEVICE_TRACKING')).not.toContain('tracking');
    expect(groups('GENERAL_SETTINGS')).toEqual([]);
    expect(groups('DEVICE_ALARM')).toEqual([]);
  });
});
