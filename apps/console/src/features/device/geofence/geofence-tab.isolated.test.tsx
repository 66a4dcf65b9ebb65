import { ModalsProvider } from '@mantine/modals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DeviceDetail } from '@varde/contract/devices';
import type { Geofence } from '@varde/contract/geofences';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DrawnShape } from '#kit/map/drawn-shape.ts';
import { useGuardedPresses } from '#kit/steady/press-guard.ts';
import { devicePageTextsIn, withDevicePageTexts } from '#texts/i18n.ts';
import { isOff } from '../../../testing/is-off.ts';
import { deviceDetail, geofenceRecord } from '../../../testing/records.ts';
import { renderRoute } from '../../../testing/render-page.tsx';
import { GeofenceTab } from './geofence-tab.tsx';

/** The map as far as the tab needs it: jsdom cannot draw maps. */
const map = vi.hoisted(() => ({
  draw: [] as string[],
  fitted: [] as { vertices: { lat: number; lng: number }[] }[],
  shown: [] as { id: number; enabled: boolean; radius: number }[],
  finish: (_shape: unknown) => {},
}));
vi.mock('#kit/map/fence-map.ts', () => ({
  openFenceMap: ({ onDrawn }: { onDrawn: (shape: unknown) => void }) => {
    map.finish = onDrawn;
    return {
      show: (fences: never) => {
        map.shown = fences;
      },
      showPlace: () => undefined,
      fit: (fences: never) => {
        map.fitted = fences;
      },
      draw: (type: string) => map.draw.push(type),
      close: () => undefined,
    };
  },
}));

const home = geofenceRecord();
const storgata = { address: 'Storgata 1, 6002 ÅLESUND', place: { lat: 62.4722, lng: 6.1549 } };
let fences: Geofence[];
let unavailable: string[];
let settings: object[];
let addressSearch: boolean;
let indoorLocations: { inloId: number; name: string }[];
let customers: { custId: number; firmName: string }[];
const fetched = vi.fn<typeof fetch>();
beforeAll(() => withDevicePageTexts(async () => undefined));
beforeAll(() => {
  // jsdom has no fonts, for which fields of many lines wait.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
});
beforeEach(() => {
  fences = [home];
  unavailable = [];
  settings = [];
  addressSearch = false;
  customers = [];
  indoorLocations = [];
  map.draw.splice(0);
  fetched.mockReset();
  fetched.mockImplementation(async (url, init) => Response.json(answer(String(url), init)));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

function answer(url: string, init?: RequestInit): unknown {
  if (init?.method === 'PUT') {
    const { geofence } = JSON.parse(String(init.body));
    return { ...home, ...geofence, id: geofence.id || 9 };
  }
  if (init?.method === 'DELETE') return {};
  if (url.endsWith('/config')) return { tilesUrl: null, tilesAttribution: null, demoLogins: null, addressSearch };
  if (url.includes('/geocode/')) return { state: 'found', addresses: [storgata] };
  if (url.endsWith('/settings')) return { deviId: 1, dehaId: 23, fiwaNum: null, announced: [], settings };
  if (url.endsWith('/global')) return { geofences: [{ ...home, id: 7, name: 'Bypark', share: true, sharedCustId: 7 }] };
  if (url.endsWith('/indoorlocations')) return { indoorLocations };
  if (url.endsWith('/customers')) return { custId: 7, customers };
  if (url.endsWith('/distance')) return { distance: 300, posTime: 1000 };
  if (url.endsWith('/position'))
    return { posLati: 60.1, posLong: 10.1, posTime: 1000, posType: 0, posAccuracy: null, place: null };
  return { geofences: fences, abilities: ['add', 'map'], unavailable };
}
const sent = () =>
  fetched.mock.calls
    .filter(([, init]) => ['PUT', 'DELETE'].includes(init?.method ?? ''))
    .map(([url, init]) => [
      init?.method,
      String(url).replace(/^.*\/ajax/, ''),
      init?.body && JSON.parse(String(init.body)),
    ]);

/** Another state of the device, as the live channel brings it. */
let setRev: (rev: number) => void;
function LiveTab({ part, fields }: { part: string | undefined; fields: Partial<DeviceDetail> }) {
  const [rev, change] = useState(1);
  setRev = (next) => act(() => change(next));
  useGuardedPresses();
  return <GeofenceTab device={deviceDetail({ rev, ...fields })} tab="geofence" part={part} />;
}
const show = (part?: string, fields: Partial<DeviceDetail> = {}) =>
  renderRoute(
    '/settings/$deviId/$dehaId/{-$tab}/{-$part}/{-$item}',
    ({ tab, part }) => (
      <>
        <ModalsProvider />
        {tab === 'geofence' && <LiveTab part={part} fields={fields} />}
      </>
    ),
    `/settings/1/34/geofence${part ? `/${part}` : ''}`,
  );
/** Answers the question whether unsaved changes may be lost. */
async function answerQuestion(given: 'Avbryt' | 'Fortsett'): Promise<void> {
  const question = await screen.findByRole('dialog', { name: 'Ulagrede endringer' });
  fireEvent.click(within(question).getByRole('button', { name: given }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const saves = () => screen.getAllByRole('button', { name: 'Lagre' });
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const openHome = async () => fireEvent.click(await button(/^Hjem/));
const finish = (shape: DrawnShape) => act(() => map.finish(shape));

it('says that the fences do not work while positioning is off, and leads those who may to its setting', async () => {
  const tabs = ['tracking', 'geofence'].map((key) => ({ key, place: 'main' })) as DeviceDetail['tabs'];
  await show(undefined, { disablePositioning: true, tabs });
  expect((await screen.findByRole('note')).textContent).toMatch(
    /^Posisjonering er slått av på denne enheten\. Geofencene virker ikke/,
  );
  expect(screen.getByRole('link', { name: 'Til innstillingene for posisjonering' }).getAttribute('href')).toBe(
    '/settings/1/34/tracking',
  );
  cleanup();
  await show(undefined, { disablePositioning: true });
  expect(await screen.findByRole('note')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Til innstillingene for posisjonering' })).toBeNull();
  cleanup();
  await show(undefined, { tabs });
  expect(await screen.findByRole('button', { name: 'Ny geofence' })).toBeDefined();
  expect(screen.queryByRole('note')).toBeNull();
});

it('[D2.059] says that fences come from standard settings, in the words of the language, and of none that do not', async () => {
  await show();
  await button(/^Hjem/);
  expect(screen.queryByRole('note')).toBeNull();
  cleanup();
  fences = [home, geofenceRecord({ id: 5, name: 'Sentrum', copy: true })];
  await show();
  expect((await screen.findByRole('note')).textContent).toBe(
    'Denne enheten har geofencer som kommer fra standardinnstillinger',
  );
  const { geofence } = (await devicePageTextsIn('en')) as { geofence: { fromDefaults: string } };
  expect(geofence.fromDefaults).toBe('This device has geofence definitions stemming from standard settings');
});

describe('a new fence', () => {
  it('[D2.056 D2.057] is a circle to be drawn, and the button reads Save', async () => {
    await show('new');
    await screen.findByRole('form', { name: 'Ny geofence' });
    const save = within(screen.getByRole('region', { name: 'Geofencer' })).getByRole('button', {
      name: 'Lagre',
    });
    expect(screen.queryByRole('button', { name: 'Ny geofence' })).toBeNull();
    expect(isOff(save)).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'I bruk' }).checked).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>('Navn').value).toBe('Geofence1');
    await waitFor(() => expect(map.draw.at(-1)).toBe('circle'));
  });

  it('[D4.013 D4.014] is drawn: that ends drawing, turns it on, and it can be saved', async () => {
    await show('new');
    await waitFor(() => expect(map.draw.at(-1)).toBe('circle'));
    finish({ circle: true, centre: { lat: 61, lng: 9 }, radius: 321 });
    await waitFor(() => expect(map.draw.at(-1)).toBe('none'));
    expect(screen.getByLabelText<HTMLInputElement>('I bruk').checked).toBe(true);
    const [save] = saves();
    if (save) fireEvent.click(save);
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject([
      'PUT',
      '/devices/1/geofences',
      { geofence: { id: 0, circle: true, vertices: [{ lat: 61, lng: 9 }], radius: 321, enabled: true } },
    ]);
  });

  it('[D3.002 D3.003 D3.004 D3.005 D4.010] begins as a circle of 200 m that is off, with the next free name, and may be drawn in four ways', async () => {
    indoorLocations = [{ inloId: 3, name: 'Stua' }];
    fences = [home, { ...home, id: 5, name: 'Geofence1' }];
    await show('new');
    await screen.findByLabelText('Innendørs');
    const ways = screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value);
    expect(ways).toEqual(['circle', 'polygon', 'indoor', 'none']);
    type('Sentrum', '60.5, 10.5');
    const [save] = saves();
    if (save) fireEvent.click(save);
    const blank = { id: 0, name: 'Geofence2', radius: 200, enabled: false, circle: true };
    await waitFor(() => expect(sent()[0]).toMatchObject(['PUT', '/devices/1/geofences', { geofence: blank }]));
  });

  it('is blank after the browser’s Back from one that was just saved, which has nothing to delete', async () => {
    const { router } = await show();
    fireEvent.click(await button('Ny geofence'));
    await screen.findByLabelText('Sentrum');
    type('Navn', 'Hagen');
    type('Sentrum', '60.5, 10.5');
    const [save] = saves();
    if (save) fireEvent.click(save);
    expect(await screen.findByRole('form', { name: 'Hagen' })).toBeDefined();
    expect(await button('Slett')).toBeDefined();
    act(() => router.history.back());
    expect(await screen.findByRole('form', { name: 'Ny geofence' })).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Navn').value).toBe('Geofence1');
    expect(screen.queryByRole('button', { name: 'Slett' })).toBeNull();
    expect(screen.queryByText(/^300 m utenfor grensen/)).toBeNull();
    expect((await button(/^Hagen/)).ariaCurrent).toBeNull();
    expect(map.shown.map(({ id }) => id)).toEqual([4, 9, 0]);
    expect(map.draw.at(-1)).toBe('circle');
    act(() => router.history.forward());
    expect(await screen.findByRole('form', { name: 'Hagen' })).toBeDefined();
  });

  it('is placed at an address that was found, and the map goes there', async () => {
    addressSearch = true;
    await show('new');
    const field = await screen.findByLabelText('Søk etter adresse', { selector: 'input' });
    await waitFor(() => expect(map.fitted.map(({ vertices }) => vertices)).toContainEqual(home.vertices));
    await userEvent.type(field, 'Storg');
    fireEvent.click(await screen.findByRole('option', { name: storgata.address }));
    await waitFor(() => expect(map.fitted.map(({ vertices }) => vertices)).toEqual([[storgata.place]]));
    expect(map.shown.at(-1)).toMatchObject({ id: 0, enabled: true });
  });

  it('is typed without the map: a centre and a radius', async () => {
    await show('new');
    await screen.findByLabelText('Sentrum');
    type('Sentrum', 'Storgata');
    expect(screen.getByText('Skriv inn breddegrad og lengdegrad med komma mellom.')).toBeDefined();
    type('Sentrum', '60.5, 10.5');
    type('Radius', '500');
    await waitFor(() => expect(map.shown.at(-1)).toMatchObject({ id: 0, enabled: false, radius: 500 }));
    const [save] = saves();
    if (save) fireEvent.click(save);
    await waitFor(() =>
      expect(sent()[0]?.[2]).toMatchObject({
        geofence: { vertices: [{ lat: 60.5, lng: 10.5 }], radius: 500 },
      }),
    );
  });

  it('[D4.011 D4.012] is one of indoor locations where there are some, without a radius', async () => {
    indoorLocations = [
      { inloId: 3, name: 'Stua' },
      { inloId: 4, name: 'Kjøkkenet' },
    ];
    await show('new');
    fireEvent.click(await screen.findByLabelText('Innendørs'));
    expect(screen.queryByLabelText('Radius')).toBeNull();
    await waitFor(() => expect(map.draw.at(-1)).toBe('none'));
    fireEvent.click(screen.getByLabelText('Kjøkkenet'));
    const [save] = saves();
    if (save) fireEvent.click(save);
    await waitFor(() =>
      expect(sent()[0]?.[2]).toMatchObject({
        geofence: { indoor: true, circle: false, radius: 0, vertices: [], inloIds: [4] },
      }),
    );
  });

  it('[D4.011] is not one of indoor locations where there are none', async () => {
    await show('new');
    await screen.findByLabelText('Sentrum');
    await waitFor(() => expect(fetched.mock.calls.map(([url]) => String(url)).join()).toContain('/indoorlocations'));
    expect(screen.queryByLabelText('Innendørs')).toBeNull();
  });

  it('[D2.058] is left by Back, which asks first when something was entered', async () => {
    await show('new');
    await screen.findByLabelText('Sentrum');
    type('Navn', 'Hagen');
    fireEvent.click(await button('Tilbake'));
    await answerQuestion('Avbryt');
    expect(screen.getByLabelText<HTMLInputElement>('Navn').value).toBe('Hagen');
    fireEvent.click(await button('Tilbake'));
    await answerQuestion('Fortsett');
    await waitFor(() => expect(screen.queryByLabelText('Navn')).toBeNull());
    fireEvent.click(await button('Ny geofence'));
    expect((await screen.findByLabelText<HTMLInputElement>('Navn')).value).toBe('Geofence1');
    expect(sent()).toEqual([]);
  });
});

describe('an existing fence', () => {
  it('[D4.007 D4.009] opens when it is pressed, and closes by the cross', async () => {
    await show();
    expect(await button('Ny geofence')).toBeDefined();
    expect(screen.queryByRole('form')).toBeNull();
    await openHome();
    expect(await screen.findByRole('form', { name: 'Hjem' })).toBeDefined();
    expect(await screen.findByText(/^300 m utenfor grensen/)).toBeDefined();
    expect(await button('Ny geofence')).toBeDefined();
    fireEvent.click(await button('Lukk geofencen'));
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  });

  it('[D4.008] opens after a question while another one has unsaved changes', async () => {
    fences = [home, { ...home, id: 5, name: 'Hytta' }];
    await show();
    await openHome();
    await screen.findByRole('form', { name: 'Hjem' });
    type('Navn', 'Hjemme');
    fireEvent.click(await button(/^Hytta/));
    await answerQuestion('Avbryt');
    expect(screen.getByLabelText<HTMLInputElement>('Navn').value).toBe('Hjemme');
    fireEvent.click(await button(/^Hytta/));
    await answerQuestion('Fortsett');
    expect(await screen.findByRole('form', { name: 'Hytta' })).toBeDefined();
  });

  it('comes into view with the focus on its heading when the user opens it, and not when it is saved', async () => {
    const scrolled = vi.spyOn(window.HTMLElement.prototype, 'scrollIntoView');
    await show();
    expect(document.activeElement).toBe(document.body);
    await openHome();
    const form = await screen.findByRole('form', { name: 'Hjem' });
    expect(document.activeElement).toBe(within(form).getByRole('heading', { name: 'Hjem' }));
    expect(scrolled.mock.contexts).toEqual([form]);
    fireEvent.click(await button('Ny geofence'));
    const blank = await screen.findByRole('form', { name: 'Ny geofence' });
    expect(document.activeElement).toBe(within(blank).getByRole('heading', { name: 'Ny geofence' }));
    expect(scrolled.mock.contexts).toEqual([form, blank]);
    type('Sentrum', '60.5, 10.5');
    const [save] = saves();
    save?.focus();
    if (save) fireEvent.click(save);
    await screen.findByRole('form', { name: 'Geofence1' });
    expect(scrolled).toHaveBeenCalledTimes(2);
    scrolled.mockRestore();
  });

  const hours = 'Bare til bestemte tider';
  it.each<[string, () => unknown]>([
    ['its use', () => fireEvent.click(screen.getByLabelText('I bruk'))],
    ['its hours', () => fireEvent.click(screen.getByLabelText(hours))],
    ['its name', () => type('Navn', 'Hjemme')],
    ['its radius', () => type('Radius', '201')],
    ['its centre', () => type('Sentrum', '60.1, 10')],
    ['its share', () => fireEvent.click(screen.getByLabelText('Del med andre enheter'))],
    [
      'its shape',
      () => finish({ circle: false, vertices: [60, 60.1, 60.2].map((lat, at) => ({ lat, lng: 10 + (at % 2) })) }),
    ],
  ])('[D5.001] needs saving when %s changed, and not before', async (_, change) => {
    customers = [{ custId: 7, firmName: 'Solvik' }];
    await show();
    await openHome();
    const form = await screen.findByRole('form', { name: 'Hjem' });
    await screen.findByLabelText('Del med andre enheter');
    const save = within(form).getByRole('button', { name: 'Lagre' });
    expect(isOff(save)).toBe(true);
    change();
    expect(isOff(save)).toBe(false);
  });

  it('[D5.004] is saved only when something changed', async () => {
    await show();
    await openHome();
    const form = await screen.findByRole('form', { name: 'Hjem' });
    const save = within(form).getByRole<HTMLButtonElement>('button', { name: 'Lagre' });
    expect(isOff(save)).toBe(true);
    type('Egen forsinkelse', '15');
    expect(isOff(save)).toBe(false);
    fireEvent.click(save);
    await waitFor(() => expect(sent()[0]?.[2]).toMatchObject({ geofence: { id: 4, delayMinutes: 15, name: 'Hjem' } }));
  });

  it('[D7.021] asks for a call at its alarm, and says when nobody can be called', async () => {
    const warning = 'Varde kan ikke ringe ennå. Anrop venter til en administrator har satt det opp.';
    unavailable = ['call'];
    await show();
    await openHome();
    const call = await screen.findByLabelText<HTMLInputElement>('Ring når det blir alarm');
    expect(call.checked).toBe(false);
    expect(screen.queryByText(warning)).toBeNull();
    fireEvent.click(call);
    expect(screen.getByText(warning)).toBeDefined();
    const [save] = saves();
    if (save) fireEvent.click(save);
    await waitFor(() => expect(sent()[0]?.[2]).toMatchObject({ geofence: { id: 4, alertByCall: true } }));
  });

  it('says nothing of calls where they are set up', async () => {
    fences = [{ ...home, alertByCall: true }];
    await show();
    await openHome();
    expect((await screen.findByLabelText<HTMLInputElement>('Ring når det blir alarm')).checked).toBe(true);
    expect(screen.queryByText(/kan ikke ringe/)).toBeNull();
  });

  it('[D5.002 D5.003] is neither saved nor deleted where its editing is forbidden', async () => {
    fences = [{ ...home, editEnabled: false }];
    await show();
    await openHome();
    const form = await screen.findByRole('form', { name: 'Hjem' });
    for (const name of ['Lagre', 'Slett'])
      expect(isOff(within(form).getByRole<HTMLButtonElement>('button', { name }))).toBe(true);
    expect(screen.getByRole('group').matches('[disabled]')).toBe(true);
  });

  it('[D5.005] is not saved by Enter in a field', async () => {
    await show();
    await openHome();
    await screen.findByRole('form', { name: 'Hjem' });
    type('Navn', 'Hjemme');
    const isDefault = fireEvent.keyDown(screen.getByLabelText('Navn'), { key: 'Enter' });
    expect(isDefault).toBe(false);
    fireEvent.submit(screen.getByRole('form', { name: 'Hjem' }));
    expect(sent()).toEqual([]);
  });

  it('[D8.003] is deleted after the question with its name', async () => {
    await show();
    await openHome();
    fireEvent.click(await button('Slett'));
    const question = await screen.findByRole('dialog');
    expect(question.textContent).toContain('Er du sikker på at du vil slette Hjem?');
    fireEvent.click(within(question).getByRole('button', { name: 'Slett' }));
    await waitFor(() => expect(sent()).toEqual([['DELETE', '/devices/1/geofences/4?rev=1', undefined]]));
    expect(await screen.findByText('Enheten har ingen geofence ennå.')).toBeDefined();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Ny geofence'));
  });

  it('gives the focus back to the buttons above the list when it is closed, and so does a new one', async () => {
    await show();
    await openHome();
    fireEvent.click(await button('Lukk geofencen'));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Ny geofence'));
    fireEvent.click(await button('Ny geofence'));
    await screen.findByLabelText('Sentrum');
    fireEvent.click(await button('Tilbake'));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Ny geofence'));
    fireEvent.click(await button('Gjenbruk'));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Tilbake'));
  });

  it('[D8.003] asks once when Delete is pressed twice, and again after No', async () => {
    await show();
    await openHome();
    await userEvent.dblClick(await button('Slett'));
    const question = await screen.findByRole('dialog');
    fireEvent.click(within(question).getByRole('button', { name: 'Avbryt' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(await button('Slett'));
    expect(await screen.findByRole('dialog')).toBeDefined();
    expect(sent()).toEqual([]);
  });

  it('[D3.001] is marked in the list while it is edited, and as unsaved once its hours or its area are others', async () => {
    await show();
    const inList = () => screen.getByRole('button', { name: /^Hjem/ });
    const marks = () => [inList().getAttribute('aria-current'), inList().textContent?.includes('Ikke lagret')];
    await button(/^Hjem/);
    expect(marks()).toEqual([null, false]);
    await openHome();
    const hours = await screen.findByLabelText('Bare til bestemte tider');
    expect(marks()).toEqual(['true', false]);
    fireEvent.click(hours);
    expect(marks(), 'hours').toEqual(['true', true]);
    fireEvent.click(hours);
    expect(marks()).toEqual(['true', false]);
    type('Radius', '201');
    expect(marks(), 'area').toEqual(['true', true]);
  });

  it('[D5.007] has lists of hours from 00:00 to 23:00 and 00:00 at the end, of which the last is the end of the day', async () => {
    await show();
    await openHome();
    fireEvent.click(await screen.findByLabelText('Bare til bestemte tider'));
    for (const label of ['Fra', 'Til']) {
      const list = screen.getByLabelText<HTMLSelectElement>(label);
      const texts = [...list.options].map(({ text }) => text);
      expect(texts).toHaveLength(25);
      expect([texts[0], texts[23], texts[24]]).toEqual(['00:00', '23:00', '00:00']);
    }
    expect(screen.getByLabelText<HTMLSelectElement>('Til').selectedIndex).toBe(24);
    fireEvent.change(screen.getByLabelText('Fra'), { target: { value: '2200' } });
    const [save] = saves();
    if (save) fireEvent.click(save);
    await waitFor(() =>
      expect(sent()[0]?.[2]).toMatchObject({
        geofence: { enabledTime: true, enabledTimeFrom: 2200, enabledTimeTo: 0 },
      }),
    );
  });

  it('[D5.010 D7.020] is shared with the owner of the device first, by users who may share', async () => {
    customers = [
      { custId: 7, firmName: 'Hjemmet' },
      { custId: 3, firmName: 'Byen' },
    ];
    await show();
    await openHome();
    fireEvent.click(await screen.findByLabelText('Del med andre enheter'));
    expect(screen.getByLabelText<HTMLSelectElement>('Delt med').value).toBe('7');
    fireEvent.change(screen.getByLabelText('Delt med'), { target: { value: '3' } });
    const [save] = saves();
    if (save) fireEvent.click(save);
    await waitFor(() => expect(sent()[0]?.[2]).toMatchObject({ geofence: { share: true, sharedCustId: 3 } }));
  });

  it('[D5.010] is shared with the same customer as before when sharing is ticked again', async () => {
    customers = [
      { custId: 7, firmName: 'Hjemmet' },
      { custId: 3, firmName: 'Byen' },
    ];
    fences = [{ ...home, share: true, sharedCustId: 3 }];
    await show();
    await openHome();
    fireEvent.click(await screen.findByLabelText('Del med andre enheter'));
    expect(screen.queryByLabelText('Delt med')).toBeNull();
    fireEvent.click(screen.getByLabelText('Del med andre enheter'));
    expect(screen.getByLabelText<HTMLSelectElement>('Delt med').value).toBe('3');
  });

  it('[D9.005] shows a typed centre with five decimals when its field is left', async () => {
    await show();
    await openHome();
    const centre = await screen.findByLabelText<HTMLInputElement>('Sentrum');
    type('Sentrum', '62.4719, 6.1552999999999995');
    expect(centre.value).toBe('62.4719, 6.1552999999999995');
    fireEvent.blur(centre);
    expect(centre.value).toBe('62.47190, 6.15530');
    type('Sentrum', '62.4719, ');
    fireEvent.blur(centre);
    expect(centre.value).toBe('62.4719, ');
    expect(screen.getByText('Skriv inn breddegrad og lengdegrad med komma mellom.')).toBeDefined();
  });

  it('is shared by nobody else', async () => {
    await show();
    await openHome();
    await screen.findByRole('form', { name: 'Hjem' });
    expect(screen.queryByLabelText('Del med andre enheter')).toBeNull();
  });
});

describe('a fence that somebody else changes while it is edited', () => {
  const changedElsewhere = (changed: Partial<Geofence>) => {
    fences = [{ ...home, ...changed, rev: 2, changedBy: 'Siri Sjef' }];
    setRev(2);
  };
  const edit = async () => {
    await show();
    await openHome();
    return within(await screen.findByRole('form', { name: 'Hjem' }));
  };
  const name = () => screen.getByLabelText<HTMLInputElement>('Navn').value;
  const refusal = () => {
    const errors = [{ path: 'changedBy', message: 'Siri Sjef' }];
    const problem = { type: 'about:blank', title: '', status: 409, code: 'geofenceChanged', errors };
    return Response.json(problem, { status: 409, headers: { 'content-type': 'application/problem+json' } });
  };

  it('follows in the fields that the user has not changed, and is saved with its latest revision', async () => {
    const form = await edit();
    type('Navn', 'Hjemme');
    changedElsewhere({ delayMinutes: 20 });
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Egen forsinkelse').value).toMatch(/^20/));
    expect(name()).toBe('Hjemme');
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(form.getByRole('button', { name: 'Lagre' }));
    await waitFor(() =>
      expect(sent()[0]?.[2]).toMatchObject({ geofence: { name: 'Hjemme', delayMinutes: 20 }, rev: 2 }),
    );
  });

  it('says who has changed what the user changes too, and is not saved before the user has chosen', async () => {
    const form = await edit();
    type('Navn', 'Hjemme');
    changedElsewhere({ name: 'Heime', delayMinutes: 20 });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^Siri Sjef har endret dette mens du redigerte: Navn\./);
    const save = form.getByRole<HTMLButtonElement>('button', { name: 'Lagre' });
    expect([isOff(save), name()]).toEqual([true, 'Hjemme']);
    fireEvent.click(await button('Behold mine endringer'));
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(save);
    await waitFor(() =>
      expect(sent()[0]?.[2]).toMatchObject({ geofence: { name: 'Hjemme', delayMinutes: 20 }, rev: 2 }),
    );
  });

  it('is shown as it is now when the user discards the own changes', async () => {
    const form = await edit();
    type('Navn', 'Hjemme');
    changedElsewhere({ name: 'Heime' });
    fireEvent.click(await button('Forkast mine endringer'));
    expect(name()).toBe('Heime');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(isOff(form.getByRole('button', { name: 'Lagre' }))).toBe(true);
    expect(sent()).toEqual([]);
  });

  it('is told of after the server has refused the save, with what was typed still there', async () => {
    const form = await edit();
    type('Navn', 'Hjemme');
    fetched.mockImplementation(async (url, init) => {
      if (init?.method !== 'PUT') return Response.json(answer(String(url), init));
      fences = [{ ...home, name: 'Heime', rev: 2, changedBy: 'Siri Sjef' }];
      return refusal();
    });
    fireEvent.click(form.getByRole('button', { name: 'Lagre' }));
    await screen.findByText('Siri Sjef har endret geofencene. Se hva som er endret, og prøv igjen.');
    await screen.findByText(/^Siri Sjef har endret dette mens du redigerte: Navn\./);
    expect(name()).toBe('Hjemme');
    expect(sent()[0]?.[2]).toMatchObject({ rev: 1 });
  });

  it('is not deleted by a user who was asked before that', async () => {
    await edit();
    fireEvent.click(await button('Slett'));
    const question = await screen.findByRole('dialog');
    changedElsewhere({ delayMinutes: 20 });
    fetched.mockImplementation(async (url, init) =>
      init?.method === 'DELETE' ? refusal() : Response.json(answer(String(url), init)),
    );
    fireEvent.click(within(question).getByRole('button', { name: 'Slett' }));
    await screen.findByText('Siri Sjef har endret geofencene. Se hva som er endret, og prøv igjen.');
    expect(sent()).toEqual([['DELETE', '/devices/1/geofences/4?rev=1', undefined]]);
    expect(await screen.findByRole('form', { name: 'Hjem' })).toBeDefined();
  });
});

it('keeps what is typed while a fence is being saved', async () => {
  await show();
  await openHome();
  await screen.findByRole('form', { name: 'Hjem' });
  let respond = () => {};
  fetched.mockImplementation(async (url, init) => {
    if (init?.method === 'PUT') await new Promise<void>((resolve) => (respond = resolve));
    return Response.json(answer(String(url), init));
  });
  type('Navn', 'Hjemme');
  const [save] = saves();
  if (save) fireEvent.click(save);
  await waitFor(() => expect(sent()).toHaveLength(1));
  type('Navn', 'Hjemme hos oss');
  await act(async () => respond());
  expect(await screen.findByRole('form', { name: 'Hjemme' })).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Navn').value).toBe('Hjemme hos oss');
  expect(isOff(saves()[0] ?? null)).toBe(false);
});

describe('a fence that somebody else deletes while it is open', () => {
  const deletedElsewhere = async (fence: Geofence, typed?: string) => {
    fences = [fence];
    await show();
    await openHome();
    await screen.findByRole('form', { name: 'Hjem' });
    if (typed) type('Navn', typed);
    fences = [];
    setRev(2);
    return screen.findByRole('alert');
  };

  it('stays with what was typed, says so, and is saved as a new one', async () => {
    const alert = await deletedElsewhere(home, 'Hjemme');
    expect(alert.textContent).toMatch(/^Hjem er slettet av noen andre\. Det som står her, er ikke lagret/);
    expect(screen.getByLabelText<HTMLInputElement>('Navn').value).toBe('Hjemme');
    expect(map.shown).toEqual([expect.objectContaining({ id: 0, enabled: false })]);
    fireEvent.click(await button('Lagre som ny geofence'));
    await waitFor(() =>
      expect(sent()).toEqual([
        [
          'PUT',
          '/devices/1/geofences',
          {
            geofence: expect.objectContaining({
              id: 0,
              name: 'Hjemme',
              radius: 200,
              vertices: home.vertices,
            }),
          },
        ],
      ]),
    );
    expect(await screen.findByRole('form', { name: 'Hjemme' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('has no Delete any more, which keeps its place and the focus', async () => {
    await show();
    await openHome();
    const remove = await button('Slett');
    remove.focus();
    fences = [];
    setRev(2);
    const save = await button('Lagre som ny geofence');
    expect(document.activeElement).toBe(remove);
    expect([remove.isConnected, remove.ariaDisabled]).toEqual([true, 'true']);
    fireEvent.click(remove);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent()).toEqual([]);
    const notice = screen.getByRole('alert');
    expect(notice.closest('footer')).toBe(save.closest('footer'));
  });

  it('is deleted also for the user who has been asked whether to delete it', async () => {
    await show();
    await openHome();
    fireEvent.click(await button('Slett'));
    const question = await screen.findByRole('dialog');
    fences = [];
    setRev(2);
    await screen.findByRole('alert');
    fetched.mockImplementationOnce(async () =>
      Response.json({ type: 'about:blank', title: '', status: 404, code: 'notFound' }, { status: 404 }),
    );
    fireEvent.click(within(question).getByRole('button', { name: 'Slett' }));
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is lost only after a question, when something was typed', async () => {
    await deletedElsewhere(home, 'Hjemme');
    fireEvent.click(await button('Lukk geofencen'));
    await answerQuestion('Fortsett');
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(sent()).toEqual([]);
  });

  it('can only be closed where its editing is forbidden', async () => {
    const alert = await deletedElsewhere({ ...home, editEnabled: false });
    expect(alert.textContent).toBe('Hjem er slettet av noen andre.');
    expect(isOff(await button('Lagre som ny geofence'))).toBe(true);
    fireEvent.click(await button('Lukk geofencen'));
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  });

  it('is shown as it was, also when the server refuses to save it because it is gone', async () => {
    await show();
    await openHome();
    await screen.findByRole('form', { name: 'Hjem' });
    type('Navn', 'Hjemme');
    fences = [];
    fetched.mockImplementationOnce(async () =>
      Response.json({ type: 'about:blank', title: '', status: 404, code: 'notFound' }, { status: 404 }),
    );
    const [save] = saves();
    if (save) fireEvent.click(save);
    expect(await button('Lagre som ny geofence')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Navn').value).toBe('Hjemme');
  });
});

it('the fence that the user deletes is not reported as deleted by somebody else', async () => {
  const alerts: string[] = [];
  const watcher = new MutationObserver(() =>
    alerts.push(...screen.queryAllByRole('alert').map(({ textContent }) => textContent ?? '')),
  );
  watcher.observe(document.body, { childList: true, subtree: true });
  await show();
  await openHome();
  fireEvent.click(await button('Slett'));
  const question = await screen.findByRole('dialog');
  fireEvent.click(within(question).getByRole('button', { name: 'Slett' }));
  fences = [];
  setRev(2);
  expect(await screen.findByText('Enheten har ingen geofence ennå.')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  watcher.disconnect();
  expect(alerts.filter((text) => text.includes('noen andre'))).toEqual([]);
});

it('is fetched again with the distance when the live channel brings another state of the device', async () => {
  await show();
  await openHome();
  await screen.findByText(/^300 m utenfor grensen/);
  const asked = () => fetched.mock.calls.filter(([url]) => /geofences(\/4\/distance)?$/.test(String(url))).length;
  const before = asked();
  setRev(2);
  await waitFor(() => expect(asked()).toBe(before + 2));
});

it('[D4.006 D2.053 D2.054 D2.055] is one of four: the list alone, a new fence at /new, those to reuse at /reuse, and the one that is open', async () => {
  const { router } = await show();
  const at = () => router.state.location.pathname.replace('/settings/1/34/geofence', '');
  const forms = () => ['Hjem', 'Ny geofence'].filter((name) => screen.queryByRole('form', { name }));
  await button('Ny geofence');
  expect([at(), forms()]).toEqual(['', []]);
  await openHome();
  expect([at(), forms()]).toEqual(['', ['Hjem']]);
  fireEvent.click(await button('Ny geofence'));
  await screen.findByRole('form', { name: 'Ny geofence' });
  expect([at(), forms()]).toEqual(['/new', ['Ny geofence']]);
  fireEvent.click(await button('Tilbake'));
  await waitFor(() => expect([at(), forms()]).toEqual(['', []]));
  fireEvent.click(await button('Gjenbruk'));
  await button('Bypark');
  expect([at(), forms()]).toEqual(['/reuse', []]);
});

it('[D2.055 D7.018] the sub-route reuse lists the fences that are shared, without an editor', async () => {
  await show('reuse');
  expect(await button('Bypark')).toBeDefined();
  expect(screen.queryByRole('form')).toBeNull();
  expect(await button('Tilbake')).toBeDefined();
});

describe('the delays and the call of the device', () => {
  const state = (key: string, desired: number | boolean) => ({
    ...{ key, desired, reported: null, reportedAt: null, delivery: null, changeable: true },
  });
  beforeEach(() => {
    settings = [
      ...[state('delayDay', 30), state('delayNight', 5), state('delayMotionless', 0)],
      state('callAlert', false),
    ];
  });
  const field = (label: string) => screen.findByRole<HTMLInputElement>('textbox', { name: label });

  it('[D7.021] are below its fences, and are saved as numbers of minutes', async () => {
    await show();
    expect((await field('Forsinkelse om dagen')).value).toBe('30 min');
    expect((await field('Forsinkelse om natten')).value).toBe('5 min');
    fireEvent.change(await field('Alarm når tjenestemottakeren ikke beveger seg'), {
      target: { value: '20' },
    });
    fireEvent.click(await button('Lagre'));
    await waitFor(() =>
      expect(sent()).toEqual([
        ['PUT', '/devices/1/settings', { values: { delayMotionless: 20 }, began: { delayMotionless: 0 } }],
      ]),
    );
  });

  it('stay unsaved, without a question, while a new fence is begun and saved, and at each address of the tab', async () => {
    const { router } = await show();
    const typed = async () => (await field('Forsinkelse om dagen')).value;
    fireEvent.change(await field('Forsinkelse om dagen'), { target: { value: '7' } });
    fireEvent.click(await button('Ny geofence'));
    await screen.findByLabelText('Sentrum');
    expect(await typed()).toMatch(/^7/);
    type('Sentrum', '60.5, 10.5');
    const [save] = saves();
    if (save) fireEvent.click(save);
    expect(await screen.findByRole('form', { name: 'Geofence1' })).toBeDefined();
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/1/34/geofence'));
    act(() => router.history.push('/settings/1/34/geofence/reuse'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/1/34/geofence/reuse'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await typed()).toMatch(/^7/);
    act(() => router.history.push('/settings/1/34/info'));
    await answerQuestion('Avbryt');
  });

  it('and a fence are asked about once when the tab is left with both changed, and the fence alone after they are saved', async () => {
    const { router } = await show();
    fireEvent.change(await field('Forsinkelse om dagen'), { target: { value: '7' } });
    await openHome();
    await screen.findByRole('form', { name: 'Hjem' });
    type('Navn', 'Hjemme');
    fireEvent.click(await button('Ny geofence'));
    await answerQuestion('Fortsett');
    await screen.findByLabelText('Sentrum');
    expect(screen.queryByRole('dialog')).toBeNull();
    type('Navn', 'Hagen');
    const leave = () => act(() => router.history.push('/settings/1/34/info'));
    const stays = async () => {
      leave();
      await answerQuestion('Avbryt');
      expect(router.state.location.pathname).toBe('/settings/1/34/geofence/new');
      expect(screen.getByLabelText<HTMLInputElement>('Navn').value).toBe('Hagen');
    };
    await stays();
    await stays();
    fireEvent.click((await screen.findAllByRole('button', { name: 'Lagre' })).at(-1) as HTMLElement);
    await waitFor(() =>
      expect(sent()).toEqual([['PUT', '/devices/1/settings', { values: { delayDay: 7 }, began: { delayDay: 30 } }]]),
    );
    await stays();
    fireEvent.change(await field('Forsinkelse om dagen'), { target: { value: '8' } });
    leave();
    await answerQuestion('Fortsett');
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/1/34/info'));
  });

  it('[C3.32] say of the call that nobody can be called, while it is on and no provider is set up', async () => {
    unavailable = ['call'];
    await show();
    const call = await screen.findByRole('switch', { name: /^Ring ved alle alarmer/ });
    expect(screen.queryByText(/^Varde kan ikke ringe ennå/)).toBeNull();
    fireEvent.click(call);
    expect(screen.getByText(/^Varde kan ikke ringe ennå/)).toBeDefined();
    fireEvent.click(await button('Lagre'));
    await waitFor(() => expect(sent()[0]?.[2]).toEqual({ values: { callAlert: true }, began: { callAlert: false } }));
  });

  it('say nothing of that where a provider is set up', async () => {
    settings = [state('callAlert', true)];
    await show();
    await screen.findByRole('switch', { name: /^Ring ved alle alarmer/ });
    expect(screen.queryByText(/^Varde kan ikke ringe ennå/)).toBeNull();
  });
});
