import { hardwareList } from '@varde/catalogue/hardware/index';
import { settingsOfType } from '@varde/catalogue/settings/settings-for';
import type { SettingDefinition, SettingValue } from '@varde/catalogue/settings/types';
import { validateSetting } from '@varde/catalogue/settings/validate-setting';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import { http, readCommands, writeRequest } from '@varde/protocols/open/index';
import { describe, expect, it } from 'vitest';
import { HomeUnit } from './home-unit.ts';

const sender = { identity: 'unit-1', token: 'secret' };
const units = hardwareList.filter(({ family, key }) => family === 'home' || key === 'eliza');
const own = units.flatMap((hardware) =>
  settingsOfType(hardware)
    .filter(({ keptByServer }) => !keptByServer)
    .map((definition) => [hardware.key, definition.key, hardware, definition] as const),
);

/** Every value that a setting may have; of numbers in wide limits every tenth. */
function legalValuesOf(definition: SettingDefinition): SettingValue[] {
  if (definition.kind === 'toggle') return [true, false];
  if (definition.kind === 'choice') return definition.options.map(({ value }) => value);
  if (definition.kind !== 'integer') throw new Error(`home units have no setting of the kind ${definition.kind} yet`);
  const { min, max } = definition;
  const step = max - min > 100 ? 10 : 1;
  return [...Array.from({ length: Math.ceil((max - min) / step) }, (_, at) => min + at * step), max];
}

/** The unit carries out what Varde sends, confirms it, and reports its settings, as Varde reads them. */
function sent(unit: HomeUnit, key: string, value: SettingValue) {
  const body = http.commands?.write({ kind: 'writeSettings', values: { [key]: value } }, '17') ?? '';
  const confirmations = readCommands(body).map(({ ref, command }) => unit.obey(ref, command));
  unit.obey('18', { kind: 'readSettings' });
  const received = http.read(writeRequest({ ...unit.report(0), confirmations }, sender));
  if (received.type === 'malformed') throw new Error(received.reason);
  const { settings = {}, confirmations: read } = received.report;
  return { answer: read[0], reported: settings[key] };
}

describe.each(own)('of %s the setting %s', (_, key, hardware, definition) => {
  const unit = new HomeUnit(settingsOfType(hardware));

  it('comes back with each of its values as it was sent', () => {
    const values = legalValuesOf(definition);
    expect(values.length).toBeGreaterThan(1);
    for (const value of values) {
      expect(validateSetting(definition, value)).toBeNull();
      expect(sent(unit, key, value)).toEqual({ answer: { ref: '17', ok: true }, reported: value });
    }
  });

  const wide = settingByKey(key);
  const narrowedAway = (wide ? legalValuesOf(wide) : []).filter((value) => validateSetting(definition, value) !== null);
  if (narrowedAway.length > 0)
    it('is refused by the unit with each value that only other hardware has', () => {
      const { reported: before } = sent(unit, key, definition.default);
      for (const value of narrowedAway)
        expect(sent(unit, key, value)).toMatchObject({ answer: { ref: '17', ok: false }, reported: before });
    });
});
