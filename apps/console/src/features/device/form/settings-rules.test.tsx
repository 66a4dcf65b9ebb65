import { ModalsProvider } from '@mantine/modals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hardwareById, hardwareList, type KnownHardware } from '@varde/catalogue/hardware/index';
import { hardwareSettings } from '@varde/catalogue/settings/hardware-settings';
import { type KnownSetting, settingsFor } from '@varde/catalogue/settings/settings-for';
import type { HardwareSettings } from '@varde/catalogue/settings/shared-settings';
import type { SettingValues } from '@varde/catalogue/settings/types';
import type { SettingState } from '@varde/contract/settings';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isOff } from '../../../testing/is-off.ts';
import { settingsRecord } from '../../../testing/records.ts';
import { renderPage, sessionRecord } from '../../../testing/render-page.tsx';
import { SettingsForm } from './settings-form.tsx';

/** The settings of the kind in these tests. */
const ruled: HardwareSettings = {
  aclCheck: {},
  autoTracking: {},
  buttonBehaviour: {},
  buttonSensitivity: {},
  disablePositioning: {},
  fallDownAlert: {},
  minNumSatellites: {},
  powerSaving: {},
  silentAlarm: {},
  sosCancellation: {},
  staticTooLong: {},
  teamAlert: {},
  trackingIntervalNightInMinutes: {},
  trackingNightEnds: {},
  trackingNightStarts: {},
  voicePromptSosAlarm: {},
};
const pendant = hardwareById(23);
if (pendant === undefined) throw new Error('trigger two 4G is missing');
const hardware = pendant;
/** A device with the newest firmware and everything that can be announced. */
const newest = { fiwaNum: 99, announced: ['extension', 'promptVol', 'sosCancellation'] };
const settingsOf = (of: KnownHardware) => settingsFor(of, newest.fiwaNum, newest.announced);
const saved = vi.fn<(values: unknown) => void>();

interface Shown {
  desired?: SettingValues;
  /** What the device has instead of the desired values. */
  deviating?: SettingValues;
  /** The settings on the tab; absent: all. */
  on?: readonly string[];
  of?: KnownHardware;
  isPrivate?: boolean;
}

async function show({ desired = {}, deviating = {}, on, of = hardware, isPrivate = false }: Shown = {}) {
  const record = settingsRecord(of, { desired, ...newest });
  const deviates = (state: SettingState) =>
    state.key in deviating ? { ...state, reported: deviating[state.key] ?? null, deviates: true } : state;
  const settings = { ...record, settings: record.settings.map(deviates) };
  const ofDevice = settingsOf(of);
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_url: string, { body }: { body: string }) => {
      saved(JSON.parse(body).values);
      return Response.json(settings);
    }),
  );
  await renderPage(
    <ModalsProvider>
      <SettingsForm
        deviId={1}
        tab="settings"
        {...{ settings, ofDevice }}
        definitions={ofDevice.filter(({ key }) => on?.includes(key) ?? true)}
      />
    </ModalsProvider>,
    sessionRecord(isPrivate ? { abilities: ['private'] } : {}),
  );
}
const field = (key: string) => document.querySelector<HTMLInputElement>(`[name="${key}"]`);
const isOn = (key: string) => field(key)?.checked;
const turn = async (key: string) => {
  const input = field(key);
  if (input === null) throw new Error(`${key} is not shown`);
  await userEvent.click(input);
};
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const save = () => userEvent.click(button('Lagre'));
const isSaved = (values: object) => vi.waitFor(() => expect(saved).toHaveBeenCalledWith(values));
const answer = async (name: string, text?: RegExp) => {
  const dialog = await screen.findByRole('dialog');
  if (text) expect(dialog.textContent).toMatch(text);
  await userEvent.click(within(dialog).getByRole('button', { name }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};
const nobodyAsks = () => expect(screen.queryByRole('dialog')).toBeNull();

/** The kind of these tests has these settings. */
const having = (settings: HardwareSettings) =>
  vi.spyOn(hardwareSettings, hardware.key, 'get').mockReturnValue(settings);

beforeEach(() => {
  saved.mockReset();
  having(ruled);
});

afterEach(() => {
  vi.restoreAllMocks();
});

it('[C4.20 C4.19 C3.24] asks before the alarm button is turned off, saves 1, and dims silent alarm, fall alarm, sensitivity, voice prompt and alarm cancellation, and nothing else', async () => {
  const needing = ['silentAlarm', 'fallDownAlert', 'buttonSensitivity', 'voicePromptSosAlarm', 'sosCancellation'];
  await show();
  const dimmed = () =>
    [...document.querySelectorAll<HTMLInputElement>('form [name]:disabled')].map(({ name }) => name).sort();
  const before = dimmed();
  expect(before.filter((key) => needing.includes(key))).toEqual([]);
  const off = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Av' });
  await userEvent.click(off());
  await answer('Avbryt', /kan da ikke utløse alarm med knappen/);
  expect(off().checked).toBe(false);
  await userEvent.click(off());
  await answer('Fortsett');
  expect(off().checked).toBe(true);
  expect(dimmed()).toEqual([...before, ...needing].sort());
  await save();
  await isSaved({ buttonBehaviour: 1 });
});

it('[C4.19] dims man down on its own page while the alarm button is off, and not with any other value', async () => {
  await show({ on: ['fallDownAlert'], desired: { buttonBehaviour: 1 } });
  expect([field('buttonBehaviour'), field('fallDownAlert')?.disabled]).toEqual([null, true]);
  cleanup();
  await show({ on: ['fallDownAlert'], desired: { buttonBehaviour: 2 } });
  expect(field('fallDownAlert')?.disabled).toBe(false);
});

it('[C4.29 C3.29] turns the voice prompt on with alarm cancellation, and saves both', async () => {
  await show();
  await turn('sosCancellation');
  expect(isOn('voicePromptSosAlarm')).toBe(true);
  await turn('voicePromptSosAlarm');
  expect(isOn('voicePromptSosAlarm')).toBe(false);
  await turn('sosCancellation');
  expect(isOn('voicePromptSosAlarm')).toBe(false);
  await turn('sosCancellation');
  await save();
  await isSaved({ sosCancellation: true, voicePromptSosAlarm: true });
});

it('saves a voice prompt that is turned off again as it is shown, although alarm cancellation turns it on', async () => {
  await show();
  await turn('sosCancellation');
  await turn('voicePromptSosAlarm');
  expect(isOn('voicePromptSosAlarm')).toBe(false);
  await save();
  await isSaved({ sosCancellation: true, voicePromptSosAlarm: false });
});

it('asks before the alarm button is turned off by sending its value again', async () => {
  await show({ desired: { buttonBehaviour: 1 }, deviating: { buttonBehaviour: 2 } });
  await userEvent.click(button('Send på nytt: Alarmknapp'));
  await answer('Avbryt', /kan da ikke utløse alarm med knappen/);
  expect(saved).not.toHaveBeenCalled();
  await userEvent.click(button('Send på nytt: Alarmknapp'));
  await answer('Fortsett');
  await isSaved({ buttonBehaviour: 1 });
});

it('sends a value that another setting decides again, and does not offer to keep that of the device', async () => {
  having({ ...ruled, timeZone: {}, timeZoneOfMarket: {} });
  const own = { timeZone: 0, staticTooLong: 24 };
  const desired = { timeZoneOfMarket: true, timeZone: 60, staticTooLong: 48 };
  await show({ desired, deviating: own });
  const kept = screen.getAllByRole('button', { name: /^Behold enhetens/ }).map((one) => one.getAttribute('aria-label'));
  expect(kept).toEqual(['Behold enhetens: Ubevegelig for lenge']);
  await userEvent.click(button('Send på nytt: Tidssone'));
  await isSaved({ timeZone: 60 });
  cleanup();
  await show({ desired: { ...desired, timeZoneOfMarket: false }, deviating: own });
  expect(button('Behold enhetens: Tidssone')).toBeDefined();
});

it('sends a value again without the others that it would turn on', async () => {
  await show({ desired: { sosCancellation: true }, deviating: { sosCancellation: false } });
  await userEvent.click(button('Send på nytt: Avbryte alarm'));
  await isSaved({ sosCancellation: true, voicePromptSosAlarm: false });
});

it('[C4.22 C4.25 C4.27 C4.28] asks before silent alarm is turned on and before it is saved, hides alarm cancellation and voice prompt, and saves none of those', async () => {
  await show();
  await turn('sosCancellation');
  await turn('silentAlarm');
  await answer('Avbryt', /hører ikke at den er sendt/);
  expect(isOn('silentAlarm')).toBe(false);
  await turn('silentAlarm');
  await answer('Fortsett');
  expect(isOn('silentAlarm')).toBe(true);
  expect([field('sosCancellation'), field('voicePromptSosAlarm')]).toEqual([null, null]);
  await save();
  await answer('Avbryt', /risiko for at tjenestemottakeren ikke merker/);
  expect(saved).not.toHaveBeenCalled();
  await save();
  await answer('Fortsett');
  await isSaved({ silentAlarm: true });
});

it('[C4.22 C4.25] asks nothing when silent alarm was on before, or is turned off', async () => {
  await show({ desired: { silentAlarm: true } });
  await turn('teamAlert');
  await save();
  await isSaved({ teamAlert: true });
  nobodyAsks();
  cleanup();
  await show({ desired: { silentAlarm: true } });
  await turn('silentAlarm');
  await save();
  await isSaved({ silentAlarm: false });
});

it('[C4.26 C3.33] warns while the team alert is on and the alarm is not silent', async () => {
  await show();
  const warning = () => screen.queryByText(/^Stille alarm er av/);
  expect(warning()).toBeNull();
  await turn('teamAlert');
  expect(warning()?.closest('[role="status"]')).not.toBeNull();
  await turn('silentAlarm');
  await answer('Fortsett');
  expect(warning()).toBeNull();
});

it('[C4.30 C4.31] asks before the call filter is turned off, with the risk of it; cancelling keeps it on', async () => {
  await show();
  expect(isOn('aclCheck')).toBe(true);
  await turn('aclCheck');
  await answer('Avbryt', /alle som kjenner nummeret, komme inn i en toveis samtale/);
  expect(isOn('aclCheck')).toBe(true);
  await turn('aclCheck');
  await answer('Fortsett');
  expect(isOn('aclCheck')).toBe(false);
  await turn('aclCheck');
  expect(isOn('aclCheck')).toBe(true);
  nobodyAsks();
});

it('[C4.32 C4.33] ticks the override when the value is not the default, and restores the default when it is unticked', async () => {
  await show({ desired: { staticTooLong: 48 } });
  const override = screen.getByRole<HTMLInputElement>('checkbox', { name: /Ubevegelig for lenge/ });
  const value = () => screen.getByLabelText<HTMLInputElement>('Ubevegelig for lenge');
  expect([override.checked, value().value, value().disabled]).toEqual([true, '48 h', false]);
  await userEvent.click(override);
  expect([override.checked, value().value, value().disabled]).toEqual([false, '24 h', true]);
  await save();
  await isSaved({ staticTooLong: 24 });
});

it('opens the value when the override is ticked, and closes it again when everything is restored', async () => {
  await show();
  const override = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /Ubevegelig for lenge/ });
  const value = () => screen.getByLabelText<HTMLInputElement>('Ubevegelig for lenge');
  expect([override().checked, value().disabled]).toEqual([false, true]);
  await userEvent.click(override());
  expect([override().checked, value().disabled, isOff(button('Lagre'))]).toEqual([true, false, true]);
  await userEvent.clear(value());
  await userEvent.type(value(), '36');
  expect(isOff(button('Lagre'))).toBe(false);
  await userEvent.click(button('Avbryt'));
  expect([override().checked, value().disabled, value().value]).toEqual([false, true, '24 h']);
});

it('[D4.054 D4.055 D4.056] has power saving only with automatic tracking, which turns it off with itself, and neither without positioning', async () => {
  await show();
  const tracking = () => field('autoTracking');
  const sparing = () => field('powerSaving');
  expect([tracking()?.disabled, sparing()?.disabled]).toEqual([false, true]);
  await turn('autoTracking');
  expect(sparing()?.disabled).toBe(false);
  await turn('powerSaving');
  expect(sparing()?.checked).toBe(true);
  await turn('autoTracking');
  expect([sparing()?.checked, sparing()?.disabled]).toEqual([false, true]);
  await turn('autoTracking');
  await turn('disablePositioning');
  await answer('Fortsett');
  expect([tracking()?.disabled, sparing()?.disabled]).toEqual([true, true]);
});

const night = () => screen.getByLabelText<HTMLSelectElement>('Sporingsintervall om natten');
const openAdvanced = () => userEvent.click(button('Avanserte innstillinger'));
const optionsOf = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value, text }) => [value, text]);

it('[D9.015 D9.016 D9.017 D3.040] offers the intervals of the night, and with one of its own its first and last hour', async () => {
  await show();
  expect(screen.queryByLabelText('Sporingsintervall om natten')).toBeNull();
  await openAdvanced();
  expect(optionsOf('Sporingsintervall om natten')).toEqual([
    ['0', 'Som om dagen'],
    ['1', '1 minutt'],
    ...['2', '3', '4', '5', '10', '20'].map((minutes) => [minutes, `${minutes} minutter`]),
  ]);
  expect([night().value, screen.queryByLabelText('Natten begynner')]).toEqual(['0', null]);
  await userEvent.selectOptions(night(), '10');
  const hours = (...times: string[]) => times.map((time) => [time, time]);
  expect(optionsOf('Natten begynner')).toEqual(hours('20:00', '21:00', '22:00', '23:00', '00:00', '01:00', '02:00'));
  expect(optionsOf('Natten slutter')).toEqual(hours('03:00', '04:00', '05:00', '06:00', '07:00', '08:00', '09:00'));
  const value = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).value;
  expect([value('Natten begynner'), value('Natten slutter')]).toEqual(['22:00', '07:00']);
});

const twoIntervals = /Er du sikker på at du vil ha egne intervaller for dag og natt\?/;

it('[D5.031] asks whenever it is saved with a night interval other than 0', async () => {
  await show();
  await openAdvanced();
  await userEvent.selectOptions(night(), '20');
  await save();
  await answer('Avbryt', twoIntervals);
  expect(saved).not.toHaveBeenCalled();
  await save();
  await answer('Fortsett', twoIntervals);
  await isSaved({ trackingIntervalNightInMinutes: 20 });
  cleanup();
  await show({ desired: { trackingIntervalNightInMinutes: 5 } });
  await userEvent.selectOptions(screen.getByLabelText('Natten begynner'), '23:00');
  await save();
  await answer('Fortsett', twoIntervals);
  await isSaved({ trackingNightStarts: '23:00' });
  cleanup();
  await show({ desired: { trackingIntervalNightInMinutes: 5 } });
  await userEvent.selectOptions(night(), '0');
  await save();
  await isSaved({ trackingIntervalNightInMinutes: 0 });
  nobodyAsks();
});

it('[D9.018 D5.037 D5.038] has the satellites behind an override, for private users without one and with a help text of their own', async () => {
  const count = () => screen.getByLabelText<HTMLInputElement>('Krav til satellitter');
  const override = () => screen.queryByRole('checkbox', { name: /Krav til satellitter/ });
  await show();
  expect([override() === null, count().disabled, count().value]).toEqual([false, true, '4']);
  expect(screen.queryByText(/^Flere satellitter gir/)).toBeNull();
  cleanup();
  await show({ isPrivate: true });
  expect([override(), count().disabled, count().value]).toEqual([null, false, '4']);
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: /^Krav til satellitter/ });
  expect([slider.min, slider.max, slider.step]).toEqual(['4', '9', '1']);
  expect(screen.getByText(/^Flere satellitter gir/)).toBeDefined();
  expect(screen.queryByText(/^En posisjon med færre satellitter/)).toBeNull();
  expect(screen.getByRole('checkbox', { name: /Ubevegelig for lenge/ })).toBeDefined();
});

const isNumber = (setting: KnownSetting) => setting.kind === 'integer' && setting.unit !== 'utc';
const sliders = () =>
  screen.getAllByRole<HTMLInputElement>('slider').map(({ min, max, step }) => [Number(min), Number(max), Number(step)]);

it('[D5.039] has a slider for each number with limits of every hardware, which moves by 1 between them', async () => {
  vi.restoreAllMocks();
  const seen = new Set<string>();
  for (const of of hardwareList) {
    const limitsOf = (setting: KnownSetting) => ('min' in setting ? [setting.min, setting.max, 1] : []);
    const named = (setting: KnownSetting) => `${setting.key} ${limitsOf(setting)}`;
    const numbers = settingsOf(of).filter((setting) => isNumber(setting) && !seen.has(named(setting)));
    if (numbers.length === 0) continue;
    for (const setting of numbers) seen.add(named(setting));
    await show({ of, on: numbers.map(({ key }) => key), desired: { calibrateBloodPressureSetting: true } });
    expect(sliders(), of.name).toEqual(numbers.map(limitsOf));
    cleanup();
  }
  expect(seen.size).toBeGreaterThan(20);
});

it('[D5.039] follows its slider with the number, and saves it', async () => {
  having({ twoWayMic: {} });
  await show();
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: /^Volum i mikrofonen/ });
  fireEvent.change(slider, { target: { value: '11' } });
  expect(field('twoWayMic')?.value).toBe('11');
  await save();
  await isSaved({ twoWayMic: 11 });
});

it('warns while the call filter is on and no number is on the list, and only of a list that the user sees', async () => {
  having({ aclCheck: {}, phoneNoWhiteList1: {}, phoneNoWhiteList2: {}, phoneNoWhiteList3: {} });
  const warning = () => screen.queryByText(/^Det står ingen numre på listen/);
  await show();
  expect(warning()?.closest('[role="status"]')).not.toBeNull();
  await userEvent.type(screen.getByLabelText('Telefonnummer 3'), '112');
  expect(warning()).toBeNull();
  cleanup();
  await show({ desired: { aclCheck: false } });
  expect(warning()).toBeNull();
  cleanup();
  having({ aclCheck: {} });
  await show();
  expect(warning()).toBeNull();
});
