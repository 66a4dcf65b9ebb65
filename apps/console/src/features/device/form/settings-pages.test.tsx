import { ModalsProvider } from '@mantine/modals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DeviceTabKey } from '@varde/catalogue/device-tabs';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { beforeAll, expect, it, vi } from 'vitest';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { isOff } from '../../../testing/is-off.ts';
import { deviceDetail, settingsRecord } from '../../../testing/records.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { tabContents } from '../tabs.tsx';

beforeAll(() => withDevicePageTexts(async () => undefined));

interface Shown {
  deviceEventSetups?: 'device' | 'customer' | 'none' | null;
  announced?: string[];
  fiwaNum?: number | null;
  desired?: SettingValues;
  fenced?: boolean;
}

const saved = vi.fn<(values: unknown) => void>();

/** A tab of a device as the product shows it. */
async function show(dehaId: number, tab: Exclude<DeviceTabKey, 'general'>, fields: Shown = {}) {
  cleanup();
  const hardware = hardwareById(dehaId);
  if (hardware === undefined) throw new Error(`hardware ${dehaId} is missing`);
  const record = settingsRecord(hardware, { announced: ['extension'], ...fields });
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (method === 'PUT') saved(JSON.parse(String(body)).values);
    return Response.json(
      url.endsWith('/settings') ? record : { readings: [], nextCursor: null, commands: [], days: [] },
    );
  });
  const Content = tabContents[tab];
  await renderPage(
    <ModalsProvider>
      <Content device={deviceDetail({ dehaId })} tab={tab} part={undefined} />
    </ModalsProvider>,
  );
  await screen.findByRole('button', { name: 'Lagre' });
}
const field = (key: string) => document.querySelector<HTMLInputElement>(`form [name="${key}"]`);
const has = (key: string) => field(key) !== null;
const legends = () => [...document.querySelectorAll('legend')].map(({ textContent }) => textContent);
const areOff = () => ['Avbryt', 'Lagre'].map((name) => isOff(screen.getByRole('button', { name })));

it('[D2.102 D2.103 D2.104] has a column of the display, or of the light without one, beside that of the sound, and Save only after a change', async () => {
  await show(34, 'lightAndSound');
  expect(legends()).toEqual(['Skjerm', 'Lyd']);
  expect(within(screen.getByRole('group', { name: 'Skjerm' })).getByLabelText('Lysstyrke på skjermen')).toBeDefined();
  expect(areOff()).toEqual([true, true]);
  await userEvent.click(screen.getByRole('switch', { name: /^Ringelyd/ }));
  expect(areOff()).toEqual([false, false]);
  await show(11, 'lightAndSound');
  expect(legends()).toEqual(['Lys', 'Lyd']);
});

it('[C2.67 C2.68] has a page of the alarm and one of the battery, each with Cancel and Save', async () => {
  await show(34, 'alarm');
  expect([has('buttonBehaviour'), areOff()]).toEqual([true, [true, true]]);
  expect(legends().slice(0, 2)).toEqual(['Alarm', 'Telefonnumre']);
  expect(field('buttonBehaviour')?.closest('[class*=row]')).toBe(document.querySelector('[class*=row]'));
  await show(34, 'battery');
  expect([has('batteryThreshold'), areOff()]).toEqual([true, [true, true]]);
});

it('[D2.031] warns to be careful before calibration is turned on, and has the base values while it is', async () => {
  await show(34, 'heartRateBloodPressure');
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: /^Kalibrer blodtrykk/ });
  expect(has('calibrateHeartRate')).toBe(false);
  await userEvent.click(toggle);
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Vær forsiktig når du kalibrerer enheten.');
  expect(toggle.checked).toBe(false);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Fortsett' }));
  await vi.waitFor(() => expect(toggle.checked).toBe(true));
  const bases = ['calibrateHeartRate', 'calibrateSystolicPressure', 'calibrateDiastolicPressure'];
  expect(bases.map(has)).toEqual([true, true, true]);
});

it('[D5.036] dims the step count of watch five on the analogue face, and says why', async () => {
  const text = 'Skritt kan ikke vises på analog urskive.';
  await show(29, 'lightAndSound');
  expect([field('stepCountDisplay')?.disabled, screen.queryByText(text)]).toEqual([false, null]);
  await userEvent.click(screen.getByRole('radio', { name: 'Analog' }));
  expect(field('stepCountDisplay')?.disabled).toBe(true);
  expect(screen.getByText(text)).toBeDefined();
});

it('[C3.34] links to a page about alerts to colleagues, on watch five to one of its own', async () => {
  const link = () => screen.getByRole('link', { name: 'Les mer om «Kollegavarsel»' }).getAttribute('href');
  await show(34, 'alarm');
  expect(link()).toBe('#/help/team-alert');
  await show(29, 'alarm');
  expect(link()).toBe('#/help/team-alert-watch-five');
});

it('says in one line that a device without the extension lacks settings, and nothing of one that has it', async () => {
  const line = () => screen.queryAllByText(/^Noen innstillinger krever nyere programvare/).length;
  await show(34, 'alarm', { announced: [] });
  expect([line(), has('silentAlarm')]).toEqual([1, false]);
  await show(34, 'alarm');
  expect([line(), has('silentAlarm')]).toEqual([0, true]);
});

it('[D4.057] shows automatic tracking as on with geofence while the device has one, also where it is turned off', async () => {
  const isShown = () => screen.queryByText(/^På med geofence/) !== null;
  const shown = [];
  for (const [autoTracking, fenced] of [
    [true, true],
    [true, false],
    [false, true],
  ] as const) {
    await show(34, 'tracking', { desired: { autoTracking }, fenced });
    shown.push(isShown());
  }
  expect(shown).toEqual([true, false, true]);
});

it('[D5.033] has the light mode of a watch from firmware number 3 on', async () => {
  const shown = [];
  for (const fiwaNum of [null, 2, 3]) {
    await show(34, 'lightAndSound', { fiwaNum });
    shown.push(has('lightMode'));
  }
  expect(shown).toEqual([false, false, true]);
});

it.each([14, 45])(
  '[D5.034] has the brightness and the mode of the screen of %i from firmware number 2 on',
  async (dehaId) => {
    const shown = [];
    for (const fiwaNum of [null, 1, 2]) {
      await show(dehaId, 'lightAndSound', { fiwaNum });
      shown.push(['screenBrightness', 'screenLightMode'].map(has));
    }
    expect(shown).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ]);
  },
);

it('[D5.035] has the language of the sound files from the firmware number on that the hardware names, and never without one', async () => {
  const named = hardwareById(29)?.capabilities.sotaFwnum ?? 0;
  expect([named > 0, hardwareById(24)?.capabilities.sotaFwnum]).toEqual([true, 0]);
  const shown = [];
  for (const [dehaId, fiwaNum] of [
    [29, named - 1],
    [29, named],
    [24, 99],
  ] as const) {
    await show(dehaId, 'lightAndSound', { fiwaNum });
    shown.push(has('soundFilesLanguage'));
  }
  expect(shown).toEqual([false, true, false]);
});

it.each([
  ['[D5.045] the microphone of trigger two 4G', 23, /^Volum i mikrofonen/, [0, 15]],
  ['[D5.048] the voice prompts of Eliza', 44, /^Volum for talemeldinger/, [0, 100]],
] as const)('has %s as a slider with its limits, which moves by 1', async (_, dehaId, name, [min, max]) => {
  await show(dehaId, 'lightAndSound');
  const slider = screen.getByRole<HTMLInputElement>('slider', { name });
  expect([slider.min, slider.max, slider.step]).toEqual([`${min}`, `${max}`, '1']);
});

it('[C4.23] warns while the voice prompt of trigger two 4G is on, which turns it off when it is saved, and on no other pendant', async () => {
  const warning = () => screen.queryByText('Talemeldingen slås av når siden lagres.');
  await show(23, 'alarm');
  expect(warning()).toBeNull();
  await userEvent.click(screen.getByRole('switch', { name: /^Talemelding ved alarm/ }));
  expect(warning()?.closest('[role="status"]')).not.toBeNull();
  for (const dehaId of [25, 5]) {
    await show(dehaId, 'alarm', { desired: { voicePromptSosAlarm: true } });
    expect([field('voicePromptSosAlarm')?.checked, warning()]).toEqual([true, null]);
  }
});

it('[D5.053] has the light level of a tracker as a slider of 5 steps, and takes no other value', async () => {
  await show(25, 'lightAndSound');
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: /^Lysstyrke/ });
  expect([slider.min, slider.max, slider.step]).toEqual(['1', '5', '1']);
  const level = screen.getByLabelText<HTMLInputElement>('Lysstyrke');
  for (const value of ['0', '6']) {
    await userEvent.clear(level);
    await userEvent.type(level, value);
    await userEvent.click(screen.getByRole('button', { name: 'Lagre' }));
    expect(level.getAttribute('aria-invalid'), value).toBe('true');
  }
});

it.each([23, 34, 13])(
  '[C3.49] has the battery threshold of %i as 10, 20, 30 and 40 percent, and saves the percent',
  async (dehaId) => {
    await show(dehaId, 'battery');
    const threshold = screen.getByLabelText<HTMLSelectElement>(/^Grense for lavt batteri/);
    expect([...threshold.options].map(({ value, text }) => [value, text])).toEqual(
      ['10', '20', '30', '40'].map((percent) => [percent, `${percent} %`]),
    );
    await userEvent.selectOptions(threshold, '40');
    await userEvent.click(screen.getByRole('button', { name: 'Lagre' }));
    await vi.waitFor(() => expect(saved).toHaveBeenLastCalledWith({ batteryThreshold: 40 }));
  },
);

it('[C3.25] turns the silent alarm of a watch on after the question, and saves it', async () => {
  await show(34, 'alarm');
  const agree = async () => {
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Fortsett' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await userEvent.click(screen.getByRole('switch', { name: /^Stille alarm/ }));
  await agree();
  await userEvent.click(screen.getByRole('button', { name: 'Lagre' }));
  await agree();
  await vi.waitFor(() => expect(saved).toHaveBeenLastCalledWith({ silentAlarm: true }));
});

it('[D5.052] has the brightness of the screen of a home unit as a slider from 1 to 10, where the unit has reported a screen', async () => {
  await show(13, 'light');
  expect(has('screenBrightness')).toBe(false);
  await show(13, 'light', { announced: ['screenBrightness'] });
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: /^Lysstyrke på skjermen/ });
  expect([slider.min, slider.max, slider.step]).toEqual(['1', '10', '1']);
  fireEvent.change(slider, { target: { value: '10' } });
  await userEvent.click(screen.getByRole('button', { name: 'Lagre' }));
  await vi.waitFor(() => expect(saved).toHaveBeenLastCalledWith({ screenBrightness: 10 }));
});

it.each([
  [34, 'alarm'],
  [13, 'settings'],
] as const)(
  '[C3.23] says on the page of the alarm of %i whose notification list counts, with the way to it',
  async (dehaId, tab) => {
    const link = () => screen.queryByRole('link', { name: 'Åpne varslingslisten' })?.getAttribute('href');
    for (const [deviceEventSetups, words] of [
      ['device', /^Alarmer varsles etter enhetens egen varslingsliste\./],
      ['customer', /^Alarmer varsles etter varslingslisten til kunden\./],
      ['none', /^Det er ingen varslingsliste: ingen varsles ved alarm\./],
    ] as const) {
      await show(dehaId, tab, { deviceEventSetups });
      expect(screen.getByText(words)).toBeDefined();
      expect(link()).toBe('#/event_setup/1');
    }
    await show(dehaId, tab, { deviceEventSetups: null });
    expect(link()).toBeUndefined();
    await show(dehaId, 'battery', { deviceEventSetups: 'none' });
    expect(link()).toBeUndefined();
  },
);
