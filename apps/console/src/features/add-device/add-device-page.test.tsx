import { fireEvent, screen, waitFor } from '@testing-library/react';
import { addDevice } from '@varde/contract/new-devices';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withAdministrationTexts, withDevicePageTexts } from '#texts/i18n.ts';
import { deviceDetail } from '../../testing/records.ts';
import { renderPage, sessionRecord } from '../../testing/render-page.tsx';
import { AddDevicePage } from './add-device-page.tsx';

const adder = sessionRecord({ abilities: ['addDevice'] });
let stock: object;
const customers = [
  {
    ...{ custId: 7, firmName: 'Solvik sykehjem', parentId: null, kind: 'home', market: 1, orgNumber: null },
    ...{ above: [], childCount: 0, deviceCount: 0, abilities: ['receiveDevices'] },
  },
];
const fetched = vi.fn<typeof fetch>();
beforeAll(() => withAdministrationTexts(() => withDevicePageTexts(async () => undefined)));
beforeEach(() => {
  stock = { unit: { deviId: 5, dehaId: 34, deviceSNNum: 'SN5', custName: 'Lager' }, mayRegister: false };
  fetched.mockReset();
  fetched.mockImplementation(async (url, init) => {
    if (init?.method === 'POST') return Response.json({ deviId: 5, dehaId: 34, deviceName: 'Klokke', token: null });
    if (String(url).includes('/session')) return Response.json(adder);
    if (String(url).includes('/stock')) return Response.json(stock);
    if (String(url).includes('/customers')) return Response.json({ customers, nextCursor: null, rootKinds: [] });
    return Response.json(deviceDetail());
  });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

const showPage = (twinOf: number | null) => renderPage(<AddDevicePage twinOf={twinOf} />, adder);
const posted = () =>
  fetched.mock.calls.filter(([, init]) => init?.method === 'POST').map(([, init]) => JSON.parse(String(init?.body)));
async function find(serial: string) {
  fireEvent.change(await screen.findByLabelText('Serienummer'), { target: { value: serial } });
  fireEvent.click(screen.getByRole('button', { name: 'Fortsett' }));
}

it('a unit in stock is found by its serial number and added with a name for a customer', async () => {
  const { router } = await showPage(null);
  await find(' SN5 ');
  fireEvent.change(await screen.findByLabelText(/^Navn/), { target: { value: 'Klokke' } });
  fireEvent.click(screen.getByRole('button', { name: 'Legg til' }));
  expect(await screen.findAllByText('Velg kunde')).not.toEqual([]);
  expect(posted()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: /^Kunde/ }));
  fireEvent.click(await screen.findByRole('button', { name: /^Solvik sykehjem/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Legg til' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/5/34'));
  expect(posted()).toEqual([{ deviceSerialNumber: 'SN5', deviceName: 'Klokke', custId: 7, twinOf: null, unit: null }]);
});

it('a serial number that is not in stock is refused with what can be done and who can, and an administrator may register it', async () => {
  stock = { unit: null, mayRegister: false };
  const { unmount } = await showPage(null);
  await find('SN9');
  expect(await screen.findByText('Fant ingen enhet på lager med serienummer SN9.')).toBeDefined();
  expect(screen.getByRole('note', { name: 'Hva du kan gjøre' }).textContent).toMatch(
    /er den i bruk\..*kundeadministrator der overføre.*systemadministrator registrere/,
  );
  unmount();
  stock = { unit: null, mayRegister: true };
  await showPage(null);
  await find('SN9');
  expect(await screen.findByLabelText(/^Enhets-ID/)).toBeDefined();
  expect(screen.getByLabelText('Enhetstype')).toBeDefined();
});

it('the telephone number of a device may be typed with spaces and without the country, as in a file', async () => {
  stock = { unit: null, mayRegister: true };
  const { router } = await showPage(null);
  await find('SN9');
  fireEvent.change(await screen.findByLabelText('Telefonnummer'), { target: { value: '999 00 001' } });
  fireEvent.change(screen.getByLabelText(/^Enhets-ID/), { target: { value: '861000000000001' } });
  fireEvent.change(screen.getByLabelText(/^Navn/), { target: { value: 'Alarm' } });
  fireEvent.click(screen.getByRole('button', { name: /^Kunde/ }));
  fireEvent.click(await screen.findByRole('button', { name: /^Solvik sykehjem/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Legg til' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/5/34'));
  expect(addDevice.body?.parse(posted()[0])).toMatchObject({ unit: { phone: '+4799900001' } });
});

it('a home unit says that it sends over HTTP or MQTT, and its token is shown once it is added', async () => {
  stock = { unit: null, mayRegister: true };
  const shown = { deviId: 6, dehaId: 13, deviceName: 'Boks', token: 'hemmelig' };
  const answer = fetched.getMockImplementation();
  fetched.mockImplementation(async (url, init) =>
    init?.method === 'POST' ? Response.json(shown) : (answer?.(url, init) ?? new Response()),
  );
  const { router } = await showPage(null);
  await find('SN9');
  const type = await screen.findByLabelText('Enhetstype');
  expect(screen.getByText('Kjennes igjen på enhets-ID-en.')).toBeDefined();
  fireEvent.change(type, { target: { value: '13' } });
  expect(screen.getByText(/^Sender med en nøkkel/)).toBeDefined();
  fireEvent.change(screen.getByLabelText(/^Enhets-ID/), { target: { value: 'home-1' } });
  fireEvent.change(screen.getByLabelText(/^Navn/), { target: { value: 'Boks' } });
  fireEvent.click(screen.getByRole('button', { name: /^Kunde/ }));
  fireEvent.click(await screen.findByRole('button', { name: /^Solvik sykehjem/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Legg til' }));
  expect(await screen.findByText('hemmelig')).toBeDefined();
  expect(posted()).toMatchObject([{ unit: { dehaId: 13, identity: 'home-1' } }]);
  fireEvent.click(screen.getByRole('button', { name: 'Fortsett' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/6/13'));
});

it('[C2.11] in twin mode the screen names the master, takes its customer and adds its twin', async () => {
  await showPage(1);
  expect(await screen.findByText('Den nye enheten blir tvilling av Rom 101 (SO000001).')).toBeDefined();
  await find('SN5');
  expect((await screen.findByLabelText<HTMLInputElement>(/^Navn/)).value).toBe('Rom 101');
  expect(screen.queryByRole('button', { name: /^Kunde/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Legg til' }));
  await waitFor(() => expect(posted()).toMatchObject([{ deviceSerialNumber: 'SN5', custId: 7, twinOf: 1 }]));
});
