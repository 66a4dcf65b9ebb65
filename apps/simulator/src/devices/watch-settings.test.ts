import { hardwareList } from '@varde/catalogue/hardware/index';
import { type KnownSetting, settingsOfType } from '@varde/catalogue/settings/settings-for';
import type { SettingDefinition, SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { validateSetting } from '@varde/catalogue/settings/validate-setting';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import { textContent } from '@varde/protocols/watch/frame';
import { encodeWatchFrame, watch } from '@varde/protocols/watch/index';
import { watchSettings } from '@varde/protocols/watch/settings';
import { readable } from '@varde/protocols/watch/settings/reports';
import { describe, expect, it } from 'vitest';
import { createWatchDriver } from './watch-driver.ts';

const identity = '8800000015';
const watches = hardwareList.filter(({ protocol }) => protocol === 'watch');

/** Every legal value of a setting, and some of those without end. */
function legalValues(setting: SettingDefinition): SettingValue[] {
  switch (setting.kind) {
    case 'toggle':
      return [true, false];
    case 'choice':
      return setting.options.map(({ value }) => value);
    case 'integer': {
      const { min, max, step = 1 } = setting;
      return Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, at) => min + at * step);
    }
    case 'text':
      return ['000000', '471147'];
    case 'phone':
      return ['', '112', '+4790000001'];
    case 'phones':
      return ['', '112', '112,+4790000001', '112,+4790000001,90000002'];
    case 'time':
      return [...(setting.options ?? ['00:00', '23:59'])];
    case 'hours':
      return ['', '22:00-07:00', '00:00-23:59'];
  }
}

/** Sends a value as Varde does, and returns what the watch has, and what it says of it. */
function write(settings: readonly KnownSetting[], key: KnownSetting['key'], value: SettingValue) {
  const group = watchSettings[key as keyof typeof watchSettings];
  const defaults = group.keys.flatMap((each): [string, SettingValue][] => {
    const setting = settings.find((one) => one.key === each) ?? settingByKey(each);
    const isSent = settings.some((one) => one.key === each) || !setting?.omittedWhereAbsent;
    return setting && isSent ? [[each, setting.default]] : [];
  });
  const values: SettingValues = { ...Object.fromEntries(defaults), [key]: value };
  const announced = encodeWatchFrame({ manufacturer: '3G', id: identity, index: null }, textContent('CONFIG', 'CFG:5'));
  const { state } = watch.receive(watch.initialState, announced);
  const sent = watch.send(state, { kind: 'writeSettings', values });
  if (sent.type !== 'sent') throw new Error(`${key} ${value}: ${sent.reason}`);
  const driver = createWatchDriver(identity);
  const reports = driver.hear(sent.bytes).replies.flatMap((reply) => {
    const received = watch.receive(state, reply);
    return received.type === 'message' ? [received.report] : [];
  });
  return {
    kept: driver.settings()[key],
    confirmed: reports.flatMap(({ confirmations }) => confirmations).filter(({ ref, ok }) => ok && ref === sent.ref),
    reported: (Object.assign({}, ...reports.map(({ settings: reported }) => reported)) as SettingValues)[key],
    inExtension: sent.ref?.startsWith('CFG,') ?? false,
  };
}

describe.each(watches)('$name', (hardware) => {
  const settings = settingsOfType(hardware).filter(({ keptByServer }) => !keptByServer);

  it.each(settings.map((setting) => [setting.key, setting] as const))(
    'takes every legal value of %s, confirms it, and reports it where the protocol reads it back',
    (key, setting) => {
      for (const value of legalValues(setting)) {
        expect(validateSetting(setting, value), `${value}`).toBeNull();
        const { kept, confirmed, reported, inExtension } = write(settings, key, value);
        // Without an allowed caller it answers nobody.
        expect(kept).toBe(key === 'answerIncoming' ? 0 : value);
        expect(confirmed, `${value}`).toHaveLength(1);
        const isRead = inExtension || readable.has(key) || (key === 'soundFilesLanguage' && kept !== undefined);
        expect(reported, `${value}`).toBe(isRead ? value : undefined);
      }
    },
  );
});

describe('a watch with the extension', () => {
  it('has one language: one without a code ends that of the protocol, and one with a code ends the other', () => {
    const { settings } = watchWith(['LZ,13,+1', 'CFG,soundFilesLanguage,nb']);
    expect(settings).toEqual({ soundFilesLanguage: 'nb', timeZone: 60 });
    expect(watchWith(['LZ,13,+1', 'CFG,soundFilesLanguage,nb', 'LZ,,+2']).settings).toEqual({
      soundFilesLanguage: 'nb',
      timeZone: 120,
    });
    expect(watchWith(['CFG,soundFilesLanguage,nb', 'LZ,23,+2']).settings).toEqual({
      soundFilesLanguage: 'da',
      timeZone: 120,
    });
  });

  it('answers with the value that it has, and without one for a setting or value that it does not know', () => {
    expect(watchWith(['CFG,volumeLevel,40', 'CFG,volumeLevel,101']).answers).toEqual([
      'CFG,volumeLevel,40',
      'CFG,volumeLevel,40',
    ]);
    expect(watchWith(['CFG,loudness,1', 'CFG,volumeLevel,101', 'CFG,?']).answers).toEqual([
      'CFG,loudness',
      'CFG,volumeLevel',
      'CFG,?',
    ]);
    expect(watchWith(['CFG,ledOn,0,tiltAlert,1', 'CFG,?']).answers[1]).toBe('CFG,?,ledOn,0,tiltAlert,1');
  });

  it('forgets all of it with a factory reset, and one without the extension answers none of it', () => {
    expect(watchWith(['CFG,ledOn,0', 'FACTORY']).settings).toEqual({});
    expect(watchWith(['CFG,ledOn,0', 'CFG,?'], false)).toEqual({ settings: {}, answers: [] });
  });
});

/** A watch that was told this, and the contents of its answers. */
function watchWith(contents: readonly string[], extension = true) {
  const driver = createWatchDriver(identity, { extension });
  const answers = contents.flatMap((content) => {
    const [word = '', ...fields] = content.split(',');
    const frame = encodeWatchFrame({ manufacturer: '3G', id: identity, index: null }, textContent(word, ...fields));
    return driver.hear(frame).replies.map((reply) => new TextDecoder().decode(reply).replace(/^.*\*(.*)\]$/, '$1'));
  });
  return { settings: driver.settings(), answers };
}
