import { afterEach, describe, expect, it, vi } from 'vitest';
import { deviceTabKeys, deviceTabsFor, settingsOnTab, type TabsQuestion } from './device-tabs.ts';
import { hardwareById, hardwareList } from './hardware/index.ts';
import type { Policy } from './permissions.ts';
import { hardwareSettings } from './settings/hardware-settings.ts';
import { settingsFor } from './settings/settings-for.ts';
import { userFlags } from './user-flags.ts';

const watchSeven = 34;
const watchOne = 11;
const homeUnit = 13;

function tabs(dehaId: number, fields: Partial<TabsQuestion> = {}) {
  const open = deviceTabsFor({
    hardware: hardwareById(dehaId),
    fiwaNum: null,
    announced: [],
    twin: 'NONE',
    ownerIsPrivate: false,
    may: () => true,
    flags: [],
    ...fields,
  });
  const at = (place: string) => open.filter((tab) => tab.place === place).map(({ key }) => key);
  return { main: at('main'), general: at('general') };
}
const allBut =
  (...refused: Policy[]) =>
  (policy: Policy) =>
    !refused.includes(policy);

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the tabs of a device', () => {
  it('are those of its hardware that have something to show, in the order of the table [D1.008 D1.014]', () => {
    expect(tabs(watchSeven)).toEqual({
      main: ['info', 'tracking', 'geofence', 'indoor', 'sensor', 'general'],
      general: [
        'alarm',
        'lightAndSound',
        'battery',
        'manDown',
        'heartRateBloodPressure',
        'pedometer',
        'organization',
        'logs',
        'settings',
        'twin',
        'delete-device-data',
      ],
    });
    expect(tabs(20)).toEqual({
      main: ['info', 'general'],
      general: ['organization', 'logs', 'settings', 'twin', 'delete-device-data'],
    });
  });

  it('have indoor locations where the hardware reports access points when it is asked, and on no other [D1.011 D9.028]', () => {
    const able = hardwareList.filter(({ dehaId }) => tabs(dehaId).main.includes('indoor'));
    expect(able.map(({ dehaId }) => dehaId)).toEqual([23, 29, 31, 34]);
  });

  it('begin on no device with what other systems hear, unless there is nothing else', () => {
    const first = hardwareList.map(({ dehaId }) => tabs(dehaId).general[0]);
    expect(first).not.toContain('settings');
  });

  it('of watch one are information and general alone, though it has positions [D1.015]', () => {
    expect(tabs(watchOne).main).toEqual(['info', 'general']);
    expect(tabs(watchOne).general).toEqual([
      'alarm',
      'lightAndSound',
      'battery',
      'manDown',
      'organization',
      'logs',
      'settings',
      'twin',
      'delete-device-data',
    ]);
    // Watch one has no tracking settings either: the rule holds for hardware that has.
    const hardware = hardwareById(watchSeven);
    if (hardware === undefined) throw new Error('no watch seven');
    const few = { ...hardware, capabilities: { ...hardware.capabilities, fewTabs: true } };
    expect(tabs(watchSeven, { hardware: few }).main).toEqual(['info', 'general']);
  });

  it.each([13, 22, 26, 32, 33])(
    'of home unit %i are in one row, in an order of their own [D1.036 D1.037 D1.038 D1.039 D1.044]',
    (dehaId) => {
      expect(tabs(dehaId)).toEqual({
        main: [
          ...['settings', 'communication', 'sound', 'light', 'voicePrompt', 'battery', 'inactivity', 'info', 'logs'],
          ...['organization', 'sensor', 'walk-test', 'twin', 'delete-device-data'],
        ],
        general: [],
      });
    },
  );

  it('of a home unit have what its alarms are set to among the general settings, since it has no tab for alarms', () => {
    const unit = hardwareById(homeUnit);
    const settings = unit ? settingsFor(unit, null) : [];
    const general = settingsOnTab(unit, 'settings', settings).map(({ key }) => key);
    expect(general).toContain('alarmTimeout');
    expect(general).toContain('fallDetection');
  });

  it('[D1.012 D1.013 D1.045] have the sensors of hardware that has some, and the walk test of hardware that has one', () => {
    const having = (key: string) =>
      hardwareList.filter(({ dehaId }) => tabs(dehaId).main.some((tab) => tab === key)).map(({ dehaId }) => dehaId);
    expect(having('sensor').sort((a, b) => a - b)).toEqual([13, 22, 26, 29, 31, 32, 33, 34]);
    expect(having('walk-test').sort((a, b) => a - b)).toEqual([13, 22, 26, 32, 33]);
    const may = allBut('DEVICE_SENSOR');
    for (const dehaId of [homeUnit, watchSeven])
      for (const key of ['sensor', 'walk-test']) expect(tabs(dehaId, { may }).main).not.toContain(key);
  });

  it('of a clone are information and general, with the logs alone [D1.016 D1.017]', () => {
    expect(tabs(watchSeven, { twin: 'CLONE' })).toEqual({ main: ['info', 'general'], general: ['logs'] });
    expect(tabs(homeUnit, { may: allBut('DEVICE_BATTERY_THRESHOLD') }).main).not.toContain('battery');
    expect(tabs(homeUnit, { twin: 'CLONE' })).toEqual({ main: ['info', 'logs'], general: [] });
    expect(tabs(watchSeven, { twin: 'MASTER' })).toEqual(tabs(watchSeven));
  });

  it('have deletion and the twin with their policies only [D1.020 D1.029]', () => {
    const { general } = tabs(watchSeven, { may: allBut('DEVICE_DELETE_DATA', 'TWIN_DEVICE') });
    expect(general).toEqual([
      'alarm',
      'lightAndSound',
      'battery',
      'manDown',
      'heartRateBloodPressure',
      'pedometer',
      'organization',
      'logs',
      'settings',
    ]);
  });

  it('[D1.026 D1.027 D1.028 D1.047] have man down and the sound on all watches and EV-07B, heart rate on watch two, five and seven, and steps on these and watch two 4G', () => {
    const having = (key: string, fields: Partial<TabsQuestion> = {}) =>
      hardwareList
        .filter(({ dehaId }) => tabs(dehaId, fields).general.includes(key as never))
        .map(({ dehaId }) => dehaId);
    const watches = [11, 14, 17, 24, 29, 30, 34, 45];
    const eliza = 44; // has sound, and nothing that is worn
    const ev07b = [1, 3, 4, 5, 8, 15, 16, 21, 23, 25, 31];
    for (const key of ['manDown', 'lightAndSound'])
      expect(having(key).filter((dehaId) => dehaId !== eliza)).toEqual([...ev07b, ...watches].sort((a, b) => a - b));
    expect(having('heartRateBloodPressure')).toEqual([14, 29, 34]);
    expect(having('pedometer')).toEqual([14, 29, 34, 45]);
    const may = allBut('DEVICE_MAN_DOWN', 'DEVICE_HEART_RATE_BLOOD_PRESSURE');
    for (const key of ['manDown', 'heartRateBloodPressure', 'pedometer']) expect(having(key, { may })).toEqual([]);
  });

  it('disappear with their policies, and general with the last general one', () => {
    expect(tabs(watchSeven, { may: allBut('DEVICE_INFO') }).main).toEqual([
      'tracking',
      'geofence',
      'indoor',
      'sensor',
      'general',
    ]);
    expect(tabs(watchSeven, { may: allBut('DEVICE_TRACKING', 'DEVICE_POSITIONING') }).main).toEqual([
      'info',
      'geofence',
      'indoor',
      'sensor',
      'general',
    ]);
    expect(tabs(watchSeven, { may: allBut('DEVICE_INDOOR') }).main).not.toContain('indoor');
    expect(tabs(watchSeven, { may: allBut('DEVICE_LOGS') }).general).not.toContain('logs');
    expect(tabs(watchSeven, { may: (policy) => ['DEVICE_SETTINGS', 'DEVICE_INFO'].includes(policy) })).toEqual({
      main: ['info'],
      general: [],
    });
    const generalOnly = (policy: Policy) => ['GENERAL_SETTINGS', 'DEVICE_LOGS', 'DEVICE_INFO'].includes(policy);
    expect(tabs(watchSeven, { may: generalOnly })).toEqual({ main: ['general'], general: ['logs'] });
    expect(tabs(watchSeven, { may: () => false })).toEqual({ main: [], general: [] });
  });

  it('include the texts with their keys for a translator, and for nobody else [D1.005]', () => {
    for (const dehaId of [watchSeven, homeUnit]) {
      const open = (fields: Partial<TabsQuestion>) => Object.values(tabs(dehaId, fields)).flat();
      expect(open({ flags: ['translator'] })).toEqual([...open({}), 'texts']);
      expect(open({ flags: ['beta'] })).not.toContain('texts');
      expect(open({ flags: ['translator'], may: allBut('GENERAL_SETTINGS') })).not.toContain('texts');
    }
  });

  it('with nothing but what is on trial are there for a beta tester alone', () => {
    const may = allBut('DEFAULT_SETTINGS_INTEGRATION');
    for (const dehaId of [14, 45]) {
      const hardware = hardwareById(dehaId);
      if (hardware === undefined) throw new Error(`no hardware ${dehaId}`);
      const { watchRemoval } = hardwareSettings[hardware.key];
      if (watchRemoval === undefined) throw new Error('nothing is on trial');
      vi.spyOn(hardwareSettings, hardware.key, 'get').mockReturnValue({ watchRemoval });
      const plain = tabs(dehaId, { may }).general;
      expect(plain).not.toContain('settings');
      expect(tabs(dehaId, { flags: ['translator'], may }).general).not.toContain('settings');
      expect(tabs(dehaId, { flags: ['beta'], may }).general).toEqual(
        plain.toSpliced(plain.indexOf('twin'), 0, 'settings'),
      );
      const less = allBut('DEFAULT_SETTINGS_INTEGRATION', 'GENERAL_SETTINGS');
      expect(tabs(dehaId, { flags: ['beta'], may: less }).general).not.toContain('settings');
    }
    expect(tabs(watchSeven, { flags: ['beta'] })).toEqual(tabs(watchSeven));
  });

  it('have no organisation without its policy, or for the device of a private customer [D1.021 D1.046]', () => {
    expect(tabs(watchSeven).general).toContain('organization');
    expect(tabs(watchSeven, { may: allBut('DEVICE_ORGANIZATION') }).general).not.toContain('organization');
    expect(tabs(watchSeven, { ownerIsPrivate: true }).general).not.toContain('organization');
    expect(tabs(homeUnit, { ownerIsPrivate: true }).main).not.toContain('organization');
  });

  it.each(hardwareList.map((hardware) => [hardware.key, hardware] as const))(
    'of %s have a place for each of its settings, and one only',
    (_, hardware) => {
      const open = Object.values(tabs(hardware.dehaId, { flags: userFlags })).flat();
      for (const setting of settingsFor(hardware, null)) {
        const on = deviceTabKeys.filter((key) => settingsOnTab(hardware, key, [setting]).length > 0);
        expect(on).toHaveLength(1);
        expect(open).toContain(on[0]);
      }
    },
  );
});
