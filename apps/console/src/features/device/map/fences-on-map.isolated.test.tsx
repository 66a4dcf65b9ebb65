import { ModalsProvider } from '@mantine/modals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Geofence } from '@varde/contract/geofences';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import type { EditableFence } from '#kit/map/fence-handles.ts';
import type { DrawnFence, FenceShape } from '#kit/map/fence-layers.ts';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { fakeLiveServer } from '../../../testing/fake-live-server.ts';
import { isOff } from '../../../testing/is-off.ts';
import { deviceDetail, geofenceRecord } from '../../../testing/records.ts';
import { renderRoute } from '../../../testing/render-page.tsx';
import { DevicePage } from './device-page.tsx';

/** The map as far as fences need it. */
const map = vi.hoisted(() => ({
  drawn: [] as DrawnFence[],
  editable: [] as EditableFence[],
  move: (_id: number, _shape: FenceShape) => {},
  press: (_id: number) => {},
}));
vi.mock('#kit/map/track-map.ts', () => ({
  openTrackMap: (options: { onFenceMoved: typeof map.move; onFencePressed: typeof map.press }) => {
    map.move = (id, shape) => act(() => options.onFenceMoved(id, shape));
    map.press = (id) => act(() => options.onFencePressed(id));
    return {
      show: () => undefined,
      point: () => undefined,
      listen: () => undefined,
      showFences: (drawn: DrawnFence[], editable: EditableFence[]) => Object.assign(map, { drawn, editable }),
      close: () => undefined,
    };
  },
}));

const home = geofenceRecord();
const corners = [
  { lat: 60, lng: 10 },
  { lat: 60, lng: 10.1 },
  { lat: 60.1, lng: 10.1 },
];
const garden = geofenceRecord({
  ...{ id: 5, name: 'Hagen', enabled: false, status: null, polygon: true, circle: false, radius: 0, vertices: corners },
  index: 1,
});
const park = geofenceRecord({ id: 7, name: 'Bypark', share: true, sharedCustId: 7 });
let fences: Geofence[];
let channel: LiveChannel;
const fetched = vi.fn<typeof fetch>();
beforeAll(async () => {
  // jsdom has no fonts, for which fields of many lines wait.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  await withDevicePageTexts(async () => undefined);
});
beforeEach(() => {
  fences = [home, garden];
  Object.assign(map, { drawn: [], editable: [] });
  fakeLiveServer();
  channel = openLiveChannel({ origin: 'http://v.example', onSessionEnded: vi.fn(), onRightsChanged: vi.fn() });
  fetched.mockReset();
  fetched.mockImplementation(async (url, init) => Response.json(answer(String(url), init)));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  channel.stop();
  cleanup();
});

function answer(url: string, init?: RequestInit): unknown {
  if (init?.method === 'PUT') {
    const { geofence } = JSON.parse(String(init.body));
    const { posPath: _, ...before } = fences.find(({ id }) => id === geofence.id) ?? home;
    return geofenceRecord({ ...before, ...geofence });
  }
  if (url.endsWith('/config')) return { tilesUrl: null, tilesAttribution: null, demoLogins: null };
  if (url.endsWith('/map_consent')) return { given: true };
  if (url.endsWith('/geofences/global')) return { geofences: [park] };
  if (url.endsWith('/geofences')) return { geofences: fences, abilities: ['add', 'map'], unavailable: [] };
  if (url === '/ajax/devices/1')
    return deviceDetail({
      ...{ dehaId: 34, posLati: 60.2, posLong: 10.2, posTime: 1000, posType: 0, abilities: ['map', 'settings'] },
      tabs: [{ key: 'geofence', place: 'main' }],
    });
  return { uuid: 'u', positions: [], transactions: [], nextCursor: null, alarms: [], commands: [], points: [], rev: 1 };
}
const asked = (end: string) => fetched.mock.calls.filter(([url]) => String(url).endsWith(end));
const saved = () =>
  fetched.mock.calls.flatMap(([url, init]) => (init?.method === 'PUT' ? [[url, JSON.parse(String(init.body))]] : []));

async function show() {
  const shown = await renderRoute(
    '/{-$page}',
    ({ page }) => (
      <LiveProvider channel={channel}>
        <ModalsProvider />
        {page === undefined && <DevicePage deviId={1} count={10} counts={[1, 10]} onCount={vi.fn()} />}
      </LiveProvider>
    ),
    '/',
  );
  await waitFor(() => expect(map.drawn).not.toEqual([]));
  return shown;
}
const item = (name: RegExp | string) => screen.getByRole('button', { name });
const select = (name: RegExp) => fireEvent.click(item(name));
const fields = (name: string) => within(screen.getByRole('group', { name }));
const button = (of: string, name: string) => fields(of).getByRole<HTMLButtonElement>('button', { name });
const shapeOf = (id: number) => map.drawn.find((fence) => fence.id === id);

describe('the fences of a device on the map of its positions', () => {
  it('[D3.008 D4.094 D7.087] are fetched with the map, green or grey, and none is selected', async () => {
    await show();
    expect(asked('/devices/1/geofences')).toHaveLength(1);
    const { vertices, radius } = home;
    expect(map.drawn).toEqual([
      { id: 4, enabled: true, polygon: false, vertices, radius, selected: false },
      { id: 5, enabled: false, polygon: true, vertices: corners, radius: 0, selected: false },
    ]);
    expect(map.editable).toEqual([]);
  });

  it('[D4.095] are selected in the list or on the map, moved, and saved as a whole by the call of their own page', async () => {
    await show();
    select(/^Hjem/);
    expect(map.editable.map(({ id, handleNames }) => [id, handleNames])).toEqual([
      [4, ['Sentrum av Hjem', 'Grensen til Hjem']],
    ]);
    map.press(5);
    expect(map.editable.map(({ id }) => id)).toEqual([4, 5]);
    expect(map.editable[1]?.handleNames).toEqual(['Hjørne 1 av Hagen', 'Hjørne 2 av Hagen', 'Hjørne 3 av Hagen']);
    expect(isOff(button('Hjem', 'Lagre'))).toBe(true);
    map.move(4, { vertices: home.vertices, radius: 350 });
    expect(fields('Hjem').getByLabelText<HTMLInputElement>('Radius').value).toBe('350 m');
    expect(item(/^Hjem.*Ikke lagret$/)).toBeDefined();
    expect(shapeOf(4)).toMatchObject({ radius: 350, selected: true });
    expect(isOff(button('Hagen', 'Lagre'))).toBe(true);
    expect(saved()).toEqual([]);
    fireEvent.click(button('Hjem', 'Lagre'));
    await waitFor(() => expect(saved()).toHaveLength(1));
    const { posPath, rev, changedBy, deviId, status, lastKnownOutside, notified, editEnabled, index, copy, ...form } =
      home;
    expect(saved()).toEqual([['/ajax/devices/1/geofences', { geofence: { ...form, radius: 350 }, rev }]]);
    expect(await screen.findByRole('button', { name: /^HjemPå · Innenfor$/ })).toBeDefined();
    expect(shapeOf(4)).toMatchObject({ radius: 350, selected: true });
  });

  it('keep a move that is made while another one is being saved', async () => {
    await show();
    select(/^Hjem/);
    let respond = () => {};
    fetched.mockImplementation(async (url, init) => {
      if (init?.method === 'PUT') await new Promise<void>((resolve) => (respond = resolve));
      return Response.json(answer(String(url), init));
    });
    map.move(4, { vertices: home.vertices, radius: 350 });
    fireEvent.click(button('Hjem', 'Lagre'));
    await waitFor(() => expect(saved()).toHaveLength(1));
    map.move(4, { vertices: home.vertices, radius: 400 });
    await act(async () => respond());
    await waitFor(() => expect(isOff(button('Hjem', 'Lagre'))).toBe(false));
    expect(shapeOf(4)).toMatchObject({ radius: 400, selected: true });
    expect(item(/^Hjem.*Ikke lagret$/)).toBeDefined();
    fireEvent.click(button('Hjem', 'Tilbakestill'));
    expect(shapeOf(4)).toMatchObject({ radius: 350 });
  });

  it('are not saved over a shape that somebody else has given one since, before the user has chosen', async () => {
    const { cache } = await show();
    select(/^Hjem/);
    map.move(4, { vertices: home.vertices, radius: 350 });
    fences = [{ ...home, radius: 500, rev: 2, changedBy: 'Siri Sjef' }, garden];
    await act(() => cache.invalidateQueries({ queryKey: ['listGeofences'] }));
    const told = await screen.findByText(/^Siri Sjef har endret dette mens du redigerte: Område\./);
    expect(told).toBeDefined();
    expect(isOff(button('Hjem', 'Lagre'))).toBe(true);
    fireEvent.click(button('Hjem', 'Behold mine endringer'));
    fireEvent.click(button('Hjem', 'Lagre'));
    await waitFor(() => expect(saved()).toMatchObject([[expect.anything(), { geofence: { radius: 350 }, rev: 2 }]]));
  });

  it('have the shape of somebody else when the user discards the own one', async () => {
    const { cache } = await show();
    select(/^Hjem/);
    map.move(4, { vertices: home.vertices, radius: 350 });
    fences = [{ ...home, radius: 500, rev: 2, changedBy: null }, garden];
    await act(() => cache.invalidateQueries({ queryKey: ['listGeofences'] }));
    await screen.findByText(/^Noen andre har endret dette/);
    fireEvent.click(button('Hjem', 'Forkast mine endringer'));
    expect(shapeOf(4)).toMatchObject({ radius: 500 });
    expect(saved()).toEqual([]);
  });

  it('[D4.096] are reset to the shape that they had first', async () => {
    await show();
    select(/^Hagen/);
    map.move(5, { vertices: [{ lat: 61, lng: 11 }, ...corners.slice(1)], radius: 0 });
    map.move(5, { vertices: [{ lat: 62, lng: 12 }, ...corners.slice(1)], radius: 0 });
    expect(shapeOf(5)?.vertices[0]).toEqual({ lat: 62, lng: 12 });
    fireEvent.click(button('Hagen', 'Tilbakestill'));
    expect(shapeOf(5)).toMatchObject({ vertices: corners, selected: true });
    expect(isOff(button('Hagen', 'Lagre'))).toBe(true);
    expect(isOff(button('Hagen', 'Tilbakestill'))).toBe(true);
    map.move(5, { vertices: [{ lat: 61, lng: 11 }, ...corners.slice(1)], radius: 0 });
    select(/^Hagen.*Ikke lagret$/);
    select(/^HagenAv$/);
    expect(shapeOf(5)?.vertices).toEqual(corners);
    expect(saved()).toEqual([]);
  });

  it('[D4.095] are moved from the keyboard by their fields, within the limits of a fence', async () => {
    await show();
    select(/^Hjem/);
    fireEvent.change(fields('Hjem').getByLabelText('Sentrum'), { target: { value: '61.5, 11.5' } });
    expect(shapeOf(4)?.vertices).toEqual([{ lat: 61.5, lng: 11.5 }]);
    map.move(4, { vertices: home.vertices, radius: 3 });
    expect(shapeOf(4)?.radius).toBe(10);
    fireEvent.keyDown(fields('Hjem').getByLabelText('Sentrum'), { key: 'Enter' });
    expect(saved()).toEqual([]);
  });

  it('have the radius that is typed, whose first digits may be less than the least one, until its field is left', async () => {
    await show();
    select(/^Hjem/);
    const radius = fields('Hjem').getByLabelText<HTMLInputElement>('Radius');
    fireEvent.change(radius, { target: { value: '5' } });
    expect(shapeOf(4)?.radius).toBe(5);
    fireEvent.change(radius, { target: { value: '50 m' } });
    expect([radius.value, shapeOf(4)?.radius]).toEqual(['50 m', 50]);
    fireEvent.change(radius, { target: { value: '5 m' } });
    fireEvent.blur(radius);
    await waitFor(() => expect(shapeOf(4)?.radius).toBe(10));
  });

  it('keep their corners while words, too few corners, or one beyond the pole or 180° are typed, and say so', async () => {
    await show();
    select(/^Hagen/);
    const typed = fields('Hagen').getByLabelText('Hjørner', { selector: 'textarea' });
    const two = '60, 10\n60, 10.2';
    for (const value of ['Storgata 1', two, `${two}\n90.5, 10`, `${two}\n61, 180.5`, `${two}\n61`]) {
      fireEvent.change(typed, { target: { value } });
      expect(screen.getByText('Skriv inn 3 til 100 hjørner, ett på hver linje.'), value).toBeDefined();
      expect(shapeOf(5)?.vertices).toEqual(corners);
    }
    fireEvent.change(typed, { target: { value: `${two}\n61, 10` } });
    expect(screen.queryByText(/^Skriv inn 3 til/)).toBeNull();
    expect(shapeOf(5)?.vertices).toHaveLength(3);
  });

  it('are not saved while their sides cross', async () => {
    fences = [{ ...garden, vertices: [...corners, { lat: 60.1, lng: 10 }] }];
    await show();
    select(/^Hagen/);
    const [a, b, c, d] = fences[0]?.vertices ?? [];
    if (!a || !b || !c || !d) throw new Error('four corners');
    map.move(5, { vertices: [a, c, b, d], radius: 0 });
    expect(screen.getByText(/^Sidene krysser eller berører hverandre/)).toBeDefined();
    expect(isOff(button('Hagen', 'Lagre'))).toBe(true);
    map.move(5, { vertices: [a, b, { lat: 60.2, lng: 10.2 }, d], radius: 0 });
    expect(isOff(button('Hagen', 'Lagre'))).toBe(false);
  });

  it('[D5.002] have no handles where their editing is forbidden', async () => {
    fences = [{ ...home, editEnabled: false }];
    await show();
    select(/^Hjem/);
    expect(shapeOf(4)?.selected).toBe(true);
    expect(map.editable).toEqual([]);
    expect(screen.getByText(/^Denne geofencen er delt/)).toBeDefined();
  });

  it('[D7.088] has the shared ones in grey once they are asked for, and they cannot be moved', async () => {
    await show();
    expect(asked('/geofences/global')).toEqual([]);
    fireEvent.click(screen.getByLabelText('Vis delte geofencer i kartet'));
    await screen.findByText('Delt med kunden, i grått: Bypark');
    expect(asked('/devices/1/geofences/global')).toHaveLength(1);
    expect(shapeOf(7)).toMatchObject({ enabled: false, radius: 200 });
    map.press(7);
    expect(map.editable).toEqual([]);
  });

  it('are lost only after a question when the page is left with a change', async () => {
    const { router } = await show();
    select(/^Hjem/);
    map.move(4, { vertices: home.vertices, radius: 350 });
    act(() => void router.history.push('/elsewhere'));
    const question = await screen.findByRole('dialog', { name: 'Ulagrede endringer' });
    fireEvent.click(within(question).getByRole('button', { name: 'Avbryt' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(shapeOf(4)?.radius).toBe(350);
    expect(saved()).toEqual([]);
  });
});
