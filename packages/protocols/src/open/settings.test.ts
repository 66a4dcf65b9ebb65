import { hardwareList } from '@varde/catalogue/hardware/index';
import type { DeviceReport } from '@varde/catalogue/report';
import { hardwareSettings } from '@varde/catalogue/settings/hardware-settings';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { settingByKey, vocabulary } from '@varde/catalogue/settings/vocabulary';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { legalValues } from '../testing/setting-values.ts';
import { http, readCommands, writeRequest } from './index.ts';
import { carriedSettings, settingsOfSomeUnits } from './settings.ts';

const sender = { identity: 'unit-1', token: 'secret' };
const nothing: DeviceReport = { samples: [], confirmations: [] };

function reportOf(content: object): DeviceReport {
  const received = http.read({
    method: 'POST',
    url: '/v1/messages',
    body: JSON.stringify({ device: 'unit-1', ...content }),
  });
  if (received.type === 'malformed') throw new Error(received.reason);
  return received.report;
}
const keptOf = (settings: unknown) => reportOf({ settings }).samples[0]?.unknown;
const keptText = (text: string) => new TextDecoder().decode(http.withoutSecrets?.(new TextEncoder().encode(text)));
const write = (values: SettingValues) => http.commands?.write({ kind: 'writeSettings', values }, '17') ?? null;

it('values of secret settings are kept as stars, whatever stands between, and all else as it was', () => {
  const text = (value: string) => `{"settings":{"smsPassword" :\n${value},"åpen":"å"},"note":"smsPassword 471147"}`;
  expect(keptText(text('"471147"'))).toBe(text('"******"'));
  expect(keptText(text('471147'))).toBe(text('******'));
  expect(keptText(text('""'))).toBe(text('""'));
  expect(keptText('{"settings":{"SmsPassword":"471147"}}')).toBe('{"settings":{"SmsPassword":"******"}}');
});

it('whatever a device sends, its secrets are found at once', () => {
  const blanks = ' '.repeat(30_000);
  for (const text of [blanks + blanks, `:${blanks}${blanks}`, `"smsPassword"${blanks}:${blanks}`]) {
    const began = performance.now();
    expect(keptText(text)).toBe(text);
    expect(performance.now() - began).toBeLessThan(500);
  }
});

describe.each(vocabulary.filter(({ keptByServer }) => !keptByServer))('the setting $key', (definition) => {
  const { key } = definition;

  it('is written with each of its values, by its own key', () => {
    fc.assert(
      fc.property(legalValues(definition), (value) => {
        const body = write({ [key]: value }) ?? '';
        expect(JSON.parse(body)).toEqual({
          commands: [{ ref: '17', command: 'writeSettings', settings: { [key]: value } }],
        });
        expect(readCommands(body)).toEqual([
          { ref: '17', command: { kind: 'writeSettings', values: { [key]: value } } },
        ]);
      }),
    );
  });

  it('is reported with each of its values', () => {
    fc.assert(
      fc.property(legalValues(definition), (value) => {
        const received = http.read(writeRequest({ ...nothing, settings: { [key]: value } }, sender));
        expect(received).toMatchObject({ report: { samples: [], settings: { [key]: value } } });
      }),
    );
  });

  it('keeps a value that is none of its own in the log, and does not report it', () => {
    const impossible = { not: 'a value' };
    const { settings, samples } = reportOf({ settings: { [key]: impossible } });
    expect(settings).toBeUndefined();
    const shown = definition.secret ? '•' : '{"not":"a value"}';
    expect(samples).toMatchObject([{ unknown: { [`settings.${key}`]: shown } }]);
  });
});

describe('the settings of a request', () => {
  it('are those that it names, and the others are kept in the log', () => {
    const { settings, samples } = reportOf({ settings: { fallDownAlert: true, tiltAngle: 1e6, dance: 'waltz' } });
    expect(settings).toEqual({ fallDownAlert: true });
    expect(samples).toMatchObject([{ unknown: { 'settings.tiltAngle': '1000000', 'settings.dance': 'waltz' } }]);
  });

  it('are read as they are meant: texts of numbers and of yes and no, and names in other capitals', () => {
    const given = { falldownalert: '1', tiltAngle: '45', phoneNoWhiteList1: 11322222 };
    expect(reportOf({ settings: given }).settings).toEqual({
      ...{ fallDownAlert: true, tiltAngle: 45, phoneNoWhiteList1: '11322222' },
    });
  });

  it('are none of a device where Varde keeps them itself', () => {
    expect(settingByKey('batteryThreshold')?.keptByServer).toBe(true);
    expect(keptOf({ batteryThreshold: 10 })).toEqual({ 'settings.batteryThreshold': '10' });
    expect(carriedSettings).not.toContain('batteryThreshold');
    expect(write({ batteryThreshold: 10 })).toBeNull();
  });

  it('announce what not every unit of a type has by reporting it, and take nothing back without it', () => {
    const ofSome = hardwareList
      .filter(({ protocol }) => protocol === 'mqtt')
      .flatMap(({ key }) => Object.entries(hardwareSettings[key]))
      .filter(([, narrowing]) => narrowing.announced === 'itself');
    expect(new Set(ofSome.map(([key]) => key))).toEqual(new Set(settingsOfSomeUnits));
    expect(reportOf({ settings: { screenBrightness: 7, ledOn: true } }).announces).toEqual(['screenBrightness']);
    for (const settings of [{ ledOn: true }, { screenBrightness: 11 }, undefined])
      expect(reportOf({ settings })).not.toHaveProperty('announces');
  });

  it('that are no object are kept in the log', () => {
    expect(keptOf([1])).toEqual({ settings: '[1]' });
    expect(reportOf({ settings: null, events: ['alarm'] })).not.toHaveProperty('settings');
  });

  it('leave its alarm as it is, whatever they hold', () => {
    for (const settings of [{ dance: 1 }, 'x', { ['__proto__']: 1 }, { toString: 1 }])
      expect(reportOf({ settings, events: ['alarm'] }).samples.at(0)).toMatchObject({ metyId: 1 });
  });
});

describe('a command about settings', () => {
  it('is not written with a value that no device may have, an unknown key or nothing', () => {
    for (const values of [{ tiltAngle: 1e6 }, { dance: 1 }, { fallDownAlert: 'yes' }, {}])
      expect(write(values)).toBeNull();
  });

  it('asks for all of them', () => {
    expect(http.commands?.carries({ kind: 'readSettings' })).toBe(true);
    const body = http.commands?.write({ kind: 'readSettings' }, '17') ?? '';
    expect(readCommands(body)).toEqual([{ ref: '17', command: { kind: 'readSettings' } }]);
  });

  it('is none when it names no settings', () => {
    expect(readCommands('{"commands":[{"ref":"1","command":"writeSettings"}]}')).toEqual([]);
  });
});

describe('the firmware of a request', () => {
  it.each([
    [4, 4],
    ['4.12.1', 4],
    ['v12', 12],
  ])('%s is number %i', (firmware, number) => {
    expect(reportOf({ firmware })).toMatchObject({ firmware: number, samples: [] });
  });

  it('that begins with no number is kept in the log', () => {
    for (const firmware of ['new', 123456, -1]) {
      expect(reportOf({ firmware })).not.toHaveProperty('firmware');
      expect(reportOf({ firmware }).samples).toMatchObject([{ unknown: { firmware: String(firmware) } }]);
    }
  });
});
