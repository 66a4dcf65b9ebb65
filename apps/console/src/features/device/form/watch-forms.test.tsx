import { ModalsProvider } from '@mantine/modals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type HardwareId, hardwareById } from '@varde/catalogue/hardware/index';
import { settingsFor } from '@varde/catalogue/settings/settings-for';
import { describe, expect, it, vi } from 'vitest';
import { isOff } from '../../../testing/is-off.ts';
import { deviceDetail } from '../../../testing/records.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { SettingsTab } from './settings-tab.tsx';

const idle = {
  ...{ desired: null, reported: null, reportedAt: null, delivery: null },
  ...{ deviates: false, changed: null, changeable: true },
};

/** What the form has saved, each time. */
let saved: object[];

/** The tab of a watch that has announced the extension for settings, unless it has not. */
async function show(dehaId: HardwareId, fiwaNum: number | null, announced = ['extension']) {
  const hardware = hardwareById(dehaId);
  if (hardware === undefined) throw new Error(`no hardware ${dehaId}`);
  let settings = settingsFor(hardware, fiwaNum, announced).map(({ key }) => ({ key, ...idle }));
  saved = [];
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (_url, init) => {
      if (init?.method === 'PUT') {
        const { values } = JSON.parse(String(init.body));
        saved.push(values);
        settings = settings.map((setting) => ({ ...setting, desired: values[setting.key] ?? setting.desired }));
      }
      return Response.json({ deviId: 1, dehaId, fiwaNum, announced, settings });
    }),
  );
  const { unmount } = await renderPage(
    <ModalsProvider>
      <SettingsTab device={deviceDetail({ dehaId })} tab="lightAndSound" />
    </ModalsProvider>,
  );
  await screen.findByRole('button', { name: 'Lagre' });
  return unmount;
}
const field = (key: string) => document.querySelector<HTMLInputElement>(`[name="${key}"]`);
const isShown = (key: string) => field(key) !== null;
/** The texts of the values that a setting offers, in order. */
function choices(label: string): (string | null)[] {
  const list = screen.queryByRole<HTMLSelectElement>('combobox', { name: label });
  if (list !== null) return [...list.options].map(({ text }) => text);
  const group = screen.getByRole('radiogroup', { name: label });
  return [...group.querySelectorAll('label')].map(({ textContent }) => textContent);
}
const limits = (label: string) => {
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: new RegExp(label) });
  return [slider.min, slider.max, slider.step];
};

/** Shown or not, for each of these firmware numbers. */
async function shownAt(dehaId: HardwareId, key: string, ...firmware: (number | null)[]): Promise<boolean[]> {
  const shown: boolean[] = [];
  for (const number of firmware) {
    const unmount = await show(dehaId, number);
    shown.push(isShown(key));
    unmount();
  }
  return shown;
}

describe('the display and sound of a watch', () => {
  const options = [
    ...['soundOn', 'ringingOn', 'ledOn', 'lightMode', 'lowBatteryVoicePrompt', 'screenBrightness'],
    ...['screenLightMode', 'soundFilesLanguage', 'watchTheme', 'stepCountDisplay'],
  ];

  it('[C3.24 D3.036] are sound, ringing, light, light mode, the prompt for a low battery, the screen, the language, the theme and the steps on watch five', async () => {
    await show(29, 3);
    expect(options.filter((key) => !isShown(key))).toEqual([]);
  });

  it('has of these only what the protocol itself carries where a watch has not announced the extension', async () => {
    await show(29, 3, []);
    expect(options.filter(isShown)).toEqual(['ringingOn', 'soundFilesLanguage']);
  });

  it('[D3.037] has the light mode test, normal and off', async () => {
    await show(29, 3);
    expect(choices('Lysmodus')).toEqual(['Test', 'Normal', 'Av']);
  });

  it('[D3.038] has the brightness of the screen in five levels', async () => {
    for (const dehaId of [14, 17, 24, 29, 30, 34, 45] as const) {
      const unmount = await show(dehaId, 3);
      expect(limits('Lysstyrke'), `${dehaId}`).toEqual(['1', '5', '1']);
      unmount();
    }
  });

  it('[D3.039] lights the screen at the alarm button, always, or when the arm is raised, which is saved as 1, 2 and 3', async () => {
    await show(34, 3);
    const levels = ['Ved alarmknappen', 'Alltid', 'Når armen løftes'] as const;
    expect(choices('Når skjermen lyser')).toEqual(levels);
    const level = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
    expect(level('Når armen løftes').checked, 'of a watch that was told nothing').toBe(true);
    for (const name of levels) {
      await userEvent.click(level(name));
      await userEvent.click(screen.getByRole('button', { name: 'Lagre' }));
      await vi.waitFor(() => expect(saved).toHaveLength(levels.indexOf(name) + 1));
      await vi.waitFor(() => expect(isOff(screen.getByRole('button', { name: 'Lagre' }))).toBe(true));
      expect(levels.filter((each) => level(each).checked)).toEqual([name]);
    }
    expect(saved).toEqual([{ screenLightMode: 1 }, { screenLightMode: 2 }, { screenLightMode: 3 }]);
  });

  it('[D5.033] has no light mode with firmware number 2 or lower, or an unknown one', async () => {
    for (const dehaId of [11, 14, 29, 34] as const)
      expect(await shownAt(dehaId, 'lightMode', null, 1, 2, 3, 4)).toEqual([false, false, false, true, true]);
  });

  it('[D5.034] has brightness and mode of the screen on watch two only with a firmware number above 1, and on others with any', async () => {
    for (const key of ['screenBrightness', 'screenLightMode']) {
      for (const dehaId of [14, 45] as const)
        expect(await shownAt(dehaId, key, null, 0, 1, 2)).toEqual([false, false, false, true]);
      expect(await shownAt(34, key, null, 1, 2)).toEqual([true, true, true]);
    }
  });

  it('[D5.035] has the language of the sound files from the firmware number of the type on, and never where the type has none', async () => {
    for (const dehaId of [29, 34, 45] as const)
      expect(await shownAt(dehaId, 'soundFilesLanguage', null, 2, 3)).toEqual([false, false, true]);
    for (const dehaId of [11, 14, 17, 24, 30] as const)
      expect(await shownAt(dehaId, 'soundFilesLanguage', 2, 3, 9999)).toEqual([false, false, false]);
  });

  it('[D5.036] dims the step count with the analogue theme of watch five, and says why', async () => {
    await show(29, 3);
    const text = 'Skritt kan ikke vises på analog urskive.';
    expect([field('stepCountDisplay')?.disabled, screen.queryByText(text)]).toEqual([false, null]);
    const analogue = screen.getByRole('radio', { name: 'Analog' });
    await userEvent.click(analogue);
    expect(field('stepCountDisplay')?.disabled).toBe(true);
    expect(screen.getByText(text)).toBeDefined();
    await userEvent.click(screen.getByRole('radio', { name: 'Digital' }));
    expect(field('stepCountDisplay')?.disabled).toBe(false);
  });

  it('[D5.054] has the volume of the speaker in four steps from 1 on watch three, four and six', async () => {
    for (const dehaId of [17, 24, 30] as const) {
      const unmount = await show(dehaId, 3);
      expect(choices('Volum i høyttaleren')).toEqual(['Lav', 'Middels', 'Høy', 'Høyest']);
      unmount();
    }
  });

  it('[D5.055] has the volumes of watch one in three steps: low, medium and high', async () => {
    await show(11, 3);
    expect(choices('Volum i høyttaleren')).toEqual(['Lav', 'Middels', 'Høy']);
    expect(choices('Volum for ringelyden')).toEqual(['Lav', 'Middels', 'Høy']);
    expect(isShown('screenBrightness')).toBe(false);
  });
});
