import { describe, expect, it } from 'vitest';
import { type DeviceButton, deviceButtonsFor } from './device-buttons.ts';
import type { Policy } from './permissions.ts';
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

  it('tracker-only users get the map and no settings', () => {
    expect(buttons(['DEVICE_POSITIONS', 'DEVICE_SETTINGS'], { isTrackerOnly: true })).toEqual(['map']);
  });

  it('in AHP context map and settings appear with no policy checks', () => {
    expect(buttons([], { context: 'AHP' })).toEqual(['map', 'settings']);
  });
});

describe('the settings that somebody may change', () => {
  const groups = (...held: Policy[]) => settingGroupsFor((policy) => held.includes(policy));

  it('are all of them with DEVICE_SETTINGS', () => {
    expect(groups('DEVICE_SETTINGS')).toBe('all');
  });

  it('are the general ones and those of the sub-policy with GENERAL_SETTINGS', () => {
    expect(groups('GENERAL_SETTINGS', 'DEVICE_LOGS')).toEqual(['general']);
    expect(groups('GENERAL_SETTINGS', 'DEVICE_ALARM')).toEqual(['general', 'alarmSettings', 'whitelist']);
    expect(groups('GENERAL_SETTINGS')).toEqual([]);
    expect(groups('DEVICE_ALARM')).toEqual([]);
  });
});
