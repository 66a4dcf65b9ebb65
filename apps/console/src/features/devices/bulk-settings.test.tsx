import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '@varde/contract/routes';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { isOff } from '../../testing/is-off.ts';
import { deviceRow } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { BulkSettings } from './bulk-settings.tsx';
import type { PreviewedDevice } from './bulk-settings-preview.ts';

beforeAll(() => withAdministrationTexts(async () => undefined));
afterEach(() => vi.restoreAllMocks());

const row = (deviId: number, deviceName: string, dehaId: number, connected = true) =>
  deviceRow({ deviId, deviceName, dehaId, connected, abilities: ['settings'] });
const devices = [
  row(1, 'Trigger One', 1),
  row(2, 'Trigger One away', 1, false),
  row(3, 'Trigger Two 4G', 23), // takes no volume 0
  row(4, 'Watch One', 11), // has no volume
  row(5, 'Trigger One alike', 1),
  { ...row(6, 'Not mine', 1), abilities: [] },
];
const change = { key: 'volumeLevel', from: 50, to: 0 };
const previewed: PreviewedDevice[] = [
  { deviId: 1, changes: [change], refused: [] },
  { deviId: 2, changes: [{ ...change, from: 70 }], refused: [] },
  { deviId: 3, changes: [], refused: [{ key: 'volumeLevel', reason: 'tooSmall' }] },
  { deviId: 4, changes: [], refused: [{ key: 'volumeLevel', reason: 'unknownSetting' }] },
  { deviId: 5, changes: [], refused: [] },
];

let asked: object[];
let saved: [string, object][];
/** Answers to saves, by device, the next one first; the default is success. */
let answers: Record<string, (() => Response)[]>;
beforeEach(() => {
  [asked, saved, answers] = [[], [], {}];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const given = JSON.parse(String(body));
    if (url.startsWith(routes.previewSettings.path)) {
      asked.push(given);
      return Response.json({ devices: previewed });
    }
    const deviId = url.split('/')[3] ?? '';
    saved.push([deviId, given]);
    return answers[deviId]?.shift()?.() ?? Response.json({ settings: [] });
  });
});
const show = () =>
  renderPage(
    <ModalsProvider>
      <BulkSettings devices={devices} onRunning={() => undefined} onDone={() => undefined} />
    </ModalsProvider>,
  );
const listed = () => within(screen.getByRole('list', { name: 'Enheter' })).getAllByRole('listitem');
const texts = () => listed().map(({ textContent }) => textContent);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const add = (name: string) =>
  userEvent.selectOptions(screen.getByLabelText('Legg til en innstilling'), screen.getByRole('option', { name }));
async function chooseVolume(value: string): Promise<void> {
  await add('Volum i høyttaleren');
  const volume = screen.getByRole('textbox', { name: 'Volum i høyttaleren' });
  await userEvent.clear(volume);
  await userEvent.type(volume, value);
}
async function preview(): Promise<void> {
  await chooseVolume('0');
  await press('Vis hva som endres');
  await screen.findByText('2 enheter får verdiene');
}
const values = { volumeLevel: 0 };

it('chosen settings are previewed: what changes on each device, and what a type refuses and why; nothing is saved before a press', async () => {
  await show();
  expect(isOff(screen.getByRole('button', { name: 'Vis hva som endres' }))).toBe(true);
  await preview();
  expect(asked).toEqual([{ deviIds: [1, 2, 3, 4, 5], values }]);
  expect(texts()).toEqual([
    expect.stringMatching(/^Trigger One .*Volum i høyttaleren: 50 % → 0 %$/),
    expect.stringMatching(/^Trigger One away .*Volum i høyttaleren: 70 % → 0 %$/),
  ]);
  const excluded = screen.getByText(/^4 enheter er ikke med/).closest('details') as HTMLElement;
  const reasons = [...excluded.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(reasons).toEqual([
    expect.stringMatching(/^Trigger Two 4G .*Volum i høyttaleren: .*[Ll]av/),
    expect.stringMatching(/^Watch One .*Volum i høyttaleren: enheten har den ikke$/),
    expect.stringMatching(/^Trigger One alike .*Har verdiene fra før$/),
    expect.stringMatching(/^Not mine .*du har ikke rettigheter til det$/),
  ]);
  expect(saved).toEqual([]);
  await press('Endre valget');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Volum i høyttaleren' }).value).toBe('0 %');
});

it('each device is saved from the value that was previewed, with its result, and a press sets the changed ones back', async () => {
  await show();
  await preview();
  answers['2'] = [() => Response.json({ code: 'settingsChanged', errors: [] }, { status: 409 })];
  await press('Endre 2 enheter');
  await screen.findByText('2 av 2 er behandlet');
  expect(saved).toEqual([
    ['1', { values, began: { volumeLevel: 50 } }],
    ['2', { values, began: { volumeLevel: 70 } }],
  ]);
  expect(texts()[0]).toMatch(/I kø$/);
  expect(texts()[1]).toMatch(/endret av noen andre/);
  saved.length = 0;
  await press('Sett tilbake 1 enhet');
  await screen.findByText('1 av 1 er behandlet');
  expect(saved, 'only the one that was changed').toEqual([['1', { values: { volumeLevel: 50 }, began: values }]]);
  expect(texts()[0]).toMatch(/Satt tilbake$/);
  expect(screen.queryByRole('button', { name: /^Sett tilbake/ })).toBeNull();
});

it('a connection that is lost in the middle stops the work, says how far it came, and goes on from there', async () => {
  await show();
  await preview();
  answers['2'] = [
    () => {
      throw new TypeError('network');
    },
  ];
  await press('Endre 2 enheter');
  expect(await screen.findByText('Forbindelsen ble brutt. 1 av 2 er behandlet')).toBeDefined();
  expect(texts()[1]).toMatch(/Venter$/);
  await press('Fortsett');
  await screen.findByText('2 av 2 er behandlet');
  expect(
    saved.map(([deviId]) => deviId),
    'those that are done are left alone',
  ).toEqual(['1', '2', '2']);
  expect(texts()[1]).toMatch(/I kø, men enheten er ikke tilkoblet$/);
});

it('a value that no device takes is reported and not previewed, and a setting can be taken back', async () => {
  await show();
  await chooseVolume('101');
  expect(isOff(screen.getByRole('button', { name: 'Vis hva som endres' }))).toBe(true);
  await press('Ta bort Volum i høyttaleren');
  expect(screen.queryByRole('textbox', { name: 'Volum i høyttaleren' })).toBeNull();
});

it('settings that ask or warn are left to the page of the device', async () => {
  await show();
  const offered = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(offered).toContain('Volum i høyttaleren');
  for (const name of ['Fallalarm', 'Alarmknapp', 'SMS bare fra numrene i listen']) expect(offered).not.toContain(name);
});
