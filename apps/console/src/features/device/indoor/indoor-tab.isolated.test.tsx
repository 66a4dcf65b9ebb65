import { ModalsProvider } from '@mantine/modals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DeviceDetail } from '@varde/contract/devices';
import type { IndoorLocation, IndoorScan, ScannedPoint } from '@varde/contract/indoor-locations';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { type FakeSocket, fakeLiveServer } from '../../../testing/fake-live-server.ts';
import { isOff } from '../../../testing/is-off.ts';
import { deviceDetail } from '../../../testing/records.ts';
import { renderRoute } from '../../../testing/render-page.tsx';
import { IndoorTab } from './indoor-tab.tsx';

/** A map needs WebGL: its marker is a button that moves to one place. */
vi.mock('#domain/map/pin-on-map.tsx', () => ({
  PinOnMap: ({ label, pin, near, onMoved }: Parameters<typeof import('#domain/map/pin-on-map.tsx').PinOnMap>[0]) => (
    <section aria-label={label}>
      {pin === null ? 'no pin' : `pin at ${pin.lat} ${pin.lng}`}
      {near && <span>{`near ${near.lat} ${near.lng}`}</span>}
      {onMoved && (
        <button type="button" onClick={() => onMoved({ lat: 62.5, lng: 6.25 })}>
          move
        </button>
      )}
    </section>
  ),
}));

const scanTopic = `/topic/accesspointscan/${deviceDetail().deviceSerialNumber}`;
let channel: LiveChannel;
let sockets: FakeSocket[];
/** Whether the page follows the scan. */
const followsScan = () => sockets.at(-1)?.following().includes(scanTopic);

const point = (end: number, fields = {}) => ({
  ...{ indeId: end, type: 'W' as const, macAddress: `02:ad:24:49:ea:${end}`, name: '', scannedTime: 1000 },
  ...{ signalStrength: -48, add: false, ...fields },
});
const own: IndoorLocation = {
  ...{ inloId: 3, rev: 1, deviId: 1, custId: 0, name: 'Stua', latLng: '62.47190,6.15360', address: '' },
  ...{ indoorLocationDevices: [point(60)], shared: false, scannedTime: 1000, hasGeofence: false },
  abilities: ['edit', 'remove'],
};
const common: IndoorLocation = {
  ...own,
  ...{ inloId: 4, deviId: 0, custId: 7, name: 'Kantina', shared: true, abilities: [] },
};
const heard = (end: number, signalStrength = -60): ScannedPoint => ({
  ...{ type: 'W', macAddress: `02:ad:24:49:ea:${end}`, name: '', date: 5000, signalStrength },
});

let ofDevice: IndoorLocation[];
let ofCustomer: IndoorLocation[];
let scan: IndoorScan;
let refusal: { status: number; code: string } | null;
const fetched = vi.fn<typeof fetch>();
beforeAll(() => withDevicePageTexts(async () => undefined));
beforeEach(() => {
  sockets = fakeLiveServer();
  channel = openLiveChannel({
    origin: 'http://v.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
  });
  ofDevice = [own];
  ofCustomer = [common];
  scan = { state: 'sent', reason: null, secondsLeft: 60, accessPoints: [] };
  refusal = null;
  fetched.mockReset();
  fetched.mockImplementation(async (url, init) => {
    const path = String(url);
    if (refusal !== null && init?.method !== undefined && init.method !== 'GET')
      return Response.json({ type: 'about:blank', title: '', ...refusal }, { status: refusal.status });
    if (path.includes('indoor_scan')) return Response.json(scan);
    if (path.includes('indoor_customers')) return Response.json({ customers: [{ custId: 7, firmName: 'Solhaug' }] });
    if (init?.method === 'PUT') return Response.json({ ...own, ...JSON.parse(String(init.body)), inloId: 5 });
    if (init?.method === 'DELETE') return Response.json({ inloId: 3 });
    return Response.json({ indoorLocations: path.includes('/customers/') ? ofCustomer : ofDevice });
  });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  channel.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function show(part = 'new', fields: Partial<DeviceDetail> = {}) {
  const device = deviceDetail({ dehaId: 29, connected: true, actions: ['scanWifi'], ...fields });
  const page = await renderRoute(
    '/settings/$deviId/$dehaId/indoor/{-$part}',
    ({ part: open }) => (
      <LiveProvider channel={channel}>
        <ModalsProvider>
          <IndoorTab device={device} tab="indoor" part={open} />
        </ModalsProvider>
      </LiveProvider>
    ),
    `/settings/1/29/indoor/${part}`,
  );
  act(() => sockets[0]?.accept());
  return page;
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const button = (name: string) => screen.queryByRole('button', { name });
const tabLinks = async () =>
  within(await screen.findByRole('navigation', { name: 'Steder innendørs' })).getAllByRole('link');
const sent = () =>
  fetched.mock.calls
    .filter(([, init]) => (init?.method ?? 'GET') !== 'GET')
    .map(([url, init]) => [init?.method, String(url).replace(/^.*\/ajax|\?.*/g, ''), init?.body]);
/** What was sent is answered, and the locations are read again: nothing of the test goes on after its end. */
const answered = () => waitFor(() => expect(fetched.mock.lastCall?.[1]?.method ?? 'GET').toBe('GET'));
const tell = (...points: ScannedPoint[]) => act(() => sockets.at(-1)?.tell(scanTopic, points));
/** The scan has begun when its topic is kept live: what came before is repeated. */
const hear = (text: string, ...points: ScannedPoint[]) =>
  waitFor(() => {
    tell(...points);
    expect(screen.getByText(text)).toBeDefined();
  });
async function find(text: string, ...points: ScannedPoint[]): Promise<void> {
  await press('Start søk');
  await screen.findByText('Søker etter aksesspunkter …');
  await hear(text, ...points);
}

describe('the tab of indoor locations', () => {
  it('[D2.060 D2.061 D2.062 D2.063 D2.064] has a tab for each of the device and of its customer, the shared ones in the accent colour, and one for a new one', async () => {
    ofCustomer = [common, { ...own, shared: true, custId: 7 }];
    await show();
    const links = await tabLinks();
    expect(links.map(({ textContent }) => textContent)).toEqual(['Stua', 'Kantina · Delt', 'Legg til sted innendørs']);
    expect(links.map(({ dataset }) => dataset.accent)).toEqual([undefined, 'true', undefined]);
    const paths = fetched.mock.calls.map(([url]) => String(url).replace(/\?.*/, ''));
    expect(paths).toEqual(expect.arrayContaining(['/ajax/devices/1/indoor_locations']));
    expect(paths.filter((path) => path.includes('/customers/'))).toHaveLength(1);
  });

  it('has no tab for a new one for who may not scan, and says so when there is nothing else', async () => {
    ofDevice = [];
    ofCustomer = [];
    await show('', { actions: [] });
    expect(await screen.findByText('Enheten har ingen steder innendørs.')).toBeDefined();
  });
});

describe('a new location', () => {
  it('[D2.068 D4.016 D4.017 D4.018 D4.019 D4.020 D4.021 D4.027 D4.028] is scanned, placed on the map, named and saved, and Back goes the same way', async () => {
    await show();
    expect(await screen.findByText(/^Legg enheten der den skal kjenne seg igjen/)).toBeDefined();
    await press('Start søk');
    expect(await screen.findByRole('progressbar')).toBeDefined();
    await waitFor(() => expect(followsScan()).toBe(true));
    expect(sent()).toEqual([['POST', '/devices/1/indoor_scan', undefined]]);
    await hear('Fant 2 aksesspunkter', heard(60), heard(61));
    expect(screen.queryByRole('progressbar')).toBeNull();
    tell(heard(61, -40), heard(62));
    expect(await screen.findByText('Fant 3 aksesspunkter')).toBeDefined();

    await press('Plasser på kartet');
    await press('move');
    await press('Tilbake');
    expect(await screen.findByText('Fant 3 aksesspunkter')).toBeDefined();
    await press('Plasser på kartet');
    expect(await screen.findByText('pin at 62.5 6.25')).toBeDefined();
    await press('Navn og referansepunkter');
    await press('Tilbake');
    expect(await screen.findByText('pin at 62.5 6.25')).toBeDefined();
    await press('Navn og referansepunkter');
    expect(isOff(button('Lagre'))).toBe(true);
    await userEvent.type(screen.getByLabelText('Navn på stedet'), 'Kjøkken');
    expect((await tabLinks()).at(-1)?.textContent).toBe('Kjøkken');
    await press('Lagre');
    await waitFor(() => expect(sent()).toHaveLength(2));
    const [, , body] = sent()[1] ?? [];
    expect(JSON.parse(String(body))).toMatchObject({
      ...{ inloId: 0, deviId: 1, custId: 0, name: 'Kjøkken', latLng: '62.50000,6.25000' },
      indoorLocationDevices: [
        { macAddress: '02:ad:24:49:ea:61', signalStrength: -40, scannedTime: 5000, add: false },
        { macAddress: '02:ad:24:49:ea:60' },
        { macAddress: '02:ad:24:49:ea:62' },
      ],
    });
  });

  it('is looked for on the map where its device is', async () => {
    await show('new', { posLati: 62.4719, posLong: 6.1536 });
    await find('Fant 1 aksesspunkt', heard(60));
    await press('Plasser på kartet');
    expect(await screen.findByText('near 62.4719 6.1536')).toBeDefined();
    expect(screen.getByText('no pin', { exact: false })).toBeDefined();
  });

  it('keeps the keyboard focus in its steps, and in the coordinates that are typed', async () => {
    await show();
    await find('Fant 1 aksesspunkt', heard(60));
    const steps = screen.getByRole('group', { name: 'Legg til sted innendørs' });
    await press('Plasser på kartet');
    expect(document.activeElement).toBe(steps);
    const coordinates = screen.getByLabelText<HTMLInputElement>('Koordinater');
    await userEvent.type(coordinates, '62,4719 6,1536{Enter}');
    expect(coordinates.value).toBe('62.47190, 6.15360');
    expect(document.activeElement).toBe(coordinates);
    await press('move');
    expect(coordinates.value).toBe('62.50000, 6.25000');
    await press('Navn og referansepunkter');
    expect(document.activeElement).toBe(steps);
    await press('Tilbake');
    await press('Tilbake');
    expect(document.activeElement).toBe(steps);
  });

  it('coordinates that are none stay as they were typed, with an error, until the place is another', async () => {
    await show();
    await find('Fant 1 aksesspunkt', heard(60));
    await press('Plasser på kartet');
    const coordinates = screen.getByLabelText<HTMLInputElement>('Koordinater');
    await userEvent.type(coordinates, 'Storgata{Enter}');
    expect(coordinates.value).toBe('Storgata');
    expect(screen.getByText('Dette er ikke gyldige koordinater.')).toBeDefined();
    await press('move');
    expect(coordinates.value).toBe('62.50000, 6.25000');
    expect(screen.queryByText('Dette er ikke gyldige koordinater.')).toBeNull();
  });

  it('[D4.022 D4.023] cancelling during the scan, and when something was found, ends it', async () => {
    await show();
    await press('Start søk');
    await screen.findByRole('progressbar');
    await press('Avbryt');
    expect(await screen.findByRole('button', { name: 'Start søk' })).toBeDefined();
    expect(followsScan()).toBe(false);
    fetched.mockClear();
    await find('Fant 1 aksesspunkt', heard(60));
    await press('Avbryt');
    expect(await screen.findByRole('button', { name: 'Start søk' })).toBeDefined();
    expect(followsScan()).toBe(false);
  });

  it('[D4.024 D9.006] a scan whose time is over fails with the code scanTimedOut, and can be started again', async () => {
    scan = { ...scan, secondsLeft: 0.2 };
    await show();
    await press('Start søk');
    expect(await screen.findByText('Enheten svarte ikke i tide. Prøv igjen.')).toBeDefined();
    expect(screen.getByText('Kode: scanTimedOut')).toBeDefined();
    expect(button('Søk på nytt')).not.toBeNull();
  });

  it('a scan that the device refuses fails with another code, and one that cannot begin says why', async () => {
    scan = { ...scan, state: 'failed', reason: 'refused', secondsLeft: 0 };
    await show();
    await press('Start søk');
    expect(await screen.findByText('Kode: scanFailed')).toBeDefined();
    refusal = { status: 409, code: 'notConnected' };
    await press('Søk på nytt');
    expect(await screen.findByText('Enheten er ikke tilkoblet.')).toBeDefined();
  });

  it('cannot be scanned while the device is away', async () => {
    await show('new', { connected: false });
    expect(await screen.findByText(/Søket kan startes når den er det/)).toBeDefined();
    expect(isOff(button('Start søk'))).toBe(true);
  });

  it('what was heard while the connection was lost is fetched', async () => {
    await show();
    await find('Fant 1 aksesspunkt', heard(60));
    scan = { ...scan, accessPoints: [heard(60), heard(61)] };
    act(() => sockets[0]?.end(1006));
    await waitFor(() => expect(sockets).toHaveLength(2));
    act(() => sockets[1]?.accept());
    expect(await screen.findByText('Fant 2 aksesspunkter')).toBeDefined();
  });
});

describe('a stored location', () => {
  it('[D2.065 D2.066 D2.067 D4.025] has an edit menu, a map and reference points, from which Back leads to the menu', async () => {
    await show('3');
    const menu = ['Referansepunkter', 'Plasser på kartet', 'Slett stedet'];
    for (const name of menu) expect(await screen.findByRole('button', { name })).toBeDefined();
    await press('Plasser på kartet');
    expect(await screen.findByText('pin at 62.4719 6.1536')).toBeDefined();
    await press('Tilbake');
    await press('Referansepunkter');
    expect(await screen.findByText('02:ad:24:49:ea:60')).toBeDefined();
    await press('Tilbake');
    for (const name of menu) expect(button(name)).not.toBeNull();
  });

  it('keeps the keyboard focus when its menu, map and reference points are opened and left', async () => {
    await show('3');
    for (const name of ['Plasser på kartet', 'Tilbake', 'Referansepunkter', 'Fjern 02:ad:24:49:ea:60']) {
      await press(name);
      expect(document.activeElement, name).toBe(screen.getByRole('group', { name: 'Stua' }));
    }
  });

  it('[D5.016 D5.017] is saved only when it is valid and something has changed, with the revision that was read', async () => {
    await show('3');
    await press('Referansepunkter');
    const name = await screen.findByLabelText('Navn på stedet');
    expect(isOff(button('Lagre'))).toBe(true);
    await userEvent.clear(name);
    expect(isOff(button('Lagre'))).toBe(true);
    await userEvent.type(name, 'Stua');
    expect(isOff(button('Lagre'))).toBe(true);
    await userEvent.type(name, ' mot sør');
    expect(isOff(button('Lagre'))).toBe(false);
    await press('Legg til referansepunkt');
    expect(isOff(button('Lagre'))).toBe(true);
    await userEvent.type(screen.getByLabelText('MAC-adresse'), '02:ad:24:49:ea:99');
    await press('Lagre');
    await waitFor(() => expect(sent()).toHaveLength(1));
    await answered();
    expect(JSON.parse(String(sent()[0]?.[2]))).toMatchObject({
      ...{ inloId: 3, rev: 1, name: 'Stua mot sør' },
      indoorLocationDevices: [{ macAddress: '02:ad:24:49:ea:60' }, { macAddress: '02:ad:24:49:ea:99', add: true }],
    });
  });

  it('[D7.029] is renamed in place: its name alone is sent, with the revision that was read', async () => {
    await show('3');
    await userEvent.type(await screen.findByLabelText('Navn på stedet'), ' mot sør');
    await press('Lagre');
    await waitFor(() => expect(sent()).toHaveLength(1));
    await answered();
    expect(sent()).toEqual([
      ['PUT', '/devices/1/indoor_locations/3/name', JSON.stringify({ name: 'Stua mot sør', rev: 1 })],
    ]);
  });

  it('is sent as a whole when a typed point has become another type as well', async () => {
    ofDevice = [{ ...own, indoorLocationDevices: [point(60, { add: true })] }];
    await show('3');
    await userEvent.type(await screen.findByLabelText('Navn på stedet'), ' mot sør');
    await press('Referansepunkter');
    await userEvent.selectOptions(await screen.findByRole('combobox'), 'Bluetooth');
    await press('Lagre');
    await waitFor(() => expect(sent()).toHaveLength(1));
    await answered();
    expect(JSON.parse(String(sent()[0]?.[2]))).toMatchObject({
      ...{ inloId: 3, name: 'Stua mot sør' },
      indoorLocationDevices: [{ type: 'B' }],
    });
  });

  it('[D4.026] gets access points of another scan, without those that it has', async () => {
    await show('3');
    await press('Referansepunkter');
    await find('Fant 2 aksesspunkter', heard(60), heard(61));
    await press('Legg til');
    const list = within(screen.getByRole('list', { name: 'Referansepunkter' }));
    expect(list.getAllByText(/^02:/).map(({ firstChild }) => firstChild?.textContent)).toEqual([
      '02:ad:24:49:ea:60',
      '02:ad:24:49:ea:61',
    ]);
  });

  it('[D9.008] shows the strength of each reference point in five bands, and none that is unknown', async () => {
    const strengths = [-50, -51, -60, -61, -67, -68, -70, -71, -120];
    ofDevice = [
      {
        ...own,
        indoorLocationDevices: strengths.map((signalStrength, at) => point(60 + at, { signalStrength })),
      },
    ];
    await show('3');
    await press('Referansepunkter');
    const bars = await screen.findAllByRole('img', { name: /^Signal: / });
    expect(bars.map((one) => one.getAttribute('aria-label')?.match(/\d/)?.[0])).toEqual([...'54433221']);
  });

  it('[D6.022] that may not be edited is looked at: no Save, no Delete, and its fields are read-only', async () => {
    await show('4');
    await press('Se referansepunkter');
    expect(await screen.findByLabelText('Navn på stedet')).toHaveProperty('readOnly', true);
    expect([button('Lagre'), button('Legg til referansepunkt'), button('Start søk')]).toEqual([null, null, null]);
    await press('Tilbake');
    await press('Se på kartet');
    expect(await screen.findByText(/^pin at/)).toBeDefined();
    expect([button('move'), button('Lagre')]).toEqual([null, null]);
    await press('Tilbake');
    expect(button('Slett stedet')).toBeNull();
  });

  it('[D6.023] that is shared has no Delete, also for who may edit it', async () => {
    ofCustomer = [{ ...common, abilities: ['edit', 'share'] }];
    await show('4');
    expect(await screen.findByRole('button', { name: 'Referansepunkter' })).toBeDefined();
    expect(button('Slett stedet')).toBeNull();
  });

  it('is shared with a customer, and the device’s own again, by who may', async () => {
    ofDevice = [{ ...own, abilities: ['edit', 'share', 'remove'] }];
    await show('3');
    const choice = await screen.findByLabelText('Deles med');
    await userEvent.selectOptions(choice, 'Solhaug');
    await userEvent.click(screen.getByLabelText('Kan endres fra denne enheten'));
    await press('Lagre');
    await waitFor(() => expect(sent()).toHaveLength(1));
    await answered();
    expect(JSON.parse(String(sent()[0]?.[2]))).toMatchObject({ custId: 7, deviId: 0 });
  });

  it('asks once when Delete is pressed twice', async () => {
    await show('3');
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Slett stedet' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is deleted after a confirmation that names it', async () => {
    await show('3');
    await press('Slett stedet');
    const dialog = within(await screen.findByRole('dialog', { name: 'Slett stedet' }));
    expect(dialog.getByText(/^Stua slettes/)).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Slett' }));
    await waitFor(() => expect(sent()).toEqual([['DELETE', '/devices/1/indoor_locations/3', undefined]]));
    await answered();
  });
});

describe('a location that somebody else deletes', () => {
  const listed = 'getIndoorLocationsForDevice';
  const deleteElsewhere = (page: Awaited<ReturnType<typeof show>>) => {
    ofDevice = [];
    return act(() => page.cache.invalidateQueries({ queryKey: [listed] }));
  };
  const names = async () => (await tabLinks()).map(({ textContent }) => textContent);
  async function changeAndLose() {
    const page = await show('3');
    await press('Referansepunkter');
    await userEvent.type(await screen.findByLabelText('Navn på stedet'), ' mot sør');
    await deleteElsewhere(page);
    return page;
  }

  it('keeps what was changed in it, says so, and can be saved as a new one', async () => {
    const { router } = await changeAndLose();
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Stua er slettet av noen andre\./);
    expect(screen.getByLabelText<HTMLInputElement>('Navn på stedet').value).toBe('Stua mot sør');
    expect(await names()).toEqual(['Kantina · Delt', 'Stua', 'Legg til sted innendørs']);
    ofDevice = [{ ...own, inloId: 5, name: 'Stua mot sør' }];
    await press('Lagre som nytt sted');
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/1/29/indoor/5'));
    expect(JSON.parse(String(sent()[0]?.[2]))).toMatchObject({ inloId: 0, rev: 0, name: 'Stua mot sør' });
    expect(await names()).toEqual(['Stua mot sør', 'Kantina · Delt', 'Legg til sted innendørs']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('has no Delete any more', async () => {
    await changeAndLose();
    await screen.findByRole('alert');
    await press('Tilbake');
    expect(button('Slett stedet')).toBeNull();
  });

  it('is gone when the changes are dropped', async () => {
    const { router } = await changeAndLose();
    await press('Avbryt');
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/1/29/indoor/4'));
    expect(await names()).toEqual(['Kantina · Delt', 'Legg til sted innendørs']);
  });

  it('is gone at once when nothing was changed in it', async () => {
    const page = await show('3');
    await screen.findByRole('button', { name: 'Slett stedet' });
    await deleteElsewhere(page);
    await waitFor(async () => expect(await names()).toEqual(['Kantina · Delt', 'Legg til sted innendørs']));
  });

  it('is not one that the user deletes with changes in it', async () => {
    const { router } = await show('3');
    await press('Referansepunkter');
    await userEvent.type(await screen.findByLabelText('Navn på stedet'), ' mot sør');
    await press('Tilbake');
    await press('Slett stedet');
    ofDevice = [];
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Slett' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/1/29/indoor/4'));
    expect(screen.queryByText(/slettet av noen andre/)).toBeNull();
  });
});
