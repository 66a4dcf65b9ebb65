import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { isOff } from '../../testing/is-off.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { DefaultFencesSection } from './default-fences-section.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

const park = {
  ...{ id: 0, name: 'Parken', enabled: true, enabledTime: false, enabledTimeFrom: 0, enabledTimeTo: 0 },
  ...{ radius: 300, polygon: false, circle: true, vertices: [{ lat: 60, lng: 10 }], delayMinutes: 0 },
  ...{ indoor: false, inloIds: [], alertByCall: false, share: false, sharedCustId: null },
};
const inherited = { geofences: [park], customerName: 'Byen' };
let defaults: {
  rev: number;
  changedBy: string | null;
  geofences: object[] | null;
  inherited: typeof inherited | null;
  changeable: boolean;
};
const put = vi.fn<(url: string, body: { geofences: object[] | null; rev: number }) => Promise<Response | undefined>>();
beforeEach(() => {
  defaults = { rev: 0, changedBy: null, geofences: null, inherited, changeable: true };
  put.mockReset();
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const [, dehaId] = /default_geofences\/(\d+)$/.exec(url) ?? [];
    if (dehaId === undefined) return Response.json({ tilesUrl: null, tilesAttribution: null, demoLogins: null });
    if (init?.method === 'PUT') {
      const body = JSON.parse(String(init.body));
      const refusal = await put(url, body);
      return refusal ?? Response.json({ custId: 7, dehaId: Number(dehaId), ...defaults, ...body, rev: body.rev + 1 });
    }
    return Response.json({ custId: 7, dehaId: Number(dehaId), ...defaults });
  });
});
const button = (name: string | RegExp) => screen.getByRole('button', { name });

it('[D2.059] says what is inherited, and gives the customer fences of its own, which are saved together', async () => {
  await renderPage(<DefaultFencesSection custId={7} />);
  expect(await screen.findByText('Arvet fra Byen: Parken')).toBeDefined();
  expect(isOff(button('Lagre'))).toBe(true);
  fireEvent.click(screen.getByLabelText('Egne geofencer for kunden'));
  fireEvent.click(button('Ny geofence'));
  const fields = within(screen.getByRole('group', { name: 'Geofence1' }));
  expect(isOff(button('Lagre'))).toBe(true);
  expect(screen.getByText('Tegn alle geofencene, eller skriv inn hvor de er.')).toBeDefined();
  fireEvent.change(fields.getByLabelText('Sentrum'), { target: { value: '62.47, 6.15' } });
  fireEvent.click(fields.getByLabelText('I bruk'));
  fireEvent.click(button('Ny geofence'));
  fireEvent.change(screen.getByLabelText('Sentrum'), { target: { value: '62.48, 6.16' } });
  fireEvent.change(screen.getByLabelText('Navn'), { target: { value: 'Geofence1' } });
  expect(screen.getByText('To geofencer har samme navn. Gi dem ulike navn.')).toBeDefined();
  expect(isOff(button('Lagre'))).toBe(true);
  fireEvent.change(screen.getByLabelText('Navn'), { target: { value: 'Hagen' } });
  fireEvent.click(button('Lagre'));
  await waitFor(() => expect(put).toHaveBeenCalledTimes(1));
  expect(put.mock.lastCall?.[0]).toMatch(/\/ajax\/customers\/7\/default_geofences\/\d+$/);
  expect(put.mock.lastCall?.[1].geofences).toMatchObject([
    { id: 0, name: 'Geofence1', enabled: true, circle: true, radius: 200, vertices: [{ lat: 62.47, lng: 6.15 }] },
    { id: 0, name: 'Hagen', enabled: false, vertices: [{ lat: 62.48, lng: 6.16 }] },
  ]);
  await waitFor(() => expect(isOff(button('Lagre'))).toBe(true));
});

it('gives the fences of the customer above back, and none is changed by those who may only read', async () => {
  defaults.geofences = [park];
  const { unmount } = await renderPage(<DefaultFencesSection custId={7} />);
  fireEvent.click(await screen.findByLabelText('Egne geofencer for kunden'));
  fireEvent.click(button('Lagre'));
  await waitFor(() => expect(put.mock.lastCall?.[1]).toEqual({ geofences: null, rev: 0 }));
  unmount();
  defaults.changeable = false;
  await renderPage(<DefaultFencesSection custId={7} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Parken · På' }));
  expect(screen.getByRole('group', { name: 'Parken' }).matches('[disabled]')).toBe(true);
  expect(screen.queryByRole('button', { name: 'Lagre' })).toBeNull();
});

it('shows what others have saved meanwhile, unless somebody has begun to change it', async () => {
  defaults.geofences = [park];
  const { cache } = await renderPage(<DefaultFencesSection custId={7} />);
  await screen.findByRole('button', { name: 'Parken · På' });
  const fetchAgain = () => act(() => cache.invalidateQueries({ queryKey: ['getDefaultGeofences'] }));
  defaults.geofences = [{ ...park, name: 'Skogen' }];
  await fetchAgain();
  fireEvent.click(await screen.findByRole('button', { name: 'Skogen · På' }));
  expect(screen.queryByRole('button', { name: 'Parken · På' })).toBeNull();
  expect(isOff(button('Lagre'))).toBe(true);
  fireEvent.change(screen.getByLabelText('Navn'), { target: { value: 'Lunden' } });
  Object.assign(defaults, { geofences: [park], rev: 2, changedBy: 'Siri Sjef' });
  await fetchAgain();
  expect(screen.getByRole('button', { name: 'Lunden · På' })).toBeDefined();
  fireEvent.click(button('Avbryt'));
  expect(screen.getByRole('button', { name: 'Parken · På' })).toBeDefined();
});

it('says who has saved others meanwhile and which, and saves nothing before the user has chosen', async () => {
  defaults.geofences = [park, { ...park, name: 'Torget' }];
  const { cache } = await renderPage(<DefaultFencesSection custId={7} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Parken · På' }));
  fireEvent.change(screen.getByLabelText('Navn'), { target: { value: 'Lunden' } });
  Object.assign(defaults, { geofences: [park, { ...park, name: 'Skogen' }], rev: 5, changedBy: 'Siri Sjef' });
  await act(() => cache.invalidateQueries({ queryKey: ['getDefaultGeofences'] }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/^Siri Sjef har endret dette mens du redigerte: Skogen og Torget\./);
  expect(isOff(button('Lagre'))).toBe(true);
  fireEvent.click(button('Behold mine endringer'));
  fireEvent.click(button('Lagre'));
  await waitFor(() =>
    expect(put.mock.lastCall?.[1]).toMatchObject({ rev: 5, geofences: [{ name: 'Lunden' }, { name: 'Torget' }] }),
  );
});

it('keeps what was entered when the server refuses to save it over the fences of somebody else', async () => {
  defaults.geofences = [park];
  await renderPage(<DefaultFencesSection custId={7} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Parken · På' }));
  fireEvent.change(screen.getByLabelText('Navn'), { target: { value: 'Lunden' } });
  put.mockImplementation(async () => {
    Object.assign(defaults, { geofences: [{ ...park, radius: 40 }], rev: 5, changedBy: 'Siri Sjef' });
    const errors = [{ path: 'changedBy', message: 'Siri Sjef' }];
    const refusal = { type: 'about:blank', title: '', status: 409, code: 'geofenceChanged', errors };
    return Response.json(refusal, { status: 409, headers: { 'content-type': 'application/problem+json' } });
  });
  fireEvent.click(button('Lagre'));
  await screen.findByText('Siri Sjef har endret geofencene. Se hva som er endret, og prøv igjen.');
  await screen.findByText(/^Siri Sjef har endret dette mens du redigerte: Parken\./);
  expect(screen.getByRole('button', { name: 'Lunden · På' })).toBeDefined();
  fireEvent.click(button('Forkast mine endringer'));
  expect(screen.getByRole('button', { name: 'Parken · På' })).toBeDefined();
});

it('keeps what is changed while the fences are being saved', async () => {
  defaults.geofences = [park];
  await renderPage(<DefaultFencesSection custId={7} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Parken · På' }));
  const name = (value: string) => fireEvent.change(screen.getByLabelText('Navn'), { target: { value } });
  let respond = () => {};
  put.mockImplementation(async () => {
    await new Promise<void>((resolve) => (respond = resolve));
    return undefined;
  });
  name('Lunden');
  fireEvent.click(button('Lagre'));
  await waitFor(() => expect(put).toHaveBeenCalledTimes(1));
  name('Skogen');
  await act(async () => respond());
  await waitFor(() => expect(isOff(button('Lagre'))).toBe(false));
  expect(screen.getByRole('button', { name: 'Skogen · På' })).toBeDefined();
  fireEvent.click(button('Lagre'));
  await waitFor(() => expect(put.mock.lastCall?.[1]).toMatchObject({ rev: 1, geofences: [{ name: 'Skogen' }] }));
});

it('is not there for those without the right', async () => {
  const refused = vi.fn(async () =>
    Response.json({ code: 'notAllowed' }, { status: 403, headers: { 'content-type': 'application/problem+json' } }),
  );
  vi.stubGlobal('fetch', refused);
  await renderPage(<DefaultFencesSection custId={7} />);
  await waitFor(() => expect(refused).toHaveBeenCalled());
  await waitFor(() => expect(screen.queryByText('Standard-geofencer')).toBeNull());
});
