import { ModalsProvider } from '@mantine/modals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Twin } from '@varde/contract/twins';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { isOff } from '../../../testing/is-off.ts';
import { deviceDetail } from '../../../testing/records.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { DeleteTab } from './delete-tab.tsx';
import { TwinTab } from './twin-tab.tsx';

const pair: Twin = {
  twin: 'MASTER',
  twinDevice: { deviId: 2, deviceSerialNumber: 'SO000002', deviceName: 'Klokke' },
  twinLearn: '/help/twins',
  abilities: ['change'],
};
const alone: Twin = { ...pair, twin: 'NONE', twinDevice: null };
let twin: Twin;
const fetched = vi.fn<typeof fetch>();
beforeAll(() => withDevicePageTexts(async () => undefined));
beforeEach(() => {
  twin = pair;
  fetched.mockReset();
  fetched.mockImplementation(async () => Response.json(twin));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

const changes = () =>
  fetched.mock.calls
    .filter(([, init]) => (init?.method ?? 'GET') !== 'GET')
    .map(([url, init]) => [init?.method, String(url).replace(/^.*\/ajax/, ''), init?.body]);
const show = (fields = {}) =>
  renderPage(
    <>
      <ModalsProvider />
      <TwinTab device={deviceDetail(fields)} tab="twin" />
    </>,
  );

it('[D1.029 D2.044 D2.045] the tab shows the serial number of the twin, which links to the list searched by it', async () => {
  await show();
  const link = await screen.findByRole('link', { name: 'SO000002' });
  expect(link.getAttribute('href')).toBe('/vardes/search={SO000002}'.replace(/[{}]/g, ''));
});

it.each([
  ['[D2.046 D2.047] the twins are separated', 'Skill tvillingene', 'DELETE', '/devices/1/twin'],
  ['[D2.048 D2.049] original and twin are swapped', 'Bytt original og tvilling', 'POST', '/devices/1/twin/swap'],
])('%s after confirmation, and not when that is cancelled', async (_title, name, method, url) => {
  await show();
  const ask = async (answer: string) => {
    fireEvent.click(await screen.findByRole('button', { name }));
    const dialog = await screen.findByRole('dialog', { name });
    fireEvent.click(within(dialog).getByRole('button', { name: answer }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await ask('Avbryt');
  expect(changes()).toEqual([]);
  await ask(name);
  await waitFor(() => expect(changes()).toEqual([[method, url, undefined]]));
});

it('[D2.050] without a twin a button leads to the add-device screen in twin mode', async () => {
  twin = alone;
  await show();
  const button = await screen.findByRole('link', { name: 'Legg til tvilling' });
  expect(button.getAttribute('href')).toBe('/add_varde/twin=1');
  expect(screen.queryByRole('button', { name: 'Skill tvillingene' })).toBeNull();
});

it('[D2.051] the tab has a link to learn more about twins', async () => {
  await show();
  const link = await screen.findByRole('link', { name: 'Les mer om tvillinger' });
  expect(link.getAttribute('href')).toBe('#/help/twins');
});

it('users who may only look see the twin and change nothing', async () => {
  twin = { ...pair, abilities: [] };
  await show();
  expect(await screen.findByText('SO000002')).toBeDefined();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

it('[C2.75 D1.020] the delete tab has Cancel and Save, which are enabled when the rule is changed, and it is saved', async () => {
  fetched.mockImplementation(async () => Response.json({ allowDeviceDeletes: true }));
  const abilities = ['allowDeletes', 'delete', 'forgetHistory', 'swap'] as const;
  await renderPage(<DeleteTab device={deviceDetail({ abilities: [...abilities] })} tab="delete-device-data" />);
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  expect([isOff(button('Avbryt')), isOff(button('Lagre'))]).toEqual([true, true]);
  fireEvent.click(screen.getByRole('switch'));
  fireEvent.click(button('Avbryt'));
  expect(isOff(button('Lagre'))).toBe(true);
  fireEvent.click(screen.getByRole('switch'));
  fireEvent.click(button('Lagre'));
  await waitFor(() => expect(changes()).toEqual([['PUT', '/devices/1/deletion_rule', '{"allowDeviceDeletes":true}']]));
  for (const name of ['Bytt enhet', 'Slett historikk', 'Slett enhet']) expect(button(name)).toBeDefined();
});

it('without the abilities the delete tab says who may delete, and offers nothing', async () => {
  await renderPage(<DeleteTab device={deviceDetail({ abilities: [] })} tab="delete-device-data" />);
  expect(screen.getByText('Bare partneren kan endre dette.')).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('switch').disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Slett enhet' })).toBeNull();
});
