import { defaultPolicyOf } from '@varde/catalogue/default-settings';
import { hardwareList } from '@varde/catalogue/hardware/index';
import { type Policy, policies, type Role, roles } from '@varde/catalogue/permissions';
import type { SettingGroup } from '@varde/catalogue/settings/types';
import { vocabulary } from '@varde/catalogue/settings/vocabulary';
import { type FeatureApi, openFeatureApi, type Person, testCustomers } from '@varde/testing/feature-api';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { commands } from '#domain/commands/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { settingsHandlers } from './handlers.ts';

const wireGroups = {
  watch: [['trackingInterval'], ['phoneNoWhiteList1', 'phoneNoWhiteList2', 'phoneNoWhiteList3']],
  eview: [['heartbeatInterval', 'trackingInterval']],
};
const { municipality, home, otherHome, firm } = testCustomers;
/** EV-07B, and a watch. */
const [pendant, watch] = [23, 14];

let api: FeatureApi;
let deviId: number;
beforeAll(async () => {
  api = await openFeatureApi((deps) => ({
    group: 'settings',
    handlers: settingsHandlers({ ...deps, wireGroups }),
  }));
});
afterAll(() => api.close());
beforeEach(async () => {
  api.setRights('manager', { policies: [{ role: 'SUPERFIRM', custId: municipality }] });
  api.setRights('nurse', { policies: [{ role: 'RESTRICTED_USER', custId: home }] });
  api.setRights('colleague', { policies: [{ role: 'FIRM', custId: home }] });
  await api.clear();
  deviId = await api.addDevice({ dehaId: pendant, protocol: 'eview' });
  api.events.length = 0;
});

const url = (custId: number, dehaId: number) => `/ajax/customers/${custId}/default_settings/${dehaId}`;
const get = (who: Person, custId: number, dehaId = pendant) => api.call(who, 'GET', url(custId, dehaId));
const save = (who: Person, custId: number, values: object, dehaId = pendant) =>
  api.call(who, 'PUT', url(custId, dehaId), { values });
const apply = (who: Person, id = deviId) => api.call(who, 'POST', `/ajax/devices/${id}/default_settings`);
const preview = async (who: Person, deviIds: number[]) =>
  api.call(who, 'POST', '/ajax/default_settings/preview', { deviIds });
const settingIn = ({ body }: { body: { settings: { key: string }[] } }, key: string) =>
  body.settings.find((setting) => setting.key === key);
const sent = async () =>
  (await api.db.select().from(commands).orderBy(commands.commandId)).map(({ command }) => command);

describe('the default settings of a customer', () => {
  test('are its own, else those of the nearest customer above that has one', async () => {
    await save('manager', municipality, { heartbeatInterval: 60, trackingInterval: 120 });
    await save('colleague', home, { heartbeatInterval: 30 });
    const at = async (custId: number, key: string) => settingIn(await get('manager', custId), key);
    expect(await at(home, 'heartbeatInterval')).toEqual({
      ...{ key: 'heartbeatInterval', value: 30, changeable: true },
      inherited: { value: 60, customerName: expect.any(String) },
    });
    expect(await at(home, 'trackingInterval')).toMatchObject({ value: null, inherited: { value: 120 } });
    expect(await at(otherHome, 'heartbeatInterval')).toMatchObject({ value: null, inherited: { value: 60 } });
    expect(await at(municipality, 'heartbeatInterval')).toMatchObject({ value: 60, inherited: null });
  });

  test('are those of one type of device', async () => {
    await save('manager', municipality, { trackingInterval: 120 });
    expect(settingIn(await get('manager', municipality, watch), 'trackingInterval')).toMatchObject({
      value: null,
    });
  });

  test('are removed by null, and then inherited again', async () => {
    await save('manager', municipality, { heartbeatInterval: 60 });
    await save('colleague', home, { heartbeatInterval: 30 });
    const answer = await save('colleague', home, { heartbeatInterval: null });
    expect(settingIn(answer, 'heartbeatInterval')).toMatchObject({ value: null, inherited: { value: 60 } });
  });

  test('change no device by themselves', async () => {
    await save('manager', municipality, { heartbeatInterval: 60 });
    expect(await sent()).toEqual([]);
    expect(api.events).toEqual([]);
  });

  test('are audited with before and after, and a save of the same value is not', async () => {
    await save('colleague', home, { heartbeatInterval: 30 });
    await save('colleague', home, { heartbeatInterval: 120 });
    await save('colleague', home, { heartbeatInterval: 120 });
    const entries = await api.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'defaultSettings.saved'))
      .orderBy(auditEntries.auditId);
    const [first, second, ...more] = entries.map(({ content, custId }) => {
      const { before, after } = JSON.parse(content);
      return { before, after, custId };
    });
    const type = { dehaId: pendant };
    expect(first).toEqual({
      ...{ custId: home, before: { ...type, heartbeatInterval: null } },
      after: { ...type, heartbeatInterval: 30 },
    });
    expect(second).toMatchObject({ before: { heartbeatInterval: 30 }, after: { heartbeatInterval: 120 } });
    expect(more).toEqual([]);
  });

  test('are saved one after the other by users who save at once: each entry begins where the one before ended', async () => {
    const values = { heartbeatInterval: [30, 60, 120, 240], trackingInterval: [60, 120, 300, 600] };
    const saves = [0, 1, 2, 3, 2, 1, 0, 3].map((at, turn) => {
      const [first, second] = [
        ['heartbeatInterval', values.heartbeatInterval[at]],
        ['trackingInterval', values.trackingInterval[at]],
      ];
      const inTurn = turn % 2 === 0 ? [first, second] : [second, first];
      return save(turn % 2 === 0 ? 'manager' : 'colleague', home, Object.fromEntries(inTurn));
    });
    expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(saves.map(() => 200));
    const entries = await api.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'defaultSettings.saved'))
      .orderBy(auditEntries.auditId);
    const changes = entries.map(({ content }) => JSON.parse(content));
    const none = { dehaId: pendant, heartbeatInterval: null, trackingInterval: null };
    expect(changes.map(({ before }) => before)).toEqual([none, ...changes.slice(0, -1).map(({ after }) => after)]);
  });

  test.each<[string, object, string]>([
    ['a value that the type does not take', { heartbeatInterval: 1 }, 'values.heartbeatInterval'],
    ['a value of another kind', { heartbeatInterval: 'ofte' }, 'values.heartbeatInterval'],
    ['a setting of another type', { watchRemoval: true }, 'values.watchRemoval'],
    ['a setting that no policy has defaults for', { fallDownSensitivity: 2 }, 'values.fallDownSensitivity'],
    ['no setting', { erased: 1 }, 'values.erased'],
  ])('do not accept %s, and nothing of such a save is kept', async (_what, wrong, path) => {
    const { status, body } = await save('manager', home, { trackingInterval: 120, ...wrong });
    expect([status, body.errors.map((error: { path: string }) => error.path)]).toEqual([400, [path]]);
    expect(settingIn(await get('manager', home), 'trackingInterval')).toMatchObject({ value: null });
  });
});

describe('who may see and change default settings', () => {
  test.each<[Person, number]>([
    ['nurse', home],
    ['tracker', home],
    ['stranger', home],
    ['colleague', municipality],
    ['colleague', otherHome],
    ['nobody', home],
  ])('not %s at customer %i', async (who, custId) => {
    for (const answer of [await get(who, custId), await save(who, custId, { heartbeatInterval: 30 })])
      expect(answer.status).toBeOneOf([403, 404]);
    expect(settingIn(await get('manager', home), 'heartbeatInterval')).toMatchObject({ value: null });
  });

  test.each([
    ['heartbeatInterval', 'DEFAULT_SETTINGS_GENERAL', pendant, 30],
    ['trackingInterval', 'DEFAULT_SETTINGS_TRACKING', pendant, 120],
    ['phoneNoWhiteList1', 'DEFAULT_SETTINGS_WHITELIST', watch, '+4790000001'],
    ['msgI9nActive', 'DEFAULT_SETTINGS_INTEGRATION', pendant, true],
  ] as const)('%s takes %s', async (key, policy, dehaId, value) => {
    const seen = async () => settingIn(await get('colleague', home, dehaId), key);
    expect(await seen()).toMatchObject({ changeable: true });
    const whole = (await get('colleague', home, dehaId)).body.settings.length;
    api.setRights('colleague', { policies: [{ role: 'FIRM', custId: home }], only: ['DEVICE_LIST', policy] });
    const { status, body } = await get('colleague', home, dehaId);
    expect(status).toBe(200);
    expect(body.settings.map((setting: { key: string }) => setting.key)).toContain(key);
    expect(body.settings.length).toBeLessThan(whole);
    expect((await save('colleague', home, { [key]: value }, dehaId)).status).toBe(200);
  });

  const categories: [Policy, SettingGroup[]][] = [
    ['DEFAULT_SETTINGS_COMMUNICATION', ['communication']],
    ['DEFAULT_SETTINGS_POSITIONING', ['positioning', 'geofence', 'indoorLocation']],
    ['DEFAULT_SETTINGS_TRACKING', ['tracking']],
    ['DEFAULT_SETTINGS_LIGHT_SOUND', ['sound', 'light', 'voicePrompt']],
    ['DEFAULT_SETTINGS_BATTERY', ['battery']],
    [
      'DEFAULT_SETTINGS_GENERAL',
      ['general', 'alarmSettings', 'deviceSetting', 'otherSetting', 'mobileAppSetting', 'misc'],
    ],
    ['DEFAULT_SETTINGS_PRIVACY', ['privacy']],
    ['DEFAULT_SETTINGS_FIRMWARE', ['firmware']],
    ['DEFAULT_SETTINGS_WHITELIST', ['whitelist']],
    ['DEFAULT_SETTINGS_INTEGRATION', ['integration']],
    ['DEFAULT_SETTINGS_EVENT_SETUP', ['eventSetup']],
  ];

  test('every setting of the vocabulary has a default at a customer, but those that are secret', async () => {
    const without = vocabulary.filter(
      (setting: { group: SettingGroup; secret?: boolean }) => !defaultPolicyOf(setting),
    );
    expect(without.filter((setting: { secret?: boolean }) => !setting.secret)).toEqual([]);
  });

  const inGroups = (groups: readonly SettingGroup[]) =>
    vocabulary.filter(({ group, secret }) => groups.includes(group) && !secret).map(({ key }) => key as string);
  /** Keys of all types of device whose defaults the caller may change. */
  const changeable = async (who: Person) => {
    const keys = new Set<string>();
    for (const { dehaId } of hardwareList) {
      const { body } = await get(who, home, dehaId);
      for (const setting of body.settings ?? []) if (setting.changeable) keys.add(setting.key);
    }
    return [...keys].sort();
  };

  test.each(categories)('[C6.17] %s is of a category of its own: %j', async (policy, groups) => {
    for (const group of groups) expect(defaultPolicyOf({ group })).toBe(policy);
    const rights = { policies: [{ role: 'FIRM', custId: home }] } as const;
    const whole = await changeable('colleague');
    const ofCategory = whole.filter((key) => inGroups(groups).includes(key));
    api.setRights('colleague', { ...rights, only: ['DEVICE_LIST', policy] });
    expect(await changeable('colleague')).toEqual(ofCategory);
    const others = (Object.keys(policies) as Policy[]).filter((one) => one !== policy);
    api.setRights('colleague', { ...rights, only: others });
    expect(await changeable('colleague')).toEqual(whole.filter((key) => !ofCategory.includes(key)));
  });

  test.each(roles)(
    '[C6.17] by the role itself: those who reach all customers, SUPERFIRM and FIRM, as $key',
    async (role) => {
      api.setRights('colleague', { policies: [{ role: role.key, custId: home }] });
      const keys = await changeable('colleague');
      const all = inGroups(categories.flatMap(([, groups]) => groups));
      const holders: Role[] = ['SUPERAHP', 'AHP', 'SUPERFIRM', 'FIRM'];
      if (holders.includes(role.key)) expect(keys.length).toBeGreaterThan(8);
      else expect(keys).toEqual([]);
      for (const key of keys) expect(all).toContain(key);
    },
  );

  test('an unknown type of device is not found', async () => {
    expect((await get('manager', home, 999)).status).toBe(404);
  });
});

describe('defaults that two people edit', () => {
  const saveFrom = (who: Person, values: object, began: object) =>
    api.call(who, 'PUT', url(home, pendant), { values, began });
  const value = async () => settingIn(await get('manager', home), 'heartbeatInterval');

  test('are not overwritten by the second, who is told which have changed', async () => {
    expect((await saveFrom('manager', { heartbeatInterval: 60 }, { heartbeatInterval: null })).status).toBe(200);
    const late = await saveFrom(
      'colleague',
      { heartbeatInterval: 30, trackingInterval: 60 },
      { heartbeatInterval: null },
    );
    expect(late).toMatchObject({ status: 409, body: { code: 'settingsChanged' } });
    expect(late.body.errors).toEqual([{ path: 'values.heartbeatInterval', message: 'changed' }]);
    expect(await value()).toMatchObject({ value: 60 });
    expect(settingIn(await get('manager', home), 'trackingInterval')).toMatchObject({ value: null });
    const agreed = await saveFrom('colleague', { heartbeatInterval: null }, { heartbeatInterval: 60 });
    expect(agreed.status).toBe(200);
    expect(await value()).toMatchObject({ value: null });
  });

  test('are no conflict when both chose the same, or another setting', async () => {
    await saveFrom('manager', { heartbeatInterval: 60 }, { heartbeatInterval: null });
    const same = await saveFrom('colleague', { heartbeatInterval: 60 }, { heartbeatInterval: null });
    const other = await saveFrom('colleague', { trackingInterval: 60 }, { trackingInterval: null });
    expect([same.status, other.status]).toEqual([200, 200]);
  });
});

describe('a device that is given its default settings', () => {
  beforeEach(() => save('manager', municipality, { heartbeatInterval: 60, trackingInterval: 120 }));

  test('is sent those that it does not have, together, and no others', async () => {
    expect((await apply('nurse')).body).toEqual({ changes: 2 });
    expect(await sent()).toEqual([{ kind: 'writeSettings', values: { heartbeatInterval: 60, trackingInterval: 120 } }]);
    expect((await apply('nurse')).body).toEqual({ changes: 0 });
    expect(await sent()).toHaveLength(1);
  });

  test('gets those of its own customer before those above, and none of a customer beside it', async () => {
    await save('colleague', home, { heartbeatInterval: 30 });
    await save('manager', otherHome, { trackingInterval: 300 });
    await apply('nurse');
    expect(await sent()).toMatchObject([{ values: { heartbeatInterval: 30, trackingInterval: 120 } }]);
  });

  test('keeps what it has where its customer has no default', async () => {
    await save('manager', municipality, { heartbeatInterval: null, trackingInterval: null });
    expect((await apply('nurse')).body).toEqual({ changes: 0 });
    expect(await sent()).toEqual([]);
  });

  test('does not get a default of which another of its settings makes nothing', async () => {
    await save('manager', municipality, {
      ...{ heartbeatInterval: null, trackingInterval: null },
      ...{ msgI9nActive: false, msgI9nReference: 'A-1' },
    });
    expect((await apply('manager')).body).toEqual({ changes: 1 });
    await save('manager', municipality, { msgI9nActive: true });
    expect((await apply('manager')).body).toEqual({ changes: 2 });
  });

  test('does not get those that its user may not set', async () => {
    await save('manager', municipality, { msgI9nActive: true });
    expect((await apply('nurse')).body).toEqual({ changes: 2 });
    expect((await apply('manager')).body).toEqual({ changes: 1 });
  });

  test.each<Person>(['stranger', 'tracker', 'nobody'])('is none of %s', async (who) => {
    expect((await apply(who)).status).toBeOneOf([403, 404]);
    expect(await sent()).toEqual([]);
  });

  test('is deleted meanwhile: not found, and nothing is sent', async () => {
    await api.db.update(devices).set({ deletedAt: new Date() }).where(eq(devices.deviId, deviId));
    expect((await apply('nurse')).status).toBe(404);
    expect(await sent()).toEqual([]);
  });
});

describe('a preview', () => {
  test('counts what would change on each device, and sends nothing', async () => {
    await save('manager', municipality, { heartbeatInterval: 60, trackingInterval: 120 });
    const second = await api.addDevice({ dehaId: watch, protocol: 'watch' });
    await apply('nurse', deviId);
    const third = await api.addDevice({ dehaId: pendant, protocol: 'eview' });
    await api.db.delete(commands);
    const { body } = await preview('nurse', [deviId, second, third, third, 987_654]);
    expect(body.devices).toEqual([
      { deviId, changes: expect.any(Number) },
      { deviId: second, changes: 0 },
      { deviId: third, changes: 2 },
    ]);
    expect(await sent()).toEqual([]);
  });

  test('tells nothing of a foreign device, and takes two hundred at most', async () => {
    await save('manager', municipality, { heartbeatInterval: 60 });
    expect((await preview('stranger', [deviId])).body).toEqual({ devices: [] });
    expect((await preview('nurse', [])).status).toBe(400);
    const many = (count: number) => preview('nurse', [deviId, ...Array.from({ length: count }, (_, i) => 10_000 + i)]);
    expect((await many(199)).status).toBe(200);
    expect((await many(200)).status).toBe(400);
  });
});

test('a firm without customers above has its own defaults alone', async () => {
  await save('manager', municipality, { heartbeatInterval: 60 });
  expect(settingIn(await get('stranger', firm), 'heartbeatInterval')).toMatchObject({
    value: null,
    inherited: null,
  });
});
