import { hardwareList } from '@varde/catalogue/hardware/index';
import { settingsOfType } from '@varde/catalogue/settings/settings-for';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receiveUntouched } from '../testing/receiving.ts';
import { legalValues, worstValues } from '../testing/setting-values.ts';
import { encodeWatchFrame, parseWatchFrame, textContent, textOf } from './frame.ts';
import { decodeCommand, lineOf, watch } from './index.ts';
import { watchSettings } from './settings.ts';

const now = Date.UTC(2026, 10, 27);
const address = { manufacturer: '3G', id: '8800000015', index: null };
const contentOf = (text: string) => {
  const [word = '', ...fields] = text.split(',');
  return textContent(word, ...fields);
};
const heard = (text: string, state = watch.initialState) => {
  const received = receiveUntouched(watch, state, encodeWatchFrame(address, contentOf(text)), now);
  if (received.type === 'malformed') throw new Error(received.reason);
  return received;
};
/** The contents of a command, in order, and the reference of its answer. */
function sent(command: Parameters<typeof watch.send>[1], state = heard('LK').state) {
  const one = watch.send(state, command);
  if (one.type !== 'sent') throw new Error(one.reason);
  const contents = textOf(one.bytes)
    .split(/(?<=\])(?=\[)/)
    .map((frame) => frame.replace(/^\[.*?\*.*?\*.*?\*/, ''));
  return { contents: contents.map((content) => content.slice(0, -1)), ref: one.ref };
}
const write = (values: SettingValues) => sent({ kind: 'writeSettings', values });

describe('a watch is told', () => {
  it.each<[SettingValues, string[], string]>([
    [{ trackingInterval: 600 }, ['UPLOAD,600', 'TS'], 'UPLOAD'],
    [{ ringingOn: false, vibrationOn: true }, ['profile,3', 'TS'], 'PROFILE'],
    [{ soundFilesLanguage: 'sv', timeZone: 60 }, ['LZ,13,+1', 'TS'], 'LZ'],
    [{ soundFilesLanguage: 'en', timeZone: -210 }, ['LZ,0,-3.5', 'TS'], 'LZ'],
    [{ timeZone: 345 }, ['LZ,,+5.75', 'TS'], 'LZ'],
    [
      { soundFilesLanguage: 'nb', timeZone: 120 },
      ['LZ,,+2', 'CFG,soundFilesLanguage,nb', 'TS'],
      'CFG,soundFilesLanguage',
    ],
    [{ aclCheck: true }, ['DEVREFUSEPHONESWITCH,1'], 'DEVREFUSEPHONESWITCH'],
    [{ sosNumbers: '112,+4790000001' }, ['SOS,112,+4790000001,'], 'SOS'],
    [{ sosNumbers: '' }, ['SOS,,,'], 'SOS'],
    [
      { phoneNoWhiteList1: '', phoneNoWhiteList2: '112', phoneNoWhiteList3: '', answerIncoming: 1 },
      ['WHITELIST1,,112,', 'ACALL,112'],
      'ACALL',
    ],
    [
      { phoneNoWhiteList1: '112', phoneNoWhiteList2: '', phoneNoWhiteList3: '', answerIncoming: 0 },
      ['WHITELIST1,112,,', 'ACALL,0'],
      'ACALL',
    ],
    [
      { phoneNoWhiteList1: '', phoneNoWhiteList2: '', phoneNoWhiteList3: '', answerIncoming: 1 },
      ['WHITELIST1,,,', 'ACALL,0'],
      'ACALL',
    ],
    [{ doNotDisturb: '22:00-07:00' }, ['SILENCETIME,22:00-07:00,00:00-00:00,00:00-00:00,00:00-00:00'], 'SILENCETIME'],
    [{ powerSaving: true }, ['APPLOCK,YJ-1'], 'APPLOCK'],
    [{ smsPassword: '004711' }, ['PW,004711'], 'PW'],
    [{ volumeLevel: 55 }, ['CFG,volumeLevel,55'], 'CFG,volumeLevel'],
    [{ ledOn: false }, ['CFG,ledOn,0'], 'CFG,ledOn'],
    [{ watchTheme: 'analogue' }, ['CFG,watchTheme,analogue'], 'CFG,watchTheme'],
    [{ trackingNightStarts: '23:00' }, ['CFG,trackingNightStarts,23:00'], 'CFG,trackingNightStarts'],
    [
      {
        calibrateBloodPressureSetting: true,
        calibrateHeartRate: 70,
        calibrateSystolicPressure: 125,
        calibrateDiastolicPressure: 82,
      },
      [
        'CFG,calibrateBloodPressureSetting,1,calibrateHeartRate,70,calibrateSystolicPressure,125,calibrateDiastolicPressure,82',
      ],
      'CFG,calibrateBloodPressureSetting',
    ],
  ])('%j as %j, and asked behind it for what it reports', (values, contents, ref) => {
    expect(write(values)).toEqual({ contents, ref });
  });

  it('to report its settings by its status, and by the list of the extension where it has announced that', () => {
    const read = (content: string) => sent({ kind: 'readSettings' }, heard(content).state);
    expect(read('LK')).toEqual({ contents: ['TS'], ref: 'TS' });
    expect(read('CONFIG,TY:g75')).toEqual({ contents: ['TS'], ref: 'TS' });
    expect(read('CONFIG,TY:g75,CFG:5')).toEqual({ contents: ['CFG,?', 'TS'], ref: 'TS' });
  });

  it('nothing of the calibration but all of it together', () => {
    expect(watch.send(heard('LK').state, { kind: 'writeSettings', values: { calibrateHeartRate: 70 } })).toEqual({
      type: 'unsupported',
      reason: 'incompleteWireGroup',
    });
  });

  it('[C3.25] of a silent alarm by 1 and 0, and says the same', () => {
    for (const [silentAlarm, field] of [
      [true, '1'],
      [false, '0'],
    ] as const) {
      const content = `CFG,silentAlarm,${field}`;
      expect(write({ silentAlarm }).contents).toEqual([content]);
      const read = heard(content);
      expect(read.type === 'message' && read.report.settings).toEqual({ silentAlarm });
    }
  });

  it('in whole frames of its own words alone, whatever the values are', () => {
    const definitions = new Map(
      hardwareList
        .filter(({ protocol }) => protocol === 'watch')
        .flatMap(settingsOfType)
        .map((one) => [one.key, one]),
    );
    const values = fc.constantFrom(...new Set(Object.values(watchSettings))).chain((group) =>
      fc.record(
        Object.fromEntries(
          group.keys.map((key) => {
            const definition = definitions.get(key) ?? settingByKey(key);
            return [key, definition ? fc.oneof(worstValues, legalValues(definition)) : worstValues];
          }),
        ),
      ),
    );
    const { state } = heard('LK');
    fc.assert(
      fc.property(values, (given) => {
        const one = watch.send(state, { kind: 'writeSettings', values: given });
        if (one.type !== 'sent') return;
        const framer = watch.createFramer();
        const outputs = framer.push(one.bytes);
        expect(framer.isWaiting).toBe(false);
        for (const { type, bytes } of outputs) {
          const frame = parseWatchFrame(bytes);
          if (type !== 'frame' || 'malformed' in frame) throw new Error(`${textOf(bytes)} is no frame`);
          expect(textOf(bytes)).toMatch(/^\[3G\*8800000015\*[0-9a-f]{4}\*[A-Za-z0-9]+(,[A-Za-z0-9:.+*#-]*)*\]$/);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a command is understood by a watch', () => {
  it.each([
    ['TS', { kind: 'readSettings' }],
    ['DEVREFUSEPHONESWITCH,1', { kind: 'writeSettings', values: { aclCheck: true } }],
    ['DEVREFUSEPHONESWITCH,x', null],
    ['SOS,112,,+4790000001', { kind: 'writeSettings', values: { sosNumbers: '112,+4790000001' } }],
    ['SOS,112,x,', null],
    ['SOS,1,2,3,4', null],
    ['SILENCETIME,22:00-07:00', { kind: 'writeSettings', values: { doNotDisturb: '22:00-07:00' } }],
    ['SILENCETIME,00:00-00:00', { kind: 'writeSettings', values: { doNotDisturb: '' } }],
    ['SILENCETIME,24:00-07:00', null],
    ['LZ,13,+5.75', { kind: 'writeSettings', values: { soundFilesLanguage: 'sv', timeZone: 345 } }],
    ['LZ,4,8.00', { kind: 'writeSettings', values: { timeZone: 480 } }],
    ['LZ,,+1.1', null],
    ['LZ,,+15', null],
    ['PW,123456', { kind: 'writeSettings', values: { smsPassword: '123456' } }],
    ['PW,1234567', null],
    ['APPLOCK,YJ-1', { kind: 'writeSettings', values: { powerSaving: true } }],
    ['APPLOCK,DW-1', null],
    ['CFG,volumeLevel,50', { kind: 'writeSettings', values: { volumeLevel: 50 } }],
    ['cfg,volumeLevel,050', null],
    ['CFG,volumeLevel,101', null],
    ['CFG,ledOn,0,tiltAlert,1', { kind: 'writeSettings', values: { ledOn: false, tiltAlert: true } }],
    ['CFG,ledOn,true', null],
    ['CFG,heartbeatInterval,5', null],
    ['CFG,ledOn', null],
    ['CFG', null],
  ])('%s as %j', (text, expected) => {
    expect(decodeCommand(contentOf(text))).toEqual(expected);
  });

  it('of the extension in upper and lower case', () => {
    expect(lineOf(contentOf('cfg,ledOn,1'))).toEqual({ word: 'CFG', fields: ['ledOn', '1'] });
  });
});

describe('a watch reports', () => {
  it.each<[string, SettingValues | undefined]>([
    [
      'TS,ver:G29_V1.00;ID:5678901234;upload:600S;bat level:3;language:13;zone:8.00;profile:3;GPS:NO(0);',
      { trackingInterval: 600, soundFilesLanguage: 'sv', timeZone: 480, ringingOn: false, vibrationOn: true },
    ],
    ['TS,ver:A6; Upload:60; Language:; zone:+1; profile:9;', { trackingInterval: 60, timeZone: 60 }],
    ['TS,ver:A6;upload:30S;language:4;zone:99;profile:;', undefined],
    ['TS', undefined],
  ])('%s: %j', (text, settings) => {
    expect(heard(text).report.settings).toEqual(settings);
  });

  it('its password in no text that is shown', () => {
    const [sample] = heard('TS,ver:G29_V1.00;upload:600S;pw:123456;zone:1;').report.samples;
    expect(sample?.unknown).toEqual({ TS: 'ver:G29_V1.00;upload:600S;zone:1;' });
  });

  it('its password in no frame that is kept, and the rest as it was', () => {
    const kept = (text: string, word: string) =>
      new TextDecoder().decode(watch.withoutSecrets(new TextEncoder().encode(text), word));
    const status = (password: string) => `[3G*8800000015*0032*TS,ver:G29_V1.00;${password};zone:1;]`;
    expect(kept(status('pw:123456'), 'TS')).toBe(status('pw:******'));
    expect(kept(status(' PW : 42'), 'TS')).toBe(status(' PW :***'));
    expect(kept('[3G*8800000015*0009*TS,pw:123]', 'TS')).toBe('[3G*8800000015*0009*TS,pw:***]');
    expect(kept('[3G*8800000015*0009*PW,123456][3G*8800000015*0002*TS]', 'PW TS')).toBe(
      '[3G*8800000015*0009*PW,******][3G*8800000015*0002*TS]',
    );
    expect(kept('[3G*8800000015*0009*TK,pw:123]', 'TK'), 'other messages').toBe('[3G*8800000015*0009*TK,pw:123]');
  });

  it.each([
    ['CONFIG,TY:g75,CFG:5', { announces: ['extension'], firmware: 5 }],
    ['CONFIG,TY:g75,cfg:', { announces: ['extension'] }],
    ['CONFIG,TY:g75,CFG:x', { announces: ['extension'] }],
    ['CONFIG,TY:g75', { announces: [] }],
  ])('%s: it %j', (text, { announces, ...rest }) => {
    const { report } = heard(text);
    expect(report).toMatchObject({ announces, ...rest });
    expect('firmware' in report).toBe('firmware' in rest);
    expect(report.samples).toMatchObject([{ metyId: 18, unknown: { TY: 'g75' } }]);
  });

  it.each<[string, object, SettingValues | undefined]>([
    ['CFG,volumeLevel,55', { ref: 'CFG,volumeLevel', ok: true }, { volumeLevel: 55 }],
    ['CFG,volumeLevel', { ref: 'CFG,volumeLevel', ok: false, detail: 'volumeLevel' }, undefined],
    ['CFG,volumeLevel,300', { ref: 'CFG,volumeLevel', ok: false, detail: 'volumeLevel,300' }, undefined],
    ['CFG,loudness,5', { ref: 'CFG,loudness', ok: false, detail: 'loudness,5' }, undefined],
    ['CFG,?,ledOn,0,watchTheme,x,tiltAlert,1', { ref: 'CFG,?', ok: true }, { ledOn: false, tiltAlert: true }],
    ['CFG,?', { ref: 'CFG,?', ok: true }, undefined],
    ['CFG', { ref: 'CFG,', ok: false, detail: '' }, undefined],
  ])('%s: the values that it has now, or that it has refused', (text, confirmation, settings) => {
    expect(heard(text).report).toEqual({
      ...{ samples: [], confirmations: [confirmation] },
      ...(settings && { settings }),
    });
  });
});
