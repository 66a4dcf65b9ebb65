import { ModalsProvider } from '@mantine/modals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { deviceTabKeys, settingsOnTab } from '@varde/catalogue/device-tabs';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { settingsFor } from '@varde/catalogue/settings/settings-for';
import { vocabulary } from '@varde/catalogue/settings/vocabulary';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { fakeLiveServer } from '../../testing/fake-live-server.ts';
import { isOff } from '../../testing/is-off.ts';
import { deviceDetail } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { SettingsPage } from './settings-page.tsx';

let channel: LiveChannel;
beforeEach(() => {
  fakeLiveServer();
  channel = openLiveChannel({
    origin: 'http://v.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
  });
});
afterEach(() => channel.stop());

/** The tab of a device with these settings, all of one tab, as the server returns them to the user. */
async function show(
  dehaId: number,
  opened: readonly string[],
  desired: Record<string, unknown> = {},
  fixed: readonly string[] = [],
) {
  const settings = opened.map((key) => ({
    key,
    desired: desired[key] ?? null,
    reported: null,
    reportedAt: null,
    delivery: null,
    changeable: !fixed.includes(key),
  }));
  const known = vocabulary.filter(({ key }) => opened.includes(key));
  const tab = deviceTabKeys.find((key) => settingsOnTab(hardwareById(dehaId), key, known).length > 0) ?? 'alarm';
  const answers: Record<string, unknown> = {
    '/ajax/devices/1': deviceDetail({ dehaId, tabs: [{ key: tab, place: 'main' }] }),
    '/ajax/devices/1/settings': { deviId: 1, dehaId, fiwaNum: null, announced: [], settings },
  };
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) => Response.json(answers[url])),
  );
  const { router } = await renderPage(
    <LiveProvider channel={channel}>
      <SettingsPage deviId={1} tab={tab} part={undefined} />
      <ModalsProvider />
    </LiveProvider>,
  );
  await screen.findByRole('heading', { name: /Rom 101/ });
  return { address: () => router.state.location.pathname };
}

const field = (name: string) => document.querySelector<HTMLSelectElement>(`form [name="${name}"]`);
/** The choices of a field: the value sent, and its text. */
const choicesOf = async (name: string) => {
  await vi.waitFor(() => expect(field(name)).not.toBeNull());
  return [...(field(name)?.options ?? [])].map(({ value, text }) => [Number(value), text]);
};
const fieldNames = () => [...document.querySelectorAll('form [name]')].map((field) => field.getAttribute('name'));

it('is below the status bar of the device [D2.001]', async () => {
  await show(34, ['fallDownAlert']);
  const toggle = await screen.findByRole('switch', { name: /^Fallalarm/ });
  const bar = screen.getByText('Siste kontakt');
  expect(bar.compareDocumentPosition(toggle)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('asks before the fall alarm is turned on, and not before it is turned off [C4.21]', async () => {
  await show(34, ['fallDownAlert']);
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: /^Fallalarm/ });
  const answer = async (name: string) =>
    userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
  await userEvent.click(toggle);
  await answer('Avbryt');
  expect(toggle.checked).toBe(false);
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(toggle);
  await answer('Fortsett');
  await vi.waitFor(() => expect(toggle.checked).toBe(true));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(toggle);
  expect(toggle.checked).toBe(false);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('[D2.106 D5.030] has a switch of positioning, asks before it is turned off, and then dims automatic tracking', async () => {
  const watch = hardwareById(34);
  if (watch === undefined) throw new Error('watch seven is missing');
  await show(
    34,
    settingsOnTab(watch, 'tracking', settingsFor(watch, null)).map(({ key }) => key),
  );
  const off = await screen.findByRole<HTMLInputElement>('switch', { name: /^Slå av posisjonering/ });
  const tracking = screen.getByRole<HTMLInputElement>('switch', { name: /^Automatisk sporing/ });
  expect([...document.querySelectorAll('legend')].map(({ textContent }) => textContent)).toEqual([
    ...['Sporingsmodus', 'Posisjonering'],
  ]);
  expect(off.closest('fieldset')?.textContent).toMatch(/^Posisjonering/);
  expect([off.checked, tracking.disabled]).toEqual([false, false]);
  await userEvent.click(off);
  const question = within(await screen.findByRole('dialog'));
  expect(
    question.getByText(
      /^Er du sikker på at du vil deaktivere posisjonering på denne enheten\? .*kan da ikke lokaliseres, og fungerer bare som alarmenhet/,
    ),
  ).toBeDefined();
  await userEvent.click(question.getByRole('button', { name: 'Avbryt' }));
  expect([off.checked, tracking.disabled]).toEqual([false, false]);
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(off);
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Fortsett' }));
  await vi.waitFor(() => expect([off.checked, tracking.disabled]).toEqual([true, true]));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(off);
  expect([off.checked, tracking.disabled, screen.queryByRole('dialog')]).toEqual([false, false, null]);
});

it.each([
  ['[D5.049] the sensitivity for falls', 'fallDownLevel', /^Følsomhet for fall/, [1, 9], 7],
  ['[D5.050] the angle of tilting', 'tiltAngle', /^Vinkel/, [0, 90], 60],
  ['[D5.051] the time of tilting', 'tiltTime', /^Tid på skrå/, [1, 3600], 120],
] as const)(
  'has %s of an EV-07B as a slider with its limits, which moves by 1',
  async (_, key, name, [min, max], start) => {
    await show(23, ['fallDownAlert', 'fallDownLevel', 'tiltAlert', 'tiltAngle', 'tiltTime'], {
      ...{ fallDownAlert: true, tiltAlert: true, [key]: start },
    });
    const slider = await screen.findByRole<HTMLInputElement>('slider', { name });
    expect([slider.min, slider.max, slider.step, slider.value]).toEqual([`${min}`, `${max}`, '1', `${start}`]);
    fireEvent.change(slider, { target: { value: start + 1 } });
    expect(field(key)?.value).toMatch(new RegExp(`^${start + 1}\\b`));
  },
);

it('[D2.034 D4.003 D3.012] saves what was changed of man down alone, and only then; angle and time are dimmed while the tilt alarm is off', async () => {
  await show(23, ['fallDownAlert', 'fallDownLevel', 'tiltAlert', 'tiltAngle', 'tiltTime']);
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Lagre' });
  expect(isOff(save)).toBe(true);
  const isDimmed = () => ['fallDownLevel', 'tiltAngle', 'tiltTime'].map((key) => field(key)?.disabled);
  expect(isDimmed()).toEqual([true, true, true]);
  const toggle = screen.getByRole<HTMLInputElement>('switch', { name: /^Tiltalarm/ });
  await userEvent.click(toggle);
  expect(isDimmed()).toEqual([true, false, false]);
  expect(isOff(save)).toBe(false);
  await userEvent.click(toggle);
  expect(isOff(save)).toBe(true);
  await userEvent.click(toggle);
  await userEvent.click(save);
  await vi.waitFor(() => {
    const sent = vi.mocked(fetch).mock.calls.filter(([, init]) => init?.method === 'PUT');
    expect(sent.map(([, init]) => JSON.parse(String(init?.body)))).toEqual([
      { values: { tiltAlert: true }, began: { tiltAlert: false } },
    ]);
  });
});

it('offers the fall alarm of watch two as off, low and high, and asks before it is turned on only [D2.033 D3.013 C4.21]', async () => {
  await show(14, ['fallDownSensitivity']);
  const group = await screen.findByRole('radiogroup', { name: 'Fallalarm' });
  const radio = (name: string) => within(group).getByRole<HTMLInputElement>('radio', { name });
  const choices = within(group)
    .getAllByRole<HTMLInputElement>('radio')
    .map((one) => [one.value, one.parentElement?.parentElement?.textContent]);
  expect(choices).toEqual([
    ['0', 'Av'],
    ['1', 'Lav følsomhet'],
    ['2', 'Høy følsomhet'],
  ]);
  expect(radio('Av').checked).toBe(true);
  await userEvent.click(radio('Lav følsomhet'));
  const dialog = await screen.findByRole('dialog');
  expect(radio('Lav følsomhet').checked).toBe(false);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Fortsett' }));
  await vi.waitFor(() => expect(radio('Lav følsomhet').checked).toBe(true));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(radio('Høy følsomhet'));
  await userEvent.click(radio('Av'));
  expect(radio('Av').checked).toBe(true);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows the settings of the tab that the server returns to the user, and no others', async () => {
  await show(34, ['phoneNoWhiteList2', 'phoneNoWhiteList3', 'trackingInterval']);
  await vi.waitFor(() => expect(fieldNames()).toEqual(['trackingInterval']));
  cleanup();
  await show(34, ['phoneNoWhiteList2', 'phoneNoWhiteList3']);
  await vi.waitFor(() => expect(fieldNames()).toEqual(['phoneNoWhiteList2', 'phoneNoWhiteList3']));
});

it('shows read-only settings without inputs, and has no buttons when all are read-only', async () => {
  await show(34, ['phoneNoWhiteList2', 'phoneNoWhiteList3'], {}, ['phoneNoWhiteList3']);
  await vi.waitFor(() => expect(field('phoneNoWhiteList3')?.disabled).toBe(true));
  expect(field('phoneNoWhiteList2')?.disabled).toBe(false);
  expect(screen.getByRole('button', { name: 'Lagre' })).toBeDefined();
  cleanup();
  await show(34, ['trackingInterval'], {}, ['trackingInterval']);
  await vi.waitFor(() => expect(field('trackingInterval')?.disabled).toBe(true));
  expect(screen.queryByRole('button', { name: 'Lagre' })).toBeNull();
});

it('shows that no setting is open to the user, also for hardware with settings', async () => {
  await show(34, []);
  expect(await screen.findByText('Ingen innstillinger')).toBeDefined();
  expect(fieldNames()).toEqual([]);
});

it('leaves out a setting that this version does not know', async () => {
  await show(34, ['fromTheFuture', 'fallDownAlert']);
  await vi.waitFor(() => expect(fieldNames()).toEqual(['fallDownAlert']));
});

it('offers the heartbeat intervals of the specification, in the largest unit that fits [C3.46 D9.052 C9.18 C9.21]', async () => {
  await show(13, ['heartbeatInterval']);
  expect(await choicesOf('heartbeatInterval')).toEqual([
    [0, 'Deaktiver'],
    [2, '2 minutter'],
    [3, '3 minutter'],
    [4, '4 minutter'],
    [5, '5 minutter'],
    [10, '10 minutter'],
    [15, '15 minutter'],
    [30, '30 minutter'],
    [60, '1 time'],
    [120, '2 timer'],
    [180, '3 timer'],
    [240, '4 timer'],
    [360, '6 timer'],
    [480, '8 timer'],
    [720, '12 timer'],
    [1440, '1 dag'],
    [2880, '2 dager'],
    [4320, '3 dager'],
    [5760, '4 dager'],
    [7200, '5 dager'],
    [8640, '6 dager'],
    [10_080, '1 uke'],
    [20_160, '2 uker'],
    [30_240, '3 uker'],
    [40_320, '4 uker'],
  ]);
});

it('offers the tracking intervals of the specification, stored in seconds [D5.043]', async () => {
  await show(34, ['trackingInterval']);
  expect(await choicesOf('trackingInterval')).toEqual([
    [60, '1 minutt'],
    [120, '2 minutter'],
    [180, '3 minutter'],
    [240, '4 minutter'],
    [300, '5 minutter'],
    [600, '10 minutter'],
    [1200, '20 minutter'],
    [1800, '30 minutter'],
    [2700, '45 minutter'],
    [3600, '1 time'],
  ]);
});

const stored = { phoneNoWhiteList1: '+4790000001' };
const number = () => screen.findByDisplayValue<HTMLInputElement>(/90000001/);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

it('has Save and Cancel only while something is changed, and Cancel restores the stored values [C4.15 C4.16 C4.17]', async () => {
  await show(34, ['phoneNoWhiteList1'], stored);
  const input = await number();
  expect([isOff(button('Avbryt')), isOff(button('Lagre'))]).toEqual([true, true]);
  await userEvent.type(input, '23');
  expect(input.value).toBe('+479000000123');
  expect([isOff(button('Avbryt')), isOff(button('Lagre'))]).toEqual([false, false]);
  await userEvent.click(button('Avbryt'));
  expect(input.value).toBe('+4790000001');
  expect([isOff(button('Avbryt')), isOff(button('Lagre'))]).toEqual([true, true]);
});

it('asks before unsaved changes are discarded: Avbryt stays, Fortsett leaves [C4.18 C8.01 C8.02 C8.03 C8.04 D8.001 D8.002]', async () => {
  const { address } = await show(34, ['phoneNoWhiteList1'], stored);
  const input = await number();
  await userEvent.type(input, '2');
  const leave = () => userEvent.click(screen.getByRole('link', { name: 'SO000001' }));
  await leave();
  const dialog = await screen.findByRole('dialog', { name: 'Ulagrede endringer' });
  expect(dialog.textContent).toContain(
    'Du er i ferd med å forlate siden, men du har ulagrede endringer som vil gå tapt. Vil du fortsette?',
  );
  const buttons = within(dialog).getAllByRole('button');
  expect(buttons.map((one) => one.textContent).filter(Boolean)).toEqual(['Avbryt', 'Fortsett']);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
  expect(address()).toBe('/');
  expect(input.value).toBe('+47900000012');
  await leave();
  const again = await screen.findByRole('dialog', { name: 'Ulagrede endringer' });
  await userEvent.click(within(again).getByRole('button', { name: 'Fortsett' }));
  await vi.waitFor(() => expect(address()).toBe('/vardes/search=SO000001'));
});
