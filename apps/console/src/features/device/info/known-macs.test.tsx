import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DeviceMac } from '@varde/contract/known-macs';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { isOff } from '../../../testing/is-off.ts';
import { deviceDetail } from '../../../testing/records.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { InfoTab } from './info-tab.tsx';

const heardAt = new Date(2026, 10, 22, 9, 5).getTime();
const mac: DeviceMac = {
  deviId: 1,
  demaId: 0x02_ad_24_49_ea_60,
  name: 'hjemme',
  latLng: '62.47220,6.15490',
  latestTimestamp: heardAt,
  macAddress: '02:ad:24:49:ea:60',
  receivedCount: 12,
  type: 'W',
  rssi: -55,
  selected: true,
  visible: true,
  headerSaved: false,
  deviceKnownMac: null,
};
const known = { dekmId: 3, demaId: mac.demaId, deviId: 1, address: 'Storgata 1', location: 'Stua' };
const beacon: DeviceMac = {
  ...mac,
  ...{ demaId: 5, macAddress: '00:00:00:00:00:05', name: null, type: 'B', rssi: -71, selected: false },
  ...{ headerSaved: true, deviceKnownMac: { ...known, demaId: 5, latLng: '63.00000,7.00000' } },
};
const unheard: DeviceMac = {
  ...beacon,
  ...{ demaId: 6, macAddress: '00:00:00:00:00:06', latLng: null, latestTimestamp: null, rssi: null },
  ...{ receivedCount: 0, visible: false },
  deviceKnownMac: { ...known, demaId: 6, location: 'Boden', address: '', latLng: null },
};

let macs: DeviceMac[];
const fetched = vi.fn<typeof fetch>();
beforeAll(() => withDevicePageTexts(async () => undefined));
beforeEach(() => {
  macs = [mac, beacon, unheard];
  fetched.mockReset();
  fetched.mockImplementation(async (url, init) => {
    if (init?.method === 'PUT') {
      const location = JSON.parse(String(init.body)).location;
      macs = [{ ...mac, headerSaved: true, deviceKnownMac: { ...known, location, latLng: null } }];
    }
    return Response.json(String(url).includes('/macs') ? { macs } : { messages: [] });
  });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

async function show(fields = {}) {
  const device = deviceDetail({ abilities: ['info', 'editInfo'], ...fields });
  await renderPage(
    <ModalsProvider>
      <InfoTab device={device} tab="info" />
    </ModalsProvider>,
  );
}
const button = () => screen.queryByRole('button', { name: 'Wifi og Bluetooth i nærheten' });
async function open(fields = {}) {
  await show(fields);
  await userEvent.click(button() ?? document.body);
  return within(await screen.findByRole('dialog', { name: 'Wifi og Bluetooth nær Rom 101' }));
}
const details = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return screen.findByRole('dialog', { name });
};
const factsOf = (popup: HTMLElement) =>
  [...popup.querySelectorAll('dl > div')].map((each) => [...each.children].map((one) => one.textContent));

it('[D2.073] the info tab opens the list of known MACs, each with signal bars', async () => {
  const dialog = await open();
  const rows = within(await dialog.findByRole('list', { name: 'Wifi og Bluetooth i nærheten' })).getAllByRole(
    'listitem',
  );
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'hjemmeWifi · 22.11.2026 09:05 · Sterkest nåSignal: 4 av 5',
    'StuaBluetooth · 22.11.2026 09:05Signal: 1 av 5',
    'BodenBluetooth · Ikke mottatt i det siste',
  ]);
  const bars = rows.map((row) => within(row).queryByRole('img')?.getAttribute('aria-label'));
  expect(bars).toEqual(['Signal: 4 av 5', 'Signal: 1 av 5', undefined]);
});

it('[D2.074] a popup of each shows location, signal type, MAC, last received, position and address', async () => {
  await open();
  expect(factsOf(await details(/^Stua/))).toEqual([
    ['Sted', 'Stua'],
    ['Signaltype', 'Bluetooth'],
    ['MAC-adresse', '00:00:00:00:00:05'],
    ['Sist mottatt', '22.11.2026 09:05'],
    ['Antall ganger', '12'],
    ['Posisjon', '63.00000, 7.00000'],
    ['Adresse', 'Storgata 1'],
  ]);
  expect(factsOf(await details(/^hjemme/))).toEqual(
    expect.arrayContaining([
      ['Sted', 'Ukjent'],
      ['Navn', 'hjemme'],
      ['Posisjon', '62.47220, 6.15490'],
      ['Adresse', 'Ukjent'],
    ]),
  );
});

it('is given a location and an address in the popup, which the list shows', async () => {
  await open();
  const popup = within(await details(/^hjemme/));
  await userEvent.click(popup.getByRole('button', { name: 'Angi sted' }));
  const save = popup.getByRole<HTMLButtonElement>('button', { name: 'Lagre sted' });
  expect(isOff(save)).toBe(true);
  await userEvent.type(popup.getByLabelText('Sted'), 'Kjøkkenet');
  await userEvent.type(popup.getByLabelText('Adresse'), 'Storgata 1');
  await userEvent.click(save);
  expect(await screen.findByRole('button', { name: /^Kjøkkenet/ })).toBeDefined();
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: /^Kjøkkenet/ })).toBeNull());
  const [, sent] = fetched.mock.calls.find(([, init]) => init?.method === 'PUT') ?? [];
  expect(JSON.parse(String(sent?.body))).toEqual({ location: 'Kjøkkenet', address: 'Storgata 1' });
});

it('is not changed by users who may only look', async () => {
  await open({ abilities: ['info'] });
  const popup = within(await details(/^Stua/));
  expect(popup.queryByRole('button', { name: 'Endre sted' })).toBeNull();
});

it('is not offered for hardware without positions', async () => {
  await show({ dehaId: 26 });
  expect(button()).toBeNull();
});

it('says when nothing was heard', async () => {
  macs = [];
  const dialog = await open();
  expect(await dialog.findByText(/har ikke fanget opp/)).toBeDefined();
});

it('closes the popup with Escape, and the list with another', async () => {
  await open();
  const popup = within(await details(/^Stua/));
  await userEvent.click(popup.getByRole('button', { name: 'Endre sted' }));
  await userEvent.click(popup.getByRole('button', { name: 'Avbryt' })); // and nothing has the focus
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: /^Stua/ })).toBeNull());
  expect(screen.getByRole('dialog', { name: /^Wifi og Bluetooth/ })).toBeDefined();
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
