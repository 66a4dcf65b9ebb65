import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { isOff } from '../../testing/is-off.ts';
import { deviceRow } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { BulkSettings } from './bulk-settings.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));
afterEach(() => vi.restoreAllMocks());

const row = (deviId: number, deviceName: string, dehaId: number, connected = true) =>
  deviceRow({ deviId, deviceName, dehaId, connected, abilities: ['settings'] });
const devices = [
  row(1, 'Trigger One', 1),
  row(2, 'Trigger One away', 1, false),
  row(3, 'Trigger Two 4G', 23), // takes no volume 0
  row(4, 'Watch One', 11), // has no volume
  { ...row(5, 'Not mine', 1), abilities: [] },
];

async function show() {
  const saved: [string, object][] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const deviId = url.split('/')[3] ?? '';
    saved.push([deviId, JSON.parse(String(body))]);
    return deviId === '2'
      ? Response.json({ code: 'openAlarm', errors: [] }, { status: 409 })
      : Response.json({ settings: [] });
  });
  await renderPage(
    <ModalsProvider>
      <BulkSettings devices={devices} onRunning={() => undefined} onDone={() => undefined} />
    </ModalsProvider>,
  );
  return saved;
}
const listed = () => within(screen.getByRole('list', { name: 'Enheter' })).getAllByRole('listitem');
const texts = () => listed().map(({ textContent }) => textContent);
const add = (name: string) =>
  userEvent.selectOptions(screen.getByLabelText('Legg til en innstilling'), screen.getByRole('option', { name }));

it('chosen settings are saved on the devices that have them and take the value, with the result of each', async () => {
  const saved = await show();
  expect(isOff(screen.getByRole('button', { name: /^Endre \d+ enhet/ }))).toBe(true);
  await add('Volum i høyttaleren');
  expect(listed()).toHaveLength(3);
  const volume = screen.getByRole('textbox', { name: 'Volum i høyttaleren' });
  await userEvent.clear(volume);
  await userEvent.type(volume, '0');
  expect(await screen.findByText('2 enheter får verdiene')).toBeDefined();
  expect(screen.getByText(/^3 enheter er ikke med/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Endre 2 enheter' }));
  await screen.findByText('2 av 2 er behandlet');
  expect(saved).toEqual([
    ['1', { values: { volumeLevel: 0 } }],
    ['2', { values: { volumeLevel: 0 } }],
  ]);
  expect(texts()[0]).toMatch(/I kø$/);
  expect(texts()[1]).toMatch(/alarm/);
});

it('a value that no device takes is reported, and a setting can be taken back', async () => {
  await show();
  await add('Volum i høyttaleren');
  const volume = screen.getByRole('textbox', { name: 'Volum i høyttaleren' });
  await userEvent.clear(volume);
  await userEvent.type(volume, '101');
  expect(isOff(screen.getByRole('button', { name: 'Endre 0 enheter' }))).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Ta bort Volum i høyttaleren' }));
  expect(screen.queryByRole('textbox', { name: 'Volum i høyttaleren' })).toBeNull();
});

it('settings that ask before they are saved are left to the page of the device', async () => {
  await show();
  const offered = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(offered).toContain('Volum i høyttaleren');
  expect(offered).not.toContain('Fallalarm');
});
