import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { renderPage, sessionRecord } from '../../testing/render-page.tsx';
import type { DeviceListFilter } from './arrange-devices.ts';
import { DeviceFilters } from './device-filters.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

const reason = 'Du har ikke tilgang til sensorer, og filteret finner derfor ingen enheter.';
function Filters({ given }: { given: DeviceListFilter }) {
  const [filter, setFilter] = useState(given);
  return <DeviceFilters filter={filter} onFilter={setFilter} />;
}
const show = async (given: DeviceListFilter, ...abilities: ('sensors' | 'notificationLists')[]) => {
  await renderPage(<Filters given={given} />, sessionRecord({ abilities }));
  return screen.queryByRole<HTMLInputElement>('searchbox', { name: 'Sensor' });
};

it('offers the filter by a sensor to users who see sensors [C7.24]', async () => {
  expect((await show({}, 'sensors'))?.value).toBe('');
  expect(screen.queryByText(reason)).toBeNull();
});

it('does not offer it to others', async () => {
  expect(await show({})).toBeNull();
});

it('shows others the filter by a sensor of a link, says why it finds nothing, and lets them remove it', async () => {
  const field = await show({ sensor: 'kjeller' });
  expect(field?.value).toBe('kjeller');
  expect(screen.getByText(reason)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Tøm søket' }));
  expect(field?.value).toBe('');
  expect(field?.isConnected).toBe(true);
});

const nobody = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: 'Ingen blir varslet' });
const listsNotSeen = 'Du har ikke tilgang til varslingslister, og filteret finner derfor ingen enheter.';

it('offers the filter "reaches nobody" to users who see notification lists, and not to others', async () => {
  await show({}, 'notificationLists');
  expect(nobody()?.checked).toBe(false);
  expect(screen.queryByText(listsNotSeen)).toBeNull();
  cleanup();
  await show({});
  expect(nobody()).toBeNull();
});

it('shows others the filter "reaches nobody" of a link, says why it finds nothing, and lets them remove it', async () => {
  await show({ reachesNobody: 1 });
  expect(nobody()?.checked).toBe(true);
  expect(screen.getByText(listsNotSeen)).toBeDefined();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ingen blir varslet' }));
  expect(nobody()?.checked).toBe(false);
});

it('leads to the map with the search and the filters, without the order and the columns', async () => {
  await show({ search: 'sol', status: 'battery', wifi: 1, sort: 'name', columns: 'name' });
  const address = screen.getByRole('link', { name: 'Vis i kart' }).getAttribute('href') ?? '';
  expect(address).toMatch(/^\/map\?/);
  expect(Object.fromEntries(new URLSearchParams(address.slice(5)))).toEqual({
    ...{ search: 'sol', status: 'battery', wifi: '1' },
  });
});
