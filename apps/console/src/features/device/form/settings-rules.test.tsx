import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { Hardware } from '@varde/catalogue/hardware/types';
import { settingsFor } from '@varde/catalogue/settings/settings-for';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { beforeEach, expect, it, vi } from 'vitest';
import { isOff } from '../../../testing/is-off.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { SettingsForm } from './settings-form.tsx';

const rules: Hardware['settings'] = {
  silentAlarm: {},
  teamAlert: {},
  sosCancellation: {},
  voicePromptSosAlarm: {},
  staticTooLong: {},
};
const hardware = hardwareById(23);
const definitions = hardware ? settingsFor({ ...hardware, settings: rules }, null) : [];
const saved = vi.fn<(values: unknown) => void>();

async function show(desired: SettingValues = {}) {
  const settings = {
    deviId: 1,
    dehaId: 23,
    fiwaNum: null,
    announced: [],
    settings: definitions.map(({ key }) => {
      const idle = {
        reported: null,
        reportedAt: null,
        delivery: null,
        deviates: false,
        changed: null,
        changeable: true,
      };
      return { key, desired: desired[key] ?? null, ...idle };
    }),
  };
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_url: string, { body }: { body: string }) => {
      saved(JSON.parse(body).values);
      return Response.json(settings);
    }),
  );
  await renderPage(
    <ModalsProvider>
      <SettingsForm deviId={1} tab="settings" settings={settings} definitions={definitions} />
    </ModalsProvider>,
  );
}
const field = (key: string) => document.querySelector<HTMLInputElement>(`input[name="${key}"]`);
const isOn = (key: string) => field(key)?.checked;
const turn = async (key: string) => {
  const input = field(key);
  if (input === null) throw new Error(`${key} is not shown`);
  await userEvent.click(input);
};
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const answer = async (name: string) => {
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

beforeEach(() => saved.mockReset());

it('turns the voice prompt on with alarm cancellation, and saves both', async () => {
  await show();
  await turn('sosCancellation');
  expect(isOn('voicePromptSosAlarm')).toBe(true);
  await turn('voicePromptSosAlarm');
  expect(isOn('voicePromptSosAlarm')).toBe(false);
  await turn('sosCancellation');
  expect(isOn('voicePromptSosAlarm')).toBe(false);
  await turn('sosCancellation');
  await userEvent.click(button('Lagre'));
  await vi.waitFor(() => expect(saved).toHaveBeenCalledWith({ sosCancellation: true, voicePromptSosAlarm: true }));
});

it('asks before silent alarm is turned on and before it is saved, hides the settings that it excludes, and saves none of those', async () => {
  await show();
  await turn('sosCancellation');
  await turn('silentAlarm');
  await answer('Fortsett');
  expect([field('sosCancellation'), field('voicePromptSosAlarm')]).toEqual([null, null]);
  await userEvent.click(button('Lagre'));
  await answer('Avbryt');
  expect(saved).not.toHaveBeenCalled();
  await userEvent.click(button('Lagre'));
  await answer('Fortsett');
  await vi.waitFor(() => expect(saved).toHaveBeenCalledWith({ silentAlarm: true }));
});

it('asks nothing when silent alarm was on before, or is turned off', async () => {
  await show({ silentAlarm: true });
  await turn('silentAlarm');
  await userEvent.click(button('Lagre'));
  await vi.waitFor(() => expect(saved).toHaveBeenCalledWith({ silentAlarm: false }));
});

it('warns while the team alert is on and the alarm is not silent', async () => {
  await show();
  const warning = () => screen.queryByText(/^Stille alarm er av/);
  expect(warning()).toBeNull();
  await turn('teamAlert');
  expect(warning()?.closest('[role="status"]')).not.toBeNull();
  await turn('silentAlarm');
  await answer('Fortsett');
  expect(warning()).toBeNull();
});

it('ticks the override when the value is not the default, and restores the default when it is unticked', async () => {
  await show({ staticTooLong: 48 });
  const override = screen.getByRole<HTMLInputElement>('checkbox', { name: /Ubevegelig for lenge/ });
  const value = () => screen.getByLabelText<HTMLInputElement>('Ubevegelig for lenge');
  expect([override.checked, value().value, value().disabled]).toEqual([true, '48 h', false]);
  await userEvent.click(override);
  expect([override.checked, value().value, value().disabled]).toEqual([false, '24 h', true]);
  await userEvent.click(button('Lagre'));
  await vi.waitFor(() => expect(saved).toHaveBeenCalledWith({ staticTooLong: 24 }));
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
