import { type FeatureApi, openFeatureApi, testCustomers } from '@varde/testing/feature-api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { settingsHandlers } from './handlers.ts';

/** What the specification says of single settings, as a user of a device meets it: what is shown, taken and refused. */
let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi((deps) => ({
    group: 'settings',
    handlers: settingsHandlers({ ...deps, wireGroups: {} }),
  }));
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  const policies = [{ role: 'RESTRICTED_USER', custId: testCustomers.home }] as const;
  api.setRights('colleague', { policies, flags: ['beta'] });
});

const [pendant, trigger4G, watchOne, watchTwo, watchFive, watchSeven, watchTwo4G, home] = [
  5, 23, 11, 14, 29, 34, 45, 13,
];
const protocolOf = (dehaId: number) =>
  (({ [pendant]: 'eview', [trigger4G]: 'eview', [home]: 'mqtt' }) as const)[dehaId] ?? ('watch' as const);

async function deviceOf(dehaId: number) {
  const deviId = await api.addDevice({ dehaId, protocol: protocolOf(dehaId), announced: ['extension'] });
  const url = `/ajax/devices/${deviId}/settings`;
  return {
    keys: async () =>
      (await api.call('colleague', 'GET', url)).body.settings.map(({ key }: { key: string }) => key) as string[],
    save: async (values: object) => (await api.call('colleague', 'PUT', url, { values })).status,
  };
}

test.each([
  [
    '[C3.21] three numbers of the whitelist',
    pendant,
    { phoneNoWhiteList1: '+4790000001', phoneNoWhiteList3: '112' },
    { phoneNoWhiteList4: '112' },
  ],
  ['[C3.26] the button on (2) or off (1)', pendant, { buttonBehaviour: 1 }, { buttonBehaviour: 3 }],
  ['[C3.27] the button pressed for 10 seconds', pendant, { buttonSensitivity: 10 }, { buttonSensitivity: 11 }],
  ['[C5.06] on trigger two 4G for 9 seconds', trigger4G, { buttonSensitivity: 9 }, { buttonSensitivity: 10 }],
  ['[C3.30] the voice prompt of an SOS', pendant, { voicePromptSosAlarm: false }, { voicePromptSosAlarm: 2 }],
  ['[C3.31] vibration', pendant, { vibration: false }, { vibration: 'yes' }],
  ['[C3.36] 168 hours without a movement', pendant, { staticTooLong: 168 }, { staticTooLong: 169 }],
  ['[C3.37] the call filter', pendant, { aclCheck: true }, { aclCheck: 1 }],
  ['[C3.38] the report of a removed watch', watchTwo, { watchRemoval: true }, { watchRemoval: 1 }],
  ['[D5.046] a volume of 0 to 100', pendant, { volumeLevel: 0 }, { volumeLevel: 101 }],
  ['[D5.046] on trigger two 4G a volume of 1 to 100', trigger4G, { volumeLevel: 1 }, { volumeLevel: 0 }],
  ['[D5.047] a ringing of 0 to 100', pendant, { ringVolume: 100 }, { ringVolume: 101 }],
  ['[D5.047] on trigger two 4G a ringing of 0 to 8', trigger4G, { ringVolume: 8 }, { ringVolume: 9 }],
] as const)('%s is taken, and nothing else', async (_, dehaId, taken, refused) => {
  const { keys, save } = await deviceOf(dehaId);
  const known = await keys();
  for (const key of Object.keys(taken)) expect(known).toContain(key);
  expect([await save(taken), await save(refused)]).toEqual([200, 400]);
});

test('[C3.20] settings have the names of the specification', async () => {
  const shown = new Set([...(await (await deviceOf(pendant)).keys()), ...(await (await deviceOf(home)).keys())]);
  shown.add((await (await deviceOf(22)).keys()).find((key) => key === 'userInactivityLimit') ?? '');
  for (const key of [
    ...['heartbeatInterval', 'trackingInterval', 'guardTime', 'alarmTimeout', 'batteryThreshold', 'sensorSensitivity'],
    'userInactivityLimit',
  ])
    expect([...shown]).toContain(key);
  expect(await (await deviceOf(24)).keys()).toContain('soundLevel');
});

test('[D2.020] watch two, five and seven have health settings, and other watches have none', async () => {
  const having = [];
  for (const dehaId of [watchOne, watchTwo, 17, 24, watchFive, 30, watchSeven, watchTwo4G])
    if ((await (await deviceOf(dehaId)).keys()).includes('heartRateBloodPressureSetting')) having.push(dehaId);
  expect(having).toEqual([watchTwo, watchFive, watchSeven]);
});

test('[D2.032] the fall alarm is a toggle on every watch but watch two', async () => {
  for (const dehaId of [17, 24, watchFive, 30, watchSeven]) {
    const { save } = await deviceOf(dehaId);
    expect([await save({ fallDownAlert: true }), await save({ fallDownAlert: 1 })], String(dehaId)).toEqual([200, 400]);
  }
  const { keys } = await deviceOf(watchTwo);
  expect(await keys()).not.toContain('fallDownAlert');
});
