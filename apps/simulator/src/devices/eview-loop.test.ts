import { hardwareList } from '@varde/catalogue/hardware/index';
import { hardwareSettings } from '@varde/catalogue/settings/hardware-settings';
import { settingsOfType } from '@varde/catalogue/settings/settings-for';
import type { SettingDefinition, SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { validateSetting } from '@varde/catalogue/settings/validate-setting';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import { type EviewState, eview } from '@varde/protocols/eview/index';
import { describe, expect, it } from 'vitest';
import { createEviewDriver } from './eview-driver.ts';

const identity = '861234567890123';
const pendants = hardwareList.filter(({ protocol }) => protocol === 'eview');

/** Every legal value; of long ranges both ends, and some between them. */
function legalValues(setting: SettingDefinition): readonly SettingValue[] {
  switch (setting.kind) {
    case 'toggle':
      return [true, false];
    case 'choice':
      return setting.options.map(({ value }) => value);
    case 'integer': {
      const { min, max, step = 1 } = setting;
      const count = (max - min) / step;
      const every = Math.max(1, Math.ceil(count / 100)) * step;
      const some = Array.from({ length: Math.floor((max - min) / every) + 1 }, (_, n) => min + n * every);
      return [...some, max];
    }
    case 'text':
      return ['', '000000', '012345', '999999'];
    case 'phone':
      return ['', '112', '+4790000000', '+123456789012345'];
    case 'time':
      return setting.options ?? ['00:00', '23:59'];
    case 'hours':
      return ['', '22:00-07:00', '00:00-23:59', '07:15-08:45'];
    case 'phones':
      return [''];
  }
}

/** Values that the vocabulary has and this hardware does not. */
function narrowedAway(setting: SettingDefinition): SettingValue[] {
  const wide = settingByKey(setting.key);
  if (wide?.kind === 'choice' && setting.kind === 'choice')
    return wide.options
      .map(({ value }) => value)
      .filter((value) => !setting.options.some((one) => one.value === value));
  if (wide?.kind === 'integer' && setting.kind === 'integer')
    return [wide.min, wide.max].filter((value) => value < setting.min || value > setting.max);
  return [];
}

/** A device and the session of its connection. What one says, the other hears, until both are silent. */
function connect() {
  const unit = createEviewDriver(identity);
  let state: EviewState = { ...eview.initialState, identity };
  const heard = { confirmed: [] as boolean[], reported: {} as SettingValues, announced: [] as string[] };
  const toUnit = (bytes: Uint8Array): void => {
    for (const reply of unit.hear(bytes).replies) fromUnit(reply);
  };
  const fromUnit = (bytes: Uint8Array): void => {
    const received = eview.receive(state, bytes, 0);
    state = received.state;
    if (received.type !== 'message') throw new Error('the session does not understand the device');
    const { confirmations, settings, announces } = received.report;
    heard.confirmed.push(...confirmations.map(({ ok }) => ok));
    Object.assign(heard.reported, settings);
    if (announces) heard.announced = announces;
    for (const reply of received.replies) toUnit(reply);
  };
  const send = (command: Parameters<typeof eview.send>[1]): void => {
    const sent = eview.send(state, command, 0);
    if (sent.type !== 'sent') throw new Error(sent.reason);
    state = sent.state;
    toUnit(sent.bytes);
  };
  return { unit, heard, send };
}

describe.each(pendants)('$name', (hardware) => {
  const settings = settingsOfType(hardware).filter(({ keptByServer }) => !keptByServer);

  it('takes every legal value of each of its settings, confirms it, and reports it when it is read back', () => {
    expect(settings.length).toBeGreaterThan(30);
    for (const setting of settings)
      for (const value of legalValues(setting)) {
        expect(validateSetting(setting, value), setting.key).toBeNull();
        const { unit, heard, send } = connect();
        send({ kind: 'writeSettings', values: { [setting.key]: value } });
        expect(heard.confirmed, `${setting.key} ${value}`).toEqual([true]);
        expect(heard.reported[setting.key], setting.key).toBe(value);
        expect(unit.settings()[setting.key], setting.key).toBe(value);
      }
  });

  it('is not given what it does not take', () => {
    for (const setting of settings)
      for (const value of narrowedAway(setting))
        expect(validateSetting(setting, value), `${setting.key} ${value}`).not.toBeNull();
  });

  it('announces the extension and what not every model has, when it is asked for everything', () => {
    const { heard, send } = connect();
    send({ kind: 'readSettings' });
    expect(heard.announced).toEqual(['sosCancellation', 'promptVol', 'extension']);
    const own = Object.entries(hardwareSettings[hardware.key]).filter(
      ([, narrowing]) => narrowing.announced === 'itself',
    );
    expect(own.map(([key]) => key).sort()).toEqual(['promptVol', 'sosCancellation']);
  });
});
