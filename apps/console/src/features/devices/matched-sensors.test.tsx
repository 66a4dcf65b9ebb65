import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ListedDevice } from '@varde/contract/devices';
import type { UserSensor } from '@varde/contract/sensors';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#data/api/query-client.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { deviceDetail, deviceRow } from '../../testing/records.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { sensorRow } from '../../testing/sensor-records.ts';
import { DeviceDetails } from './device-details.tsx';

let found: UserSensor[];
let nextCursor: string | null;
let fails: boolean;
let asked: string[];
beforeEach(() => {
  found = [];
  nextCursor = null;
  fails = false;
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.startsWith('/ajax/sensors')) return Response.json(deviceDetail());
    asked.push(url);
    if (fails) return Response.json({ code: 'validationFailed' }, { status: 400 });
    return Response.json({ sensors: found, nextCursor });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const sensorOf = (deviId: number, sensor: Parameters<typeof sensorRow>[0]): UserSensor => ({
  ...sensorRow(sensor).sensor,
  ...{ deviId, deviceName: 'Rom 101', deviceSNNum: 'SN1' },
});
const show = (sensor: string | undefined, fields: Partial<ListedDevice> = {}, cache = createQueryClient()) =>
  renderPart(<DeviceDetails device={deviceRow({ dehaId: 26, ...fields })} sensor={sensor} />, cache);
const part = async () => within((await screen.findByText('Sensorer som passer')).parentElement as HTMLElement);

it('an opened row names the sensors by which the filter found the device, with links to them [C7.24]', async () => {
  found = [
    sensorOf(1, { sensor: { deseId: 7, name: 'Kjellerdør', gatewayId: '4100010' } }),
    sensorOf(1, { sensor: { deseId: 8, name: '', gatewayId: '4100011' } }),
  ];
  show('4100 %', { abilities: ['settings'] });
  const shown = await part();
  const link = await shown.findByRole('link', { name: 'Kjellerdør' });
  expect(link.getAttribute('href')).toBe('#/settings/1/26/info/sensor/7');
  expect(link.parentElement?.textContent).toBe('Kjellerdør 410001');
  expect(shown.getByRole('link', { name: '4100011' }).parentElement?.textContent).toBe('4100011');
  const query = new URLSearchParams(asked[0]?.split('?')[1]);
  expect(Object.fromEntries(query)).toEqual({ search: '4100 %', deviIds: '1' });
});

it('an opened row of a pair names the sensors of both units, each with its own page', async () => {
  found = [sensorOf(2, { sensor: { deseId: 9, name: 'Basestasjon' } })];
  show('base', { abilities: ['settings'], twinDevice: deviceRow({ deviId: 2, dehaId: 29 }) });
  const link = await (await part()).findByRole('link', { name: 'Basestasjon' });
  expect(link.getAttribute('href')).toBe('#/settings/2/29/info/sensor/9');
  expect(new URLSearchParams(asked[0]?.split('?')[1]).get('deviIds')).toBe('1,2');
});

it('an opened row names sensors without a link for users who may not open the settings', async () => {
  found = [sensorOf(1, { sensor: { name: 'Kjellerdør' } })];
  show('kjeller', { abilities: [] });
  const shown = await part();
  expect(await shown.findByText('Kjellerdør')).toBeDefined();
  expect(shown.queryByRole('link')).toBeNull();
});

it('an opened row asks for no sensors without that filter', async () => {
  show(undefined);
  await screen.findByText('Sist kjente sted');
  expect(screen.queryByText('Sensorer som passer')).toBeNull();
  expect(asked).toEqual([]);
});

it('an opened row names a sensor without a name by its number as the pages of the sensor do', async () => {
  found = [sensorOf(1, { sensor: { name: '', gatewayId: '4100020' } })];
  show('4100');
  const shown = await part();
  expect(await shown.findByText('410002')).toBeDefined();
  expect(shown.queryByText(/4100020/)).toBeNull();
});

it('an opened row says when its sensors could not be fetched, and fetches them again when asked', async () => {
  fails = true;
  show('kjeller');
  const shown = await part();
  expect((await shown.findByRole('alert')).textContent).toContain('Kunne ikke hente innholdet');
  fails = false;
  found = [sensorOf(1, { sensor: { name: 'Kjellerdør' } })];
  fireEvent.click(shown.getByRole('button', { name: 'Prøv igjen' }));
  expect(await shown.findByText('Kjellerdør')).toBeDefined();
  expect(shown.queryByRole('alert')).toBeNull();
});

it('an opened row says when it names only some of the sensors that match, and when none does', async () => {
  const more = 'Flere sensorer passer. Skriv inn mer av navnet eller nummeret.';
  nextCursor = 'next';
  found = [sensorOf(1, { sensor: { name: 'Kjellerdør' } })];
  const { unmount } = show('kjeller');
  expect(await (await part()).findByText(more)).toBeDefined();
  unmount();
  nextCursor = null;
  found = [];
  show('kjeller');
  expect(await (await part()).findByText('Fant ingen sensorer som passer.')).toBeDefined();
  expect(screen.queryByText(more)).toBeNull();
});

it('an opened row follows its sensors: they are fetched again with the list [C7.24]', async () => {
  const cache = createQueryClient();
  found = ['Kjellerdør', 'Kjellervindu'].map((name, deseId) => sensorOf(1, { sensor: { deseId, name } }));
  show('kjeller', {}, cache);
  const shown = await part();
  expect(await shown.findByText('Kjellervindu')).toBeDefined();
  found = found.slice(0, 1);
  await cache.fetchQuery(apiQuery('listDevices', { query: { sensor: 'kjeller' } }));
  await waitFor(() => expect(shown.queryByText('Kjellervindu')).toBeNull());
  expect(shown.getByText('Kjellerdør')).toBeDefined();
});

it('a row that is opened again fetches its sensors again', async () => {
  const cache = createQueryClient();
  found = [sensorOf(1, { sensor: { name: 'Kjellerdør' } })];
  const { unmount } = show('kjeller', {}, cache);
  await (await part()).findByText('Kjellerdør');
  unmount();
  found = [sensorOf(1, { sensor: { name: 'Kjellervindu' } })];
  show('kjeller', {}, cache);
  expect(await (await part()).findByText('Kjellervindu')).toBeDefined();
});
