import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { alarmFilters } from './alarm-filters.ts';
import { alarmTypes, flagRules } from './alarms.ts';
import { type HardwareIcon, hardwareById, hardwareList } from './hardware/index.ts';
import { markets } from './markets.ts';
import { messageTypes } from './message-types.ts';
import { type Policy, policies, roles } from './permissions.ts';
import { posTypes } from './pos-types.ts';
import { hardwareSettings } from './settings/hardware-settings.ts';
import { pageOf, settingsPages } from './settings/pages.ts';
import { settingsOfType } from './settings/settings-for.ts';
import type { SettingDefinition } from './settings/types.ts';
import { settingGroups } from './settings/types.ts';
import { validateSetting } from './settings/validate-setting.ts';
import { settingByKey, vocabulary } from './settings/vocabulary.ts';
import { maySet } from './settings-policies.ts';
import { statuses } from './statuses.ts';
import { transactionSources } from './transaction-sources.ts';
import { userFlags } from './user-flags.ts';
import { warningFlags } from './warning-flags.ts';

const unique = (values: readonly unknown[]) => new Set(values).size === values.length;

const modules = (folder: string, except: string[]) =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((file) => !except.includes(file));

async function exportsOf(folder: string, names: string[]): Promise<unknown[]> {
  const loaded = await Promise.all(names.map((name) => import(`./${folder}/${name}.ts`)));
  return loaded.flatMap((module) => Object.values(module));
}

describe('the tables', () => {
  it.each<[string, readonly { readonly [K in string]: unknown }[], string[]]>([
    ['hardware', hardwareList as never, ['dehaId', 'key', 'name', 'detyName']],
    ['message types', messageTypes, ['id', 'key']],
    ['statuses', statuses, ['key', 'priority', 'icon']],
    ['alarm filters', alarmFilters as never, ['value', 'key']],
    ['alarm types', alarmTypes, ['metyId']],
    ['flag rules', flagRules as never, ['flag']],
    ['markets', markets, ['id', 'key']],
    ['transaction sources', transactionSources, ['id', 'key']],
    ['position types', posTypes, ['id', 'key']],
    ['roles', roles, ['key']],
    ['settings', vocabulary as never, ['key']],
  ])('of %s have no number or key twice', (_, rows, columns) => {
    for (const column of columns) expect(unique(rows.map((row) => row[column])), column).toBe(true);
  });

  it('survive JSON', () => {
    const tables = {
      hardwareList,
      vocabulary,
      statuses,
      alarmFilters,
      flagRules,
      messageTypes,
      policies,
      markets,
    };
    expect(JSON.parse(JSON.stringify(tables))).toEqual(tables);
  });

  it('leave no flag without a rule or a reason', () => {
    const ruled = flagRules.map(({ flag }) => flag);
    // generalWarning follows from the others, sensorLowBattery from the sensors; escalated is of the alarm.
    const others = ['generalWarning', 'sensorLowBattery', 'escalated'];
    expect([...ruled, ...others].sort()).toEqual([...warningFlags].sort());
  });
});

/** Specification 1, section 3 "Hardware ids". Only the general rules apply to hardware added later. */
const specifiedIds = [
  1, 2, 3, 4, 5, 7, 8, 11, 13, 14, 15, 16, 17, 20, 21, 22, 23, 24, 25, 26, 28, 29, 30, 31, 32, 33, 34, 44, 45,
];
const specified = hardwareList.filter(({ dehaId }) => specifiedIds.includes(dehaId));

describe('hardware', () => {
  it('has the 29 kinds of the specification, each found by its number', () => {
    expect(specified.map(({ dehaId }) => dehaId)).toEqual(specifiedIds);
    for (const { dehaId, key } of hardwareList) expect(hardwareById(dehaId)?.key).toBe(key);
    expect(hardwareById(0)).toBeUndefined();
    expect(hardwareById(-1)).toBeUndefined();
  });

  it('is listed for every file of the folder', async () => {
    const entries = await exportsOf(
      'hardware',
      modules('./hardware/', ['index', 'types', 'capabilities', 'families', 'sms-commands', 'worn']),
    );
    expect(new Set(entries)).toEqual(new Set(hardwareList));
    expect(entries).toHaveLength(hardwareList.length);
  });

  it.each([
    ['findMe', [3, 8, 11, 14, 15, 16, 17, 23, 24, 25, 29, 30, 31, 34, 45]],
    ['wifiScan', [23, 29, 31, 34]],
    ['walkTest', [13, 22, 26, 32, 33]],
    ['display', [14, 17, 24, 29, 30, 34, 45]],
    ['pedometer', [14, 29, 34, 45]],
    ['health', [14, 29, 34]],
    ['requestHeartRate', [14, 29]],
    ['wearDetection', [14, 45]],
    ['choosesReceiver', [13]],
    ['gx8', [13, 22, 26, 32]],
    ['stcb', [32, 33]],
    ['sensorEnrolment', [13, 22, 26, 32, 33]],
  ] as const)('has %s exactly where the decisions table says so', (capability, ids) => {
    const having = specified.filter(({ capabilities }) => capabilities[capability]);
    expect(having.map(({ dehaId }) => dehaId)).toEqual(ids);
  });

  it('has capabilities, with whether it has positions and whether it can be found by its sound', () => {
    for (const { capabilities } of hardwareList)
      expect([typeof capabilities.positioning, typeof capabilities.findMe]).toEqual(['boolean', 'boolean']);
    const able = (dehaId: number) => {
      const { positioning, findMe } = hardwareById(dehaId)?.capabilities ?? {};
      return { positioning, findMe };
    };
    expect(able(34)).toEqual({ positioning: true, findMe: true });
    expect(able(1)).toEqual({ positioning: true, findMe: false });
    expect(able(13)).toEqual({ positioning: false, findMe: false });
  });

  it('can be positioned and tracked unless it is a home unit or without a position', () => {
    const still = specified.filter(({ capabilities }) => !capabilities.positioning);
    expect(still.map(({ dehaId }) => dehaId)).toEqual([7, 13, 20, 22, 26, 32, 33, 44]);
    for (const { capabilities } of hardwareList) {
      expect(capabilities.tracking !== null).toBe(capabilities.positioning);
    }
  });

  it('has sensors on home units, track four, watch five and watch seven', () => {
    const having = specified.filter(({ capabilities }) => capabilities.sensors.length > 0);
    expect(having.map(({ dehaId }) => dehaId)).toEqual([13, 22, 26, 29, 31, 32, 33, 34]);
  });

  it('has a signal scale that ascends and an interval within which it makes contact', () => {
    for (const { signalScale, heartbeatMinutes } of hardwareList) {
      expect(signalScale.low).toBeLessThan(signalScale.goodAbove);
      expect(signalScale.goodAbove).toBeLessThan(signalScale.high);
      expect(heartbeatMinutes).toBeGreaterThan(0);
    }
  });

  it('names icons in the form that the drawings have', () => {
    const icons: HardwareIcon[] = hardwareList.map(({ icon }) => icon);
    for (const icon of [...icons, ...statuses.map((status) => status.icon)]) expect(icon).toMatch(/^[a-z0-9-]+$/);
  });
});

describe('settings', () => {
  const merged = hardwareList.flatMap((hardware) =>
    settingsOfType(hardware).map((definition) => ({ hardware, definition })),
  );

  it('are in the vocabulary for every file of the folder', async () => {
    const except = [
      'types',
      'vocabulary',
      'pages',
      'settings-for',
      'hardware-settings',
      'shared-settings',
      'validate-setting',
      'saved-values',
      'same-value',
      'entered-setting',
      'conditions',
    ];
    const groups = (await exportsOf('settings', modules('./settings/', except))) as SettingDefinition[][];
    expect(new Set(groups.flat())).toEqual(new Set(vocabulary));
  });

  it('have legal defaults in the vocabulary and on every hardware', () => {
    for (const definition of [...vocabulary, ...merged.map((entry) => entry.definition)]) {
      expect(validateSetting(definition, definition.default), definition.key).toBeNull();
    }
  });

  it('are grouped in the categories of the specification, and in no others', () => {
    expect(settingGroups).toEqual([
      ...['communication', 'positioning', 'tracking', 'sound', 'light', 'voicePrompt', 'battery', 'general', 'privacy'],
      ...['firmware', 'whitelist', 'integration', 'eventSetup', 'indoorLocation', 'geofence', 'misc', 'alarmSettings'],
      ...['deviceSetting', 'otherSetting', 'mobileAppSetting'],
    ]);
    for (const { group } of vocabulary) expect(settingGroups).toContain(group);
  });

  it('have a place of their own in their group', () => {
    expect(unique(vocabulary.map(({ group, order }) => `${group} ${order}`))).toBe(true);
  });

  it('are on one page each, with the policy of that page', () => {
    const groups = settingsPages.flatMap((page) => [...page.groups]);
    expect([...groups].sort()).toEqual([...settingGroups].sort());
    expect(unique(settingsPages.map(({ key }) => key))).toBe(true);
    // The specification names no policy for the steps, which are read with the heart rate, for inactivity, nor for
    // communication.
    const withOwnPolicy = settingsPages.filter(
      ({ key }) => !['pedometer', 'inactivity', 'communication'].includes(key),
    );
    expect(unique(withOwnPolicy.map(({ policy }) => policy))).toBe(true);
    const orders = settingsPages.map(({ order }) => order);
    expect(orders).toEqual([...orders].sort((a, b) => a - b));
    for (const definition of vocabulary) {
      const { key, policy } = pageOf(definition);
      expect(key).toBe(definition.page ?? key);
      const may = (held: Policy) => held === policy || held === 'DEVICE_SETTINGS' || held === 'VARDE';
      const viewer = { hardware: undefined, flags: userFlags };
      expect(maySet({ ...viewer, may }, definition)).toBe(true);
      expect(maySet({ ...viewer, may: (held) => held !== policy }, definition), definition.key).toBe(false);
    }
    expect(() => pageOf({ group: 'general', page: 'nowhere' })).toThrow('nowhere');
  });

  it('are turned off at a save only where off is a legal value', () => {
    for (const { definition } of merged) if (definition.turnedOffAtSave) expect(definition.kind).toBe('toggle');
  });

  it('are only restricted by a narrowing, and only in constraints of their kind', () => {
    for (const hardware of hardwareList) {
      for (const [key, narrowing] of Object.entries(hardwareSettings[hardware.key])) {
        const wide = settingByKey(key);
        const where = `${hardware.key}.${key}`;
        if (narrowing.options) {
          expect(wide?.kind, where).toBe('choice');
          expect(narrowing.options.length, where).toBeGreaterThan(0);
          for (const option of [...narrowing.options, ...(narrowing.optionsOfExtension ?? [])])
            expect(wide && validateSetting(wide, option), where).toBeNull();
        }
        if (narrowing.minLength) expect(wide?.kind, where).toBe('text');
        for (const bound of [narrowing.min, narrowing.max].filter((value) => value !== undefined)) {
          expect(wide?.kind, where).toBe('integer');
          expect(wide && validateSetting(wide, bound), where).toBeNull();
        }
      }
    }
  });

  it('depend on existing values, also for their confirmations', () => {
    for (const definition of vocabulary) {
      const conditions = [
        definition.shownWhen,
        definition.enabledWhen,
        ...(definition.warnings ?? []).map(({ when }) => when),
      ];
      for (const condition of conditions.flatMap((all) => all ?? [])) {
        const other = settingByKey(condition.key);
        const value = 'equals' in condition ? condition.equals : condition.differsFrom;
        expect(other && validateSetting(other, value), definition.key).toBeNull();
      }
      for (const { from, to } of definition.confirm ?? []) {
        expect(from, definition.key).not.toBe(to);
        for (const value of [from ?? to, to]) expect(validateSetting(definition, value)).toBeNull();
      }
    }
  });

  it('set others to legal values, and only those under the same policy', () => {
    for (const definition of vocabulary) {
      for (const { when, key, to } of definition.sets ?? []) {
        const other = settingByKey(key);
        expect(other?.key, definition.key).not.toBe(definition.key);
        expect(validateSetting(definition, when), definition.key).toBeNull();
        expect(other && validateSetting(other, to), definition.key).toBeNull();
        expect(other && pageOf(other)).toBe(pageOf(definition));
      }
    }
  });

  it('start the heartbeat at the expected interval of the hardware', () => {
    const heartbeats = merged.filter(({ definition }) => definition.key === 'heartbeatInterval');
    expect(heartbeats).not.toHaveLength(0);
    for (const { hardware, definition } of heartbeats) expect(definition.default).toBe(hardware.heartbeatMinutes);
  });
});
