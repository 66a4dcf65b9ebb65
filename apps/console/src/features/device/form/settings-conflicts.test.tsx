import { ModalsProvider } from '@mantine/modals';
import { Notifications, notifications } from '@mantine/notifications';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { settingsFor } from '@varde/catalogue/settings/settings-for';
import type { SettingValues } from '@varde/catalogue/settings/types';
import type { SettingState } from '@varde/contract/settings';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryKey } from '#data/api/query-options.ts';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { isOff } from '../../../testing/is-off.ts';
import { deviceDetail } from '../../../testing/records.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { SettingsTab } from './settings-tab.tsx';

/** A watch with the interval of its positions, in seconds. */
const dehaId = 29;
const hardware = hardwareById(dehaId);
const blank = { desired: null, reported: null, reportedAt: null, delivery: null, deviates: false, changed: null };
let states: Record<string, Partial<SettingState>>;
/** What the console has sent. */
let sent: { method: string; path: string; body: { values: SettingValues; began?: SettingValues } }[];
/** The answer to the next change, if not the settings. */
let refusal: object | null;

const answer = () => ({
  ...{ deviId: 1, dehaId, fiwaNum: null, announced: [] },
  settings: hardware
    ? settingsFor(hardware, null).map(({ key }) => ({ key, ...blank, changeable: true, ...states[key] }))
    : [],
});
beforeAll(() => withDevicePageTexts(async () => undefined));
beforeEach(() => {
  notifications.clean();
  [states, sent, refusal] = [{}, [], null];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    if (method === 'GET') return Response.json(answer());
    sent.push({ method, path: new URL(url, 'http://varde.example').pathname, body: JSON.parse(String(body)) });
    return refusal === null ? Response.json(answer()) : Response.json(refusal, { status: 409 });
  });
});

const interval = 'trackingInterval';
const field = () => screen.findByLabelText<HTMLSelectElement>('Sporingsintervall');
async function show() {
  const page = await renderPage(
    <ModalsProvider>
      <Notifications />
      <SettingsTab device={deviceDetail({ dehaId })} tab="tracking" />
    </ModalsProvider>,
  );
  await field();
  return page;
}
type Page = Awaited<ReturnType<typeof show>>;
/** The live channel has said that the settings are others, and they are fetched again. */
const heardOfChange = ({ cache }: Page) => act(() => cache.invalidateQueries({ queryKey: queryKey('getSettings') }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('a device that has another value than the desired one', () => {
  beforeEach(() => {
    states = { [interval]: { desired: 600, reported: 120, reportedAt: 0, deviates: true } };
  });

  it('is shown with both values, and the desired one is sent again at a press', async () => {
    await show();
    expect(screen.getByText(/^Ønsket 10 minutter, enheten har 2 minutter/)).toBeDefined();
    expect((await field()).value).toBe('600');
    expect(sent, 'nothing is sent by itself').toEqual([]);
    await press('Send på nytt: Sporingsintervall');
    const values = { [interval]: 600 };
    expect(sent).toEqual([{ method: 'PUT', path: '/ajax/devices/1/settings', body: { values, began: values } }]);
  });

  it('keeps its own at a press, which is the one that the user has seen', async () => {
    await show();
    await press('Behold enhetens: Sporingsintervall');
    expect(sent).toEqual([
      { method: 'POST', path: '/ajax/devices/1/settings/reported', body: { values: { [interval]: 120 } } },
    ]);
  });

  it('is told of, without buttons, to somebody who may not change it; and nothing is asked while a value is on its way', async () => {
    states = { [interval]: { ...states[interval], changeable: false } };
    const page = await show();
    expect(screen.getByText(/^Ønsket 10 minutter, enheten har 2 minutter/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Send på nytt/ })).toBeNull();
    const delivery = { state: 'sent', reason: null, at: 0 } as const;
    states = { [interval]: { desired: 600, reported: 120, reportedAt: 0, deviates: false, delivery } };
    await heardOfChange(page);
    expect(await screen.findByText(/Verdi i enheten: 2 minutter/)).toBeDefined();
    expect(screen.queryByText(/^Ønsket/)).toBeNull();
  });

  it('is not decided while the field is edited', async () => {
    await show();
    await userEvent.selectOptions(await field(), '60');
    expect(isOff(screen.getByRole('button', { name: 'Behold enhetens: Sporingsintervall' }))).toBe(true);
  });
});

describe('a field that somebody else changes while it is edited', () => {
  const theirs = () => {
    states = { [interval]: { desired: 120, changed: { by: 'Ola Berg', at: 0 } } };
  };
  const words = /har endret fra .* mens du redigerte/;
  const isTold = async () => (await screen.findByText(words)).textContent;
  const isNotTold = () => expect(screen.queryByText(words)).toBeNull();
  beforeEach(() => {
    states = { [interval]: { desired: 600 } };
  });

  it('is told of with both values and the name, and nothing is sent before the user has chosen', async () => {
    const page = await show();
    await userEvent.selectOptions(await field(), '60');
    isNotTold();
    theirs();
    await heardOfChange(page);
    expect(await isTold()).toBe(
      'Ola Berg har endret fra 10 minutter til 2 minutter mens du redigerte. Du har valgt 1 minutt.',
    );
    expect((await field()).value, 'what is edited stays').toBe('60');
    await press('Lagre');
    expect(screen.getByText(/er endret av noen andre: Sporingsintervall\. Velg verdi først\.$/)).toBeDefined();
    expect(sent).toEqual([]);
    await press('Behold 1 minutt: Sporingsintervall');
    isNotTold();
    await press('Lagre');
    await vi.waitFor(() =>
      expect(sent.map(({ body }) => body)).toEqual([{ values: { [interval]: 60 }, began: { [interval]: 120 } }]),
    );
  });

  it('takes the other value at a press, and is not changed any more', async () => {
    const page = await show();
    await userEvent.selectOptions(await field(), '60');
    theirs();
    await heardOfChange(page);
    await isTold();
    await press('Bruk 2 minutter: Sporingsintervall');
    expect((await field()).value).toBe('120');
    expect(isOff(screen.getByRole('button', { name: 'Lagre' }))).toBe(true);
  });

  it('is told of after the server has refused the save, when the change was not heard of', async () => {
    await show();
    await userEvent.selectOptions(await field(), '60');
    theirs();
    refusal = { code: 'settingsChanged', errors: [{ path: `values.${interval}`, message: 'changed' }] };
    await press('Lagre');
    expect(await screen.findByText(/^Ola Berg har endret fra 10 minutter til 2 minutter/)).toBeDefined();
    expect(sent.map(({ body }) => body)).toEqual([{ values: { [interval]: 60 }, began: { [interval]: 600 } }]);
    expect((await field()).value).toBe('60');
  });

  it('is told of as a change of the device when the device has reported it', async () => {
    states = {};
    const page = await show();
    await userEvent.selectOptions(await field(), '60');
    states = { [interval]: { reported: 120, reportedAt: 0 } };
    await heardOfChange(page);
    expect(await isTold()).toMatch(/^Enheten har endret fra 5 minutter til 2 minutter/);
  });

  it('is no conflict when both chose the same, or when it is edited back, or when another field was changed', async () => {
    const page = await show();
    await userEvent.selectOptions(await field(), '120');
    theirs();
    await heardOfChange(page);
    await vi.waitFor(() => expect(isOff(screen.getByRole('button', { name: 'Lagre' }))).toBe(true));
    isNotTold();
    await userEvent.selectOptions(await field(), '60');
    await userEvent.selectOptions(await field(), '120');
    states = { [interval]: { desired: 1800 } };
    await heardOfChange(page);
    expect(await screen.findByDisplayValue('30 minutter')).toBe(await field());
    isNotTold();
  });
});
