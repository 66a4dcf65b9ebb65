import { deviceAbilities } from '@varde/contract/devices';
import { afterEach, expect, it } from 'vitest';
import { deviceActionList } from '#domain/device/device-action-list.ts';
import { consoleRouter } from '../testing/console-router.ts';
import { deviceDetail } from '../testing/records.ts';

afterEach(() => {
  location.hash = '';
});

it.each([
  ['#/vardes', {}],
  ['#/vardes/search=SO000001', { serial: 'SO000001' }],
  ['#/mapsingle/12', { deviId: '12' }],
  ['#/settings/12/34', { deviId: '12', dehaId: '34' }],
  ['#/settings/12/34/info', { deviId: '12', dehaId: '34', tab: 'info' }],
  ['#/settings/12/34/general/alarm', { deviId: '12', dehaId: '34', tab: 'general', part: 'alarm' }],
  ['#/device_audit_log/12', { deviId: '12' }],
  ['#/device_call_log/12', { deviId: '12' }],
  ['#/add_varde', {}],
  ['#/add_varde/twin=12', { deviceId: '12' }],
  ['#/help/twins', { topic: 'twins' }],
])('%s is an address of the console, after the hash [C2.01]', (address, params) => {
  location.hash = address;
  const router = consoleRouter();
  const [, ...matches] = router.matchRoutes(router.latestLocation);
  expect(matches.at(-1)?.params).toEqual(params);
});

it('has every page that an action of a device opens', () => {
  const actions = deviceActionList(deviceDetail({ abilities: [...deviceAbilities] }));
  const opened = actions.flatMap(({ perform }) => {
    if (typeof perform !== 'string') return [];
    location.hash = perform;
    const router = consoleRouter();
    return [router.matchRoutes(router.latestLocation).at(-1)?.fullPath];
  });
  expect(opened).toEqual([
    '/mapsingle/$deviId',
    '/event_setup/$deviId',
    '/settings/$deviId/$dehaId/{-$tab}/{-$part}/{-$item}',
    '/device_audit_log/$deviId',
    '/device_call_log/$deviId',
  ]);
});

it('starts with the device list', async () => {
  const router = consoleRouter();
  await router.load();
  expect(location.hash).toBe('#/vardes');
});
