import { afterEach, expect, it } from 'vitest';
import { createConsoleRouter } from './router.tsx';

afterEach(() => {
  location.hash = '';
});

it.each([
  ['#/vardes', {}],
  ['#/vardes/search=SO000001', { serial: 'SO000001' }],
  ['#/mapsingle/12', { deviId: '12' }],
  ['#/settings/12/34', { deviId: '12', dehaId: '34' }],
  ['#/device_audit_log/12', { deviId: '12' }],
])('%s is an address of the console, after the hash [C2.01]', (address, params) => {
  location.hash = address;
  const router = createConsoleRouter();
  const [, ...matches] = router.matchRoutes(router.latestLocation);
  expect(matches.at(-1)?.params).toEqual(params);
});

it('begins with the device list', async () => {
  const router = createConsoleRouter();
  await router.load();
  expect(location.hash).toBe('#/vardes');
});
