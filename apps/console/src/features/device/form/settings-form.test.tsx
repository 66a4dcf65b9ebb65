import { ModalsProvider } from '@mantine/modals';
import { Notifications, notifications } from '@mantine/notifications';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hardwareList, type KnownHardware } from '@varde/catalogue/hardware/index';
import { settingsFor } from '@varde/catalogue/settings/settings-for';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { settingsRecord } from '../../../testing/records.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { SettingsForm } from './settings-form.tsx';

const hardwareOf = (key: string): KnownHardware => {
  const found = hardwareList.find((one) => one.key === key);
  if (found === undefined) throw new Error(`${key} is missing`);
  return found;
};
const watch = hardwareOf('watchSeven');
const home = hardwareOf('home');
const definitions = settingsFor(watch, null);
const asking = definitions.find(({ confirm }) => confirm?.some(({ when }) => when === 'change'));
const fetched = vi.fn<() => Promise<Response>>();

const show = (hardware = watch, shown: readonly string[] | null = null) =>
  renderPage(
    <ModalsProvider>
      <Notifications />
      <SettingsForm
        deviId={1}
        tab="settings"
        settings={settingsRecord(hardware)}
        ofDevice={settingsFor(hardware, null)}
        definitions={settingsFor(hardware, null).filter(({ key }) => shown?.includes(key) ?? true)}
      />
    </ModalsProvider>,
  );
const phone = () => screen.getByLabelText<HTMLInputElement>('Telefonnummer 1');

beforeEach(() => {
  notifications.clean(); // those of other test files
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});

describe('the settings form', () => {
  it('keeps the caret while somebody types, also in the middle', async () => {
    await show();
    const user = userEvent.setup();
    await user.type(phone(), '90000000');
    phone().setSelectionRange(2, 2);
    await user.keyboard('12');
    expect(phone().value).toBe('9012000000');
    expect(phone().selectionStart).toBe(4);
  });

  it('makes a change that needs confirmation only after the answer', async () => {
    if (asking === undefined) throw new Error('no setting asks');
    await show();
    const toggle = document.querySelector<HTMLInputElement>(`input[name="${asking.key}"]`);
    if (toggle === null) throw new Error('the setting is not shown');
    const before = toggle.checked;
    await userEvent.click(toggle);
    const dialog = await screen.findByRole('dialog');
    expect(toggle.checked).toBe(before);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Fortsett' }));
    await vi.waitFor(() => expect(toggle.checked).toBe(!before));
  });

  it('asks once for the confirmation of a change that is made twice at once', async () => {
    if (asking === undefined) throw new Error('no setting asks');
    await show();
    const toggle = document.querySelector<HTMLInputElement>(`input[name="${asking.key}"]`);
    if (toggle === null) throw new Error('the setting is not shown');
    await userEvent.dblClick(toggle);
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toggle.checked).toBe(false);
  });

  it('says of the battery threshold of a home unit that Varde uses it, and not that it is sent', async () => {
    fetched.mockResolvedValue(Response.json(settingsRecord(home, { desired: { batteryThreshold: 40 } })));
    await show(home, ['batteryThreshold']);
    expect(screen.getAllByText(/^Gjelder i Varde, ikke i enheten/)).toHaveLength(1);
    expect(screen.queryByText(/rapportert/)).toBeNull();
    const field = screen.getByLabelText<HTMLSelectElement>('Grense for lavt batteri');
    expect([...field.options].map(({ text }) => text)).toEqual(['10 %', '20 %', '30 %', '40 %']);
    await userEvent.selectOptions(field, '40 %');
    await userEvent.click(screen.getByRole('button', { name: 'Lagre' }));
    expect(await screen.findByText('Innstillingene er lagret.')).toBeDefined();
    expect(screen.queryByText(/sendes til enheten\.$/)).toBeNull();
  });

  it.each([
    ['2026-03-29T00:59:00Z', 1, 'Som markedet (Norge, nå UTC+1)'],
    ['2026-03-29T01:00:00Z', 1, 'Som markedet (Norge, nå UTC+2)'],
    ['2026-07-01T12:00:00Z', 5, 'Som markedet (Island, nå UTC)'],
  ] as const)(
    'says at %s what the time zone of market %i is now, and leaves it to that',
    async (now, market, words) => {
      vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
      onTestFinished(() => void vi.useRealTimers());
      const settings = settingsRecord(watch, { market, desired: { timeZoneOfMarket: true } });
      const ofDevice = settingsFor(watch, null);
      const shown = ofDevice.filter(({ key }) => key.startsWith('timeZone'));
      await renderPage(
        <ModalsProvider>
          <SettingsForm deviId={1} tab="settings" {...{ settings, ofDevice }} definitions={shown} />
        </ModalsProvider>,
      );
      expect(screen.getByText(words)).toBeDefined();
      expect(screen.getByLabelText<HTMLSelectElement>('Tidssone').disabled).toBe(true);
    },
  );

  it('shows a failed save beside its buttons, and keeps the input', async () => {
    fetched.mockRejectedValue(new TypeError('network'));
    await show();
    await userEvent.type(phone(), '112');
    const save = screen.getByRole('button', { name: 'Lagre' });
    await userEvent.click(save);
    expect(save.parentElement?.textContent).toContain('Får ikke kontakt med Varde.');
    expect(phone().value).toBe('112');
  });

  it('tells what the device has reported, of each setting but those that Varde itself acts on', async () => {
    await show();
    const own = definitions.filter(({ keptByServer }) => !keptByServer);
    expect(own.length).toBeLessThan(definitions.length);
    expect(screen.getByLabelText('Referanse i det andre systemet')).toBeTruthy();
    expect(screen.getAllByText(/Enheten har ikke rapportert noen verdi/)).toHaveLength(own.length);
    const toggle = document.querySelector<HTMLInputElement>('input[name="msgI9nActive"]');
    if (toggle === null) throw new Error('the setting is not shown');
    await userEvent.click(toggle);
    expect(screen.queryByLabelText('Referanse i det andre systemet')).toBeNull();
  });
});
