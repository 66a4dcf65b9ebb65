import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hardwareList } from '@varde/catalogue/hardware/index';
import { settingsFor } from '@varde/catalogue/settings/settings-for';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SettingsForm } from './settings-form.tsx';

const watch = hardwareList.find(({ key }) => key === 'watchSeven');
const definitions = watch ? settingsFor(watch, null) : [];
const asking = definitions.find(({ confirm }) => confirm?.some(({ when }) => when === 'change'));
const fetched = vi.fn<() => Promise<Response>>();

async function show() {
  const untold = { desired: null, reported: null, reportedAt: null, delivery: null, changeable: true };
  const settings = {
    deviId: 1,
    dehaId: watch?.dehaId ?? 0,
    fiwaNum: null,
    settings: definitions.map(({ key }) => ({ key, ...untold })),
  };
  await renderPage(
    <ModalsProvider>
      <SettingsForm deviId={1} settings={settings} definitions={definitions} />
    </ModalsProvider>,
  );
}
const phone = () => screen.getByLabelText<HTMLInputElement>('Telefonnummer 1');

beforeEach(() => {
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
    const own = definitions.filter(({ serverSide }) => !serverSide);
    expect(own.length).toBeLessThan(definitions.length);
    expect(screen.getByLabelText('Referanse i det andre systemet')).toBeTruthy();
    expect(screen.getAllByText(/Enheten har ikke rapportert noen verdi/)).toHaveLength(own.length);
    const toggle = document.querySelector<HTMLInputElement>('input[name="msgI9nActive"]');
    if (toggle === null) throw new Error('the setting is not shown');
    await userEvent.click(toggle);
    expect(screen.queryByLabelText('Referanse i det andre systemet')).toBeNull();
  });
});
