import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { DeviceDetail } from '@varde/contract/devices';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { isOff } from '../../../testing/is-off.ts';
import { deviceDetail, settingsRecord } from '../../../testing/records.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { TrackingTab } from './tracking-tab.tsx';

const fetched = vi.fn<typeof fetch>();
let ofDevice: ReturnType<typeof settingsRecord>;

beforeAll(() => withDevicePageTexts(async () => undefined));
beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation(async (input) =>
    Response.json(String(input).endsWith('/settings') ? ofDevice : { commands: [], action: 'findMe' }),
  );
  vi.stubGlobal('fetch', fetched);
});

const actions: DeviceDetail['actions'] = ['findMe', 'locate', 'startTracking', 'stopTracking'];
async function show({ dehaId = 34, ...fields }: Partial<DeviceDetail> = {}) {
  const hardware = hardwareById(dehaId);
  if (hardware === undefined) throw new Error(`hardware ${dehaId} is missing`);
  ofDevice = settingsRecord(hardware, { announced: ['extension'] });
  await renderPage(
    <>
      <ModalsProvider />
      <Notifications />
      <TrackingTab device={deviceDetail({ dehaId, connected: true, actions, ...fields })} tab="tracking" />
    </>,
  );
  await screen.findByRole('group', { name: 'Posisjonering' });
}
const mode = () => within(screen.getByRole('group', { name: 'Sporingsmodus' }));
const button = (name: string) => screen.getByRole('button', { name });
const pressed = () =>
  fetched.mock.calls.filter(([, init]) => init?.method === 'POST').map(([url]) => String(url).split('/actions/')[1]);
const saved = () =>
  fetched.mock.calls
    .filter(([, init]) => init?.method === 'PUT')
    .map(([, init]) => JSON.parse(String(init?.body)).values);
const tracked = (milliseconds: number) => ({ tracking: true, trackingUntil: Date.now() + milliseconds });

it('[D2.105 D2.110] has automatic and manual tracking in one section, positioning in the other, and Save only after a change', async () => {
  await show();
  expect(mode().getByRole('switch', { name: /^Automatisk sporing/ })).toBeDefined();
  expect(mode().getByText('Manuell sporing')).toBeDefined();
  expect(mode().getByRole('button', { name: 'Start sporing' })).toBeDefined();
  expect(isOff(button('Lagre'))).toBe(true);
  await userEvent.click(mode().getByRole('switch', { name: /^Automatisk sporing/ }));
  expect(isOff(button('Lagre'))).toBe(false);
});

it.each([34, 25])(
  '[D2.107 D2.108] has the satellites required and the lookup by masts of %i in the second section, and saves them',
  async (dehaId) => {
    await show({ dehaId });
    const sections = screen.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent);
    expect(sections.filter(Boolean)).toEqual(['Sporingsmodus', 'Posisjonering']);
    const second = within(screen.getByRole('group', { name: 'Posisjonering' }));
    const masts = second.getByRole<HTMLInputElement>('switch', { name: /^Posisjon fra mobilnettet/ });
    const satellites = second.getByLabelText<HTMLInputElement>('Krav til satellitter');
    expect([masts.checked, satellites.value]).toEqual([true, '4']);
    expect(mode().queryByText(/satellitter|mobilnettet/)).toBeNull();
    expect([mode().queryByText('Manuell sporing'), second.queryByText('Manuell sporing')]).toEqual([
      expect.any(HTMLElement),
      null,
    ]);
    await userEvent.click(masts);
    const required = second.getByRole('checkbox', { name: /Krav til satellitter/ });
    const requireSeven = async () => {
      await userEvent.click(required);
      await userEvent.clear(satellites);
      await userEvent.type(satellites, '7');
    };
    await requireSeven();
    await userEvent.click(required);
    expect([satellites.value, satellites.disabled], 'as usual again without a requirement').toEqual(['4', true]);
    await requireSeven();
    await userEvent.click(button('Lagre'));
    await vi.waitFor(() => expect(saved()).toEqual([{ acceptLBS: false, minNumSatellites: 7 }]));
    expect(await screen.findByText('Innstillingene er lagret og sendes til enheten.')).toBeDefined();
  },
);

it('[D2.109] has advanced settings at the end of the second section, which open when they are asked for and are saved with the others', async () => {
  await show({ dehaId: 25 });
  expect(mode().queryByText('Avanserte innstillinger')).toBeNull();
  const second = within(screen.getByRole('group', { name: 'Posisjonering' }));
  expect(second.queryByLabelText('Sporingsintervall om natten')).toBeNull();
  await userEvent.click(second.getByRole('button', { name: 'Avanserte innstillinger' }));
  await userEvent.selectOptions(second.getByLabelText('Sporingsintervall om natten'), '0');
  expect(isOff(button('Lagre'))).toBe(true);
  await userEvent.selectOptions(second.getByLabelText('Sporingsintervall om natten'), '20');
  await userEvent.click(button('Lagre'));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Fortsett' }));
  await vi.waitFor(() => expect(saved()).toEqual([{ trackingIntervalNightInMinutes: 20 }]));
});

it('[D5.042] says of devices that know when they are at rest that they then track every 5 minutes at most', async () => {
  const shown = [];
  for (const dehaId of [25, 23, 5, 34]) {
    await show({ dehaId });
    shown.push(screen.queryByText('Når enheten ligger i ro, sender den posisjonen høyst hvert 5. minutt.') !== null);
    cleanup();
  }
  expect(shown).toEqual([true, true, true, false]);
});

it('[D2.111 D2.112] has buttons that let the device make a sound and fetch its position', async () => {
  await show();
  await userEvent.click(button('Hent gjeldende posisjon'));
  await vi.waitFor(() => expect(pressed()).toEqual(['locate']));
  await userEvent.click(button('Finn enheten med lyd'));
  const question = within(await screen.findByRole('dialog'));
  await userEvent.click(question.getByRole('button', { name: 'Finn enheten med lyd' }));
  await vi.waitFor(() => expect(pressed()).toEqual(['locate', 'findMe']));
});

it('[D2.115 D2.116] shows how long it is still tracked beside the button that stops it, which asks first', async () => {
  await show(tracked(29.5 * 60_000));
  expect(mode().getByText(/30 minutter igjen/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Start sporing' })).toBeNull();
  const stop = async (answer: string) => {
    // A second press too soon after the first is no press of its own.
    const dialog = await vi.waitFor(async () => {
      await userEvent.click(mode().getByRole('button', { name: 'Stopp sporing' }));
      return screen.getByRole('dialog');
    });
    expect(dialog.textContent).toContain('Vil du stoppe sporingen av Rom 101?');
    await userEvent.click(within(dialog).getByRole('button', { name: answer }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await stop('Avbryt');
  expect(pressed()).toEqual([]);
  await stop('Stopp sporing');
  await vi.waitFor(() => expect(pressed()).toEqual(['stopTracking']));
});

it('[D2.117 D2.118] has no manual tracking without contact, and none without positioning unless it is tracked', async () => {
  const hasManual = () => screen.queryByText('Manuell sporing') !== null;
  const shown = [];
  for (const fields of [
    { connected: false },
    { disablePositioning: true },
    { disablePositioning: true, ...tracked(60_000) },
  ]) {
    const { unmount } = await renderPage(
      <TrackingTab device={deviceDetail({ dehaId: 34, connected: true, actions, ...fields })} tab="tracking" />,
    );
    await screen.findByRole('group', { name: 'Posisjonering' });
    shown.push(hasManual());
    unmount();
  }
  expect(shown).toEqual([false, false, true]);
});
