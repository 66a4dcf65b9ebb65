import { hardwareList } from '@varde/catalogue/hardware/index';
import { registrationProtocol } from '@varde/catalogue/protocols';
import { settingsOfType } from '@varde/catalogue/settings/settings-for';
import type { SettingDefinition, SettingValues } from '@varde/catalogue/settings/types';
import { type SettingKey, settingByKey } from '@varde/catalogue/settings/vocabulary';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { protocolModules } from './index.ts';
import { decodeSettings, encodeSettings, groupsOf, type SettingsGroup } from './settings-groups.ts';
import { reportedPieces } from './testing/reported-pieces.ts';
import { legalValues, worstValues } from './testing/setting-values.ts';

const streams = Object.values(protocolModules).filter((protocol) => protocol.transport === 'stream');
const groups = streams.flatMap(({ id, settings }) =>
  groupsOf(settings).map((group) => [`${id}: ${group.keys.join(', ')}`, settings, group, id] as const),
);

/** A setting as the hardware of a protocol has it, in each of its forms. */
function definitionsOf(key: SettingKey, protocol: string): SettingDefinition[] {
  const having = hardwareList.filter((hardware) => hardware.protocol === protocol).flatMap(settingsOfType);
  const own = having.filter((setting) => setting.key === key);
  const wide = settingByKey(key);
  return own.length > 0 || wide === undefined ? own : [wide];
}

const valuesOf = (group: SettingsGroup<unknown>, value: (key: SettingKey) => fc.Arbitrary<unknown>) =>
  fc.record(Object.fromEntries(group.keys.map((key) => [key, value(key)]))) as fc.Arbitrary<SettingValues>;

/** The values that a device has afterwards: without an allowed caller, a watch answers nobody. */
function kept(values: SettingValues): SettingValues {
  const numbers = [values.phoneNoWhiteList1, values.phoneNoWhiteList2, values.phoneNoWhiteList3];
  return values.answerIncoming === 1 && numbers.every((number) => number === '')
    ? { ...values, answerIncoming: 0 }
    : values;
}

/** -0 is 0 for every setting. */
const plain = (values: SettingValues): unknown => JSON.parse(JSON.stringify(values));

describe.each(groups)('the settings group %s', (_, bindings, group, protocol) => {
  const said = reportedPieces[protocol] ?? [];
  const legalOf = (key: SettingKey) => fc.oneof(...definitionsOf(key, protocol).map(legalValues));

  it('decodes every legal value as it was encoded', () => {
    fc.assert(
      fc.property(valuesOf(group, legalOf), (values) => {
        const encoded = encodeSettings(bindings, values, said);
        if ('reason' in encoded) throw new Error(`${JSON.stringify(values)}: ${encoded.reason}`);
        expect(group.decode(encoded.pieces)).toEqual(kept(values));
        expect(decodeSettings(bindings, encoded.pieces)).toMatchObject(kept(values));
      }),
    );
  });

  it('refuses a value that the wire cannot hold, or decodes it as it was encoded', () => {
    const worst = valuesOf(group, (key) => fc.oneof(worstValues, legalOf(key)));
    fc.assert(
      fc.property(worst, (values) => {
        const pieces = group.encode(values, said);
        if (pieces !== null) expect(plain(group.decode(pieces) ?? {})).toEqual(plain(kept(values)));
      }),
    );
  });

  it('keeps other values that a device has reported, and takes the desired settings', () => {
    const legal = valuesOf(group, legalOf);
    fc.assert(
      fc.property(legal, legal, (before, after) => {
        const known = [...(group.encode(before, said) ?? []), ...said];
        expect(group.decode(group.encode(after, known) ?? [])).toEqual(kept(after));
      }),
    );
  });

  it('is sent whole or not at all', () => {
    const values = Object.fromEntries(
      group.keys.flatMap((key) => definitionsOf(key, protocol).map((setting) => [key, setting.default])),
    );
    expect(encodeSettings(bindings, values, said)).toHaveProperty('pieces');
    for (const left of group.keys) {
      const { [left]: _left, ...rest } = values;
      const answer = encodeSettings(bindings, rest, said);
      if (group.keys.length === 1) expect(answer).toEqual({ reason: 'noSettings' });
      else if (settingByKey(left)?.omittedWhereAbsent) expect(answer).toHaveProperty('pieces');
      else expect(answer).toEqual({ reason: 'incompleteWireGroup' });
    }
  });

  it('is sent, when it is a part of a piece, only after the device has reported that', () => {
    const values = Object.fromEntries(
      group.keys.flatMap((key) => definitionsOf(key, protocol).map((setting) => [key, setting.default])),
    );
    expect(encodeSettings(bindings, values, [])).toMatchObject(
      group.lacks === undefined ? { pieces: expect.any(Array) } : { reason: 'notReported' },
    );
  });

  it('finds nothing in a report without it', () => {
    expect(group.decode([])).toBeNull();
  });
});

describe.each(hardwareList)('a setting of $name', (hardware) => {
  it('travels over the protocol that its device is registered on, or is kept by the server', () => {
    const protocol = protocolModules[registrationProtocol(hardware).key];
    const settings = protocol.transport === 'http' ? protocol.commands?.settings : protocol.settings;
    const carried = Array.isArray(settings) ? settings : Object.keys(settings ?? {});
    for (const { key, keptByServer } of settingsOfType(hardware)) if (!keptByServer) expect(carried).toContain(key);
  });
});

describe.each(streams)('the settings of $id', ({ id, settings }) => {
  it('are all of its hardware that go to a device, each in the group that lists it', () => {
    const offered = hardwareList
      .filter(({ protocol }) => protocol === id)
      .flatMap(settingsOfType)
      .filter(({ keptByServer }) => !keptByServer)
      .map(({ key }) => key);
    expect(new Set(Object.keys(settings))).toEqual(new Set(offered));
    for (const [key, group] of Object.entries(settings)) {
      expect(group.keys).toContain(key);
      for (const other of group.keys) expect(settings[other]).toBe(group);
    }
  });

  it('are refused when they are empty, unknown, or of several groups', () => {
    const refused = (values: SettingValues) => encodeSettings(settings, values, []);
    expect(refused({})).toEqual({ reason: 'noSettings' });
    for (const key of ['volume', 'toString', '__proto__', 'constructor'])
      expect(refused(Object.fromEntries([[key, 1]]))).toEqual({ reason: 'unknownSetting' });
    const [one, other] = groupsOf(settings);
    const ofBoth = [...(one?.keys ?? []), ...(other?.keys ?? [])].map((key) => [key, 1]);
    if (other !== undefined) expect(refused(Object.fromEntries(ofBoth))).toEqual({ reason: 'severalWireGroups' });
  });
});
