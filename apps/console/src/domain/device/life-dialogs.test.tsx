import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { hardwareList } from '@varde/catalogue/hardware/index';
import type { ListedDevice } from '@varde/contract/devices';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { isOff } from '../../testing/is-off.ts';
import { deviceDetail } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { forgetHistory, openDeleteDialog } from './delete-dialog.tsx';
import { openSwapDialog } from './swap-dialog.tsx';

const unit = {
  deviId: 9,
  deviceName: 'SO000009',
  deviceSNNum: 'SO000009',
  detyName: 'Klokke 7',
  ownedByCustName: 'Lager',
  lastMsgIn: null,
  settingsLost: ['heartbeatInterval'],
};
const fetched = vi.fn<typeof fetch>();

beforeAll(() => withDevicePageTexts(async () => undefined));
beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation(async (url) =>
    Response.json(String(url).includes('/replacement') ? unit : { deviId: 1, deviceName: 'Rom 101', transactions: 3 }),
  );
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  window.location.hash = '';
});

const calls = () =>
  fetched.mock.calls.map(([url, init]) => [init?.method ?? 'GET', String(url).replace(/^.*\/ajax/, '')]);
async function open(dialog: () => Promise<void>) {
  const { cache } = await renderPage(
    <>
      <ModalsProvider />
      <Notifications />
    </>,
  );
  act(() => void dialog());
  return { cache, dialog: within(await screen.findByRole('dialog')) };
}
const press = (dialog: ReturnType<typeof within>, name: string) =>
  fireEvent.click(dialog.getByRole('button', { name }));
const openDelete = (fields: Partial<ListedDevice> = {}) => open(() => openDeleteDialog(deviceDetail(fields)));

it('[C4.37 C8.05] a device is deleted after confirmation, and its name is shown with «Enhet slettet.»', async () => {
  const { dialog } = await openDelete();
  expect(screen.getByText('Slett Rom 101?')).toBeDefined();
  expect(calls()).toEqual([]);
  press(dialog, 'Slett enheten');
  expect(await screen.findByText('Enhet slettet. Rom 101')).toBeDefined();
  expect(calls()).toEqual([['DELETE', '/devices/1']]);
  expect(window.location.hash).toBe('#/vardes');
});

it('[C4.37] a deletion that is cancelled deletes nothing', async () => {
  const { dialog } = await openDelete();
  press(dialog, 'Avbryt');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls()).toEqual([]);
});

it.each(['MASTER', 'CLONE'] as const)(
  '[C8.06] for a twin (%s) the dialog says that the twins must be separated first, and has only a close button',
  async (twin) => {
    const { dialog } = await openDelete({ twin });
    expect(dialog.getByText('En tvilling kan ikke slettes før tvillingene er skilt fra hverandre.')).toBeDefined();
    expect(dialog.queryByRole('button', { name: 'Slett enheten' })).toBeNull();
  },
);

it.each([13, 22, 26, 32])(
  '[C8.07] for a GX-8, hardware %i, the dialog warns that a deleted device cannot raise an alarm, and for another device it does not',
  async (gx8) => {
    const warning = /GX-8 som er slettet, kan ikke utløse alarm/;
    const { dialog } = await openDelete({ dehaId: gx8 });
    expect(dialog.getByText(warning)).toBeDefined();
    press(dialog, 'Avbryt');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => void openDeleteDialog(deviceDetail()));
    expect(within(await screen.findByRole('dialog')).queryByText(warning)).toBeNull();
  },
);

it('[C3.14] of all hardware, that with the warning about a GX-8 is exactly 13, 22, 26 and 32', async () => {
  const { dialog: first } = await openDelete();
  press(first, 'Avbryt');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const warned: number[] = [];
  for (const { dehaId } of hardwareList) {
    act(() => void openDeleteDialog(deviceDetail({ dehaId })));
    const dialog = within(await screen.findByRole('dialog'));
    if (dialog.queryByText(/GX-8 som er slettet, kan ikke utløse alarm/)) warned.push(dehaId);
    press(dialog, 'Avbryt');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(warned.sort((a, b) => a - b)).toEqual([13, 22, 26, 32]);
});

it('the history is deleted after confirmation', async () => {
  const { dialog } = await open(async () =>
    forgetHistory(deviceDetail(), { invalidateQueries: async () => undefined } as never),
  );
  expect(calls()).toEqual([]);
  press(dialog, 'Slett historikk');
  expect(await screen.findByText('Historikken til Rom 101 er slettet.')).toBeDefined();
  expect(calls()).toEqual([['DELETE', '/devices/1/history']]);
});

it('[C4.34] a device is swapped in two steps: the new serial number, then a confirmation that names both', async () => {
  const { dialog } = await open(() => openSwapDialog(deviceDetail()));
  expect(isOff(dialog.getByRole<HTMLButtonElement>('button', { name: 'Fortsett' }))).toBe(true);
  fireEvent.change(dialog.getByLabelText('Serienummeret til den nye enheten'), {
    target: { value: ' SO000009 ' },
  });
  press(dialog, 'Fortsett');
  expect(await dialog.findByText(/Rom 101 \(SO000001\) byttes med Klokke 7 SO000009 fra Lager/)).toBeDefined();
  expect(dialog.getByText('Kontaktintervall')).toBeDefined();
  expect(calls()).toEqual([['GET', '/devices/1/replacement?serialNum=SO000009']]);
  press(dialog, 'Bytt enhet');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls()[1]).toEqual(['POST', '/devices/1/switch']);
  expect(JSON.parse(String(fetched.mock.calls[1]?.[1]?.body))).toEqual({ serialNum: 'SO000009' });
});
