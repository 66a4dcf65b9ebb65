import { afterEach, describe, expect, it, vi } from 'vitest';
import { type HardwareKey, hardwareById, hardwareList, type KnownHardware } from '../hardware/index.ts';
import { isAvailable } from './conditions.ts';
import { hardwareSettings } from './hardware-settings.ts';
import { pageOf } from './pages.ts';
import { settingsFor, settingsOfType } from './settings-for.ts';
import type { HardwareSettings } from './shared-settings.ts';
import type { SettingDefinition } from './types.ts';
import { settingByKey, vocabulary } from './vocabulary.ts';

function hardware(dehaId: number): KnownHardware {
  const found = hardwareById(dehaId);
  if (!found) throw new Error(`hardware ${dehaId} is missing`);
  return found;
}

/** Those of the device itself. */
const ownOf = (hardware: KnownHardware, firmware: number | null, announced: string[] = []) =>
  settingsFor(hardware, firmware, announced).filter(({ keptByServer }) => !keptByServer);
/** For this test the kind has these settings. */
const given = (key: HardwareKey, settings: HardwareSettings) =>
  vi.spyOn(hardwareSettings, key, 'get').mockReturnValue(settings);

afterEach(() => {
  vi.restoreAllMocks();
});

const keysOf = (dehaId: number) => ownOf(hardware(dehaId), null).map((definition) => definition.key);

const ev07b = [1, 3, 4, 5, 8, 15, 16, 21, 23, 25, 31];
const settingOf = (dehaId: number, key: string) =>
  settingsFor(hardware(dehaId), null).find((setting) => setting.key === key);

describe('settingsFor', () => {
  it('has three numbers in the whitelist, and no other whitelist', () => {
    expect(vocabulary.map(({ key }) => key).filter((key) => key.startsWith('phoneNoWhiteList'))).toEqual([
      'phoneNoWhiteList1',
      'phoneNoWhiteList2',
      'phoneNoWhiteList3',
    ]);
  });

  it('offers exactly the settings of the hardware, in the order of the groups', () => {
    expect(keysOf(23)).toEqual([
      ...['wearerMayHangUp', 'firmwareUpdatesItself', 'doNotDisturb', 'timeZone', 'smsPassword', 'smsFromListOnly'],
      ...['answerIncoming', 'trackingInterval', 'powerSaving', 'acceptLBS'],
      ...['ledOn', 'soundOn', 'volumeLevel', 'twoWayMic', 'ringVolume', 'lowBatteryVoicePrompt'],
      ...['heartbeatInterval', 'aclCheck'],
      ...['buttonBehaviour', 'buttonSensitivity', 'silentAlarm', 'voicePromptSosAlarm', 'vibration', 'alarmTimeout'],
      ...['phoneNoWhiteList1', 'phoneNoWhiteList2', 'phoneNoWhiteList3'],
      ...['fallDownAlert', 'fallDownLevel', 'tiltAlert', 'tiltAngle', 'tiltTime'],
    ]);
    expect(keysOf(14)).toEqual([
      'doNotDisturb',
      'timeZone',
      'smsPassword',
      'answerIncoming',
      'trackingInterval',
      'ringingOn',
      'vibrationOn',
      'watchRemoval',
      'aclCheck',
      'phoneNoWhiteList1',
      'phoneNoWhiteList2',
      'phoneNoWhiteList3',
      'sosNumbers',
      'fallDownSensitivity',
      'heartRateBloodPressureSetting',
      'heartRateInterval',
      'bloodPressureInterval',
      'devicePedometer',
    ]);
  });

  it('has the fall alarm as a toggle on every watch, and on watch two as off, low and high instead [D2.033 D3.012 D3.013]', () => {
    const fallAlarmOf = (dehaId: number) =>
      settingsFor(hardware(dehaId), null)
        .filter(({ key }) => key.startsWith('fallDown'))
        .map(({ key, kind }) => [key, kind]);
    for (const dehaId of [11, 17, 24, 29, 30, 34]) expect(fallAlarmOf(dehaId)).toEqual([['fallDownAlert', 'toggle']]);
    for (const dehaId of [14, 45]) expect(fallAlarmOf(dehaId)).toEqual([['fallDownSensitivity', 'choice']]);
    const sensitivity = settingsFor(hardware(14), null).find(({ key }) => key === 'fallDownSensitivity');
    expect(sensitivity).toMatchObject({ options: [{ value: 0 }, { value: 1 }, { value: 2 }] });
  });

  it('[D2.034 D5.049] gives EV-07B the alarm for falls with its sensitivity, and that for tilting with its angle and time', () => {
    for (const dehaId of ev07b) {
      const manDown = settingsFor(hardware(dehaId), null).filter(({ page }) => page === 'manDown');
      expect(manDown.map(({ key, kind }) => [key, kind])).toEqual([
        ['fallDownAlert', 'toggle'],
        ['fallDownLevel', 'integer'],
        ['tiltAlert', 'toggle'],
        ['tiltAngle', 'integer'],
        ['tiltTime', 'integer'],
      ]);
      expect(manDown.find(({ key }) => key === 'fallDownLevel')).toMatchObject({ min: 1, max: 9 });
    }
  });

  it('has tilting by 0 to 90 degrees for 1 to 3600 seconds', () => {
    for (const dehaId of ev07b) {
      expect(settingOf(dehaId, 'tiltAngle')).toMatchObject({ min: 0, max: 90, unit: '°' });
      expect(settingOf(dehaId, 'tiltTime')).toMatchObject({ min: 1, max: 3600, unit: 's' });
    }
  });

  it('has the time without a movement in hours, which Varde judges for every EV-07B', () => {
    for (const dehaId of ev07b)
      expect(settingOf(dehaId, 'staticTooLong')).toMatchObject({ unit: 'h', min: 1, max: 168, keptByServer: true });
  });

  it('[D9.015 D9.016 D9.017] offers an EV-07B with the extension the intervals of the night and its first and last hour', () => {
    const night = settingsFor(hardware(25), null, ['extension']).filter(({ key }) => /^tracking.*Night/.test(key));
    expect(night.map((setting) => [setting.key, setting.default])).toEqual([
      ['trackingIntervalNightInMinutes', 0],
      ['trackingNightStarts', '22:00'],
      ['trackingNightEnds', '07:00'],
    ]);
    expect(night).toMatchObject([
      { unit: 'min', options: [0, 1, 2, 3, 4, 5, 10, 20].map((value) => ({ value })) },
      { options: ['20:00', '21:00', '22:00', '23:00', '00:00', '01:00', '02:00'] },
      { options: ['03:00', '04:00', '05:00', '06:00', '07:00', '08:00', '09:00'] },
    ]);
    expect(settingsFor(hardware(25), null).some(({ key }) => /^tracking.*Night/.test(key))).toBe(false);
  });

  it('lets an EV-07B make contact once a day at the least often, and says so', () => {
    const { options, limited } = settingOf(5, 'heartbeatInterval') as Extract<SettingDefinition, { kind: 'choice' }>;
    expect([options.at(-1), limited]).toEqual([{ value: 1440 }, true]);
  });

  it('gives EV-07B its button with the values off (1) and on (2), the seconds that it is pressed, the voice prompt, vibration and the call filter', () => {
    for (const dehaId of ev07b) {
      expect(settingOf(dehaId, 'buttonBehaviour')).toMatchObject({ options: [{ value: 2 }, { value: 1 }] });
      expect(settingOf(dehaId, 'buttonBehaviour')?.confirm).toEqual([
        { id: 'turnOff', when: 'change', from: 2, to: 1 },
      ]);
      for (const key of ['voicePromptSosAlarm', 'vibration', 'aclCheck'])
        expect(settingOf(dehaId, key)).toMatchObject({ kind: 'toggle' });
      const seconds = dehaId === 23 ? 9 : 10;
      expect(settingOf(dehaId, 'buttonSensitivity')).toMatchObject({
        unit: 's',
        options: Array.from({ length: seconds }, (_, n) => ({ value: n + 1 })),
      });
    }
  });

  it('narrows trigger two 4G alone: a press of 9 seconds at most, a volume of 1 at least, a ringing of 0 to 8', () => {
    const narrowed = ev07b.filter((dehaId) => {
      const { options } = settingOf(dehaId, 'buttonSensitivity') as Extract<SettingDefinition, { kind: 'choice' }>;
      return !options.some(({ value }) => value === 10);
    });
    expect(narrowed).toEqual([23]);
    const rangesOf = (dehaId: number) =>
      ['volumeLevel', 'ringVolume'].map((key) => {
        const { min, max } = settingOf(dehaId, key) as Extract<SettingDefinition, { kind: 'integer' }>;
        return [min, max];
      });
    for (const dehaId of ev07b)
      expect(rangesOf(dehaId)).toEqual(
        dehaId === 23
          ? [
              [1, 100],
              [0, 8],
            ]
          : [
              [0, 100],
              [0, 100],
            ],
      );
  });

  it('warns on trigger two 4G while the voice prompt is on, and turns it off when its page is saved', () => {
    expect(settingOf(23, 'voicePromptSosAlarm')).toMatchObject({
      turnedOffAtSave: true,
      warnings: [{ id: 'turnedOff', when: [{ key: 'voicePromptSosAlarm', equals: true }] }],
    });
    expect(settingOf(25, 'voicePromptSosAlarm')?.turnedOffAtSave).toBeUndefined();
  });

  it('[D5.033] offers the mode of the lights to an EV-07B with the extension and a firmware number above 2', () => {
    const offers = (firmware: number | null, announced: string[]) =>
      settingsFor(hardware(25), firmware, announced).some(({ key }) => key === 'lightMode');
    expect([null, 1, 2, 3].map((firmware) => offers(firmware, ['extension']))).toEqual([false, false, false, true]);
    expect(offers(3, [])).toBe(false);
  });

  it('offers the report of a removed watch to the two watches that notice it, as a general setting on trial', () => {
    const offering = hardwareList.filter((each) => settingsFor(each, null).some(({ key }) => key === 'watchRemoval'));
    expect(offering.map(({ dehaId }) => dehaId)).toEqual([14, 45]);
    expect(settingByKey('watchRemoval')).toMatchObject({ group: 'general', kind: 'toggle', needs: 'beta' });
  });

  it('offers home units the battery threshold in the four steps of the specification, which Varde keeps', () => {
    for (const dehaId of [13, 22, 26, 32, 33])
      expect(settingsFor(hardware(dehaId), null).filter(({ key }) => key === 'batteryThreshold')).toMatchObject([
        {
          ...{ key: 'batteryThreshold', unit: '%', default: 20, keptByServer: true },
          options: [{ value: 10 }, { value: 20 }, { value: 30 }, { value: 40 }],
        },
      ]);
  });

  it('offers home units the two schedules of inactivity with the intervals of the specification', () => {
    const onPage = settingsFor(hardware(13), null).filter((setting) => pageOf(setting).key === 'inactivity');
    expect(onPage.map(({ key, kind, default: initial }) => [key, kind, initial])).toEqual([
      ['inactivityFunction', 'choice', 0],
      ['inactivityIntervalOne', 'choice', 14_400],
      ['inactivityFromOne', 'time', '08:00'],
      ['inactivityToOne', 'time', '22:00'],
      ['inactivityIntervalTwo', 'choice', 14_400],
      ['inactivityFromTwo', 'time', '22:00'],
      ['inactivityToTwo', 'time', '08:00'],
      ['inactivityWarnTime', 'choice', 600],
    ]);
    const options = [3600, 7200, 14_400, 21_600, 28_800, 43_200].map((value) => ({ value }));
    for (const key of ['inactivityIntervalOne', 'inactivityIntervalTwo'])
      expect(settingByKey(key)).toMatchObject({ unit: 's', options });
    for (const dehaId of [22, 26, 32, 33])
      expect(settingsFor(hardware(dehaId), null).filter((setting) => pageOf(setting).key === 'inactivity')).toEqual(
        onPage,
      );
  });

  it('gives home units all alike, but DT35 its own limit of inactivity, and STCB scales and lists of its own and no learning', () => {
    const of = (dehaId: number) => settingsFor(hardware(dehaId), null);
    expect(of(26)).toEqual(of(13));
    expect(of(33)).toEqual(of(32));
    expect(of(22).filter(({ key }) => key !== 'userInactivityLimit')).toEqual(of(13));
    expect(of(22).find(({ key }) => key === 'userInactivityLimit')).toMatchObject({ min: 0, max: 36, unit: 'h' });
    const differing = of(13).filter(
      (setting) => !of(32).some((other) => JSON.stringify(other) === JSON.stringify(setting)),
    );
    expect(differing.map(({ key }) => key).sort()).toEqual([
      ...['callbackTimer', 'guardTime', 'heartbeatInterval', 'localLearning', 'twoWayMic', 'volumeLevel'],
    ]);
  });

  it('has the keys of the specification by their names', () => {
    const named = [
      'heartbeatInterval',
      'trackingInterval',
      'guardTime',
      'alarmTimeout',
      'batteryThreshold',
      'soundLevel',
    ];
    for (const key of [...named, 'sensorSensitivity', 'userInactivityLimit'])
      expect(settingByKey(key)?.key, key).toBe(key);
  });

  it('gives Eliza its speech and its contact', () => {
    expect(keysOf(44)).toEqual([
      ...[
        'answerIncoming',
        'volumeLevel',
        'twoWayMic',
        'promptVol',
        'confirmBeep',
        'heartbeatInterval',
        'alarmTimeout',
      ],
    ]);
    expect(settingsFor(hardware(44), null).find(({ key }) => key === 'volumeLevel')).toMatchObject({
      min: 0,
      max: 100,
    });
  });

  it('has the integration settings, and no others beginning with msgI9n, on all hardware and any firmware [C3.22]', () => {
    const keys = ['msgI9nActive', 'msgI9nReference'];
    const [integration, named] = [
      vocabulary.filter(({ group }) => group === 'integration'),
      vocabulary.filter(({ key }) => key.startsWith('msgI9n')),
    ];
    expect(integration.map(({ key }) => key)).toEqual(keys);
    expect(named).toEqual(integration);
    for (const one of hardwareList) {
      const offered = settingsFor(one, null).filter(({ group }) => group === 'integration');
      expect(offered.map(({ key, keptByServer }) => [key, keptByServer])).toEqual(keys.map((key) => [key, true]));
    }
  });

  it('offers no tracking interval on watch one, which cannot change it [D5.044]', () => {
    expect(keysOf(11)).not.toContain('trackingInterval');
    expect(keysOf(17)).toContain('trackingInterval');
  });

  it('gives watch two 4G the settings of watch two, but for what it does not measure, and what 4G models have', () => {
    const health = ['heartRateBloodPressureSetting', 'heartRateInterval', 'bloodPressureInterval'];
    expect(keysOf(45).filter((key) => key !== 'powerSaving')).toEqual(
      keysOf(14).filter((key) => !health.includes(key)),
    );
    const having = hardwareList.filter((each) => settingsFor(each, null).some(({ key }) => key === 'powerSaving'));
    expect(having.filter(({ protocol }) => protocol === 'watch').map(({ dehaId }) => dehaId)).toEqual([45]);
  });

  it('[C3.35 D2.021 D2.022 D2.023] gives watch two, five and seven alone the health settings, with intervals in minutes that the watches keep', () => {
    const healthOf = ({ dehaId }: KnownHardware) =>
      settingsFor(hardware(dehaId), null)
        .filter(({ page }) => page === 'health')
        .map(({ key, kind, unit, group }) => [key, kind, unit, group]);
    const measuring = hardwareList.filter((each) => healthOf(each).length > 0);
    expect(measuring.map(({ dehaId }) => dehaId)).toEqual([14, 29, 34]);
    for (const each of measuring)
      expect(healthOf(each)).toEqual([
        ['healthHeartRateBloodPressure', 'toggle', undefined, 'general'],
        ['heartRateBloodPressureSetting', 'toggle', undefined, 'alarmSettings'],
        ['heartRateInterval', 'choice', 'min', 'alarmSettings'],
        ['bloodPressureInterval', 'choice', 'min', 'alarmSettings'],
      ]);
  });

  it('gives every watch that counts steps the toggle of its pedometer', () => {
    const counting = hardwareList.filter((each) =>
      settingsFor(each, null).some(({ key }) => key === 'devicePedometer'),
    );
    expect(counting.map(({ dehaId }) => dehaId)).toEqual([14, 29, 34, 45]);
  });

  it('offers the narrowed options and default, and leaves the vocabulary unchanged', () => {
    const base = hardware(23);
    const spy = given('triggerTwo4G', { heartbeatInterval: { options: [60, 30], default: 30 } });
    const [definition] = ownOf(base, null);
    spy.mockRestore();
    expect(definition).toMatchObject({ options: [{ value: 30 }, { value: 60 }], default: 30, unit: 'min' });
    expect(settingsFor(base, null)).toContainEqual(expect.objectContaining({ key: 'heartbeatInterval', default: 5 }));
  });

  it('hides a setting until the firmware is known and new enough', () => {
    const gated = hardware(14);
    given('watchTwo', { fallDownAlert: { sinceFirmware: 7 } });
    expect(ownOf(gated, null)).toEqual([]);
    expect(ownOf(gated, 6)).toEqual([]);
    expect(ownOf(gated, 7)).toHaveLength(1);
  });

  it('offers what travels in the extension to a device that has announced it, and what a model may lack to one that has named it', () => {
    given('triggerTwo4G', { volumeLevel: { announced: 'extension' }, twoWayMic: { announced: 'itself' } });
    const offered = (announced: string[]) => ownOf(hardware(23), null, announced).map(({ key }) => key);
    expect(offered([])).toEqual([]);
    expect(offered(['extension'])).toEqual(['volumeLevel']);
    expect(offered(['twoWayMic', 'volumeLevel'])).toEqual(['twoWayMic']);
    expect(offered(['extension', 'twoWayMic'])).toEqual(['volumeLevel', 'twoWayMic']);
    expect(settingsOfType(hardware(23)).map(({ key }) => key)).toEqual(
      expect.arrayContaining(['volumeLevel', 'twoWayMic']),
    );
  });

  it('offers more values of a setting to a device that has announced the extension', () => {
    const languages = (announced: string[]) =>
      ownOf(hardware(34), 3, announced).flatMap((setting) =>
        setting.key === 'soundFilesLanguage' && setting.kind === 'choice'
          ? [setting.options.map(({ value }) => value), setting.default]
          : [],
      );
    expect(languages([])).toEqual([['sv', 'da', 'en'], 'en']);
    expect(languages(['extension'])).toEqual([['nb', 'sv', 'da', 'is', 'en'], 'en']);
  });

  it('offers a setting only to hardware with the capability, from the firmware that the hardware names', () => {
    for (const key of ['watchOne', 'watchTwo'] as const) given(key, { screenLightMode: { sinceFirmware: 2 } });
    const withMode = (dehaId: number, firmware: number | null) =>
      ownOf(hardware(dehaId), firmware).map((setting) => setting.key);
    expect([null, 1, 2].map((firmware) => withMode(14, firmware))).toEqual([[], [], ['screenLightMode']]);
    expect(withMode(11, 2), 'watch one has no display').toEqual([]);
  });

  it('offers automatic tracking to hardware that is told to report often over its protocol, which Varde keeps', () => {
    const offering = hardwareList.filter((each) => settingsFor(each, null).some(({ key }) => key === 'autoTracking'));
    const tracked = hardwareList.filter(
      ({ capabilities, protocol }) =>
        capabilities.tracking !== null && !capabilities.fewTabs && ['eview', 'watch'].includes(protocol),
    );
    expect(offering).toEqual(tracked);
    expect(offering.length).toBeGreaterThan(10);
    const common = { group: 'tracking', keptByServer: true };
    expect(settingByKey('autoTracking')).toMatchObject({ ...common, default: false });
    expect(settingByKey('alarmTracking')).toMatchObject({ ...common, default: true });
  });

  it('offers the language of the sound files from the firmware number of the hardware on, and never where that is 0', () => {
    const offers = (sotaFwnum: number, firmware: number | null) => {
      const { capabilities } = hardware(34);
      const offered = settingsFor({ ...hardware(34), capabilities: { ...capabilities, sotaFwnum } }, firmware);
      return offered.some(({ key }) => key === 'soundFilesLanguage');
    };
    expect([null, 0, 11, 12, 13].map((firmware) => offers(12, firmware))).toEqual([
      ...[false, false, false],
      ...[true, true],
    ]);
    expect([null, 0, 1, Number.MAX_SAFE_INTEGER].map((firmware) => offers(0, firmware))).toEqual([
      ...[false, false, false, false],
    ]);
    const having = hardwareList.filter((each) => settingsOfType(each).some(({ key }) => key === 'soundFilesLanguage'));
    expect(having.map(({ dehaId }) => dehaId)).toEqual([29, 34, 45]);
    expect(having.map(({ capabilities }) => capabilities.sotaFwnum)).toEqual([3, 3, 3]);
  });

  it('lets a watch answer calls once it has a number to answer, and home units and EV-07B without', () => {
    const answering = hardwareList.flatMap((each) =>
      settingsFor(each, null)
        .filter(({ key }) => key === 'answerIncoming')
        .map((setting) => ({ each, setting })),
    );
    expect(answering.length).toBeGreaterThan(15);
    for (const { each, setting } of answering) {
      expect(isAvailable(setting, {}), each.key).toBe(each.family !== 'watch');
      expect(isAvailable(setting, { phoneNoWhiteList1: '+4790000001' }), each.key).toBe(true);
    }
  });

  it('adds the warnings of the hardware to those of the vocabulary', () => {
    const [on, off] = [{ id: 'on', when: [] }, settingByKey('teamAlert')?.warnings];
    given('triggerTwo4G', {
      teamAlert: { warnings: [on] },
      voicePromptSosAlarm: { turnedOffAtSave: true, warnings: [on] },
    });
    const [team, prompt] = ownOf(hardware(23), null);
    expect(team).toMatchObject({ key: 'teamAlert', warnings: [...(off ?? []), on] });
    expect(team?.turnedOffAtSave).toBeUndefined();
    expect(prompt).toMatchObject({ key: 'voicePromptSosAlarm', warnings: [on], turnedOffAtSave: true });
    expect(settingByKey('voicePromptSosAlarm')?.turnedOffAtSave).toBeUndefined();
  });
});
