import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type SensorStatus, sensorStatusKeys } from '@varde/catalogue/sensor-statuses';
import { sensorTypes } from '@varde/catalogue/sensor-types';
import { statusByKey } from '@varde/catalogue/statuses';
import type { LearningSensor, SensorRow } from '@varde/contract/sensors';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SignalBars } from '#domain/status/signal-bars.tsx';
import { statusIcons as deviceStatusIcons } from '#domain/status/status-icons.ts';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { isOff } from '../../../testing/is-off.ts';
import { deviceDetail } from '../../../testing/records.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { renderPart } from '../../../testing/render-part.tsx';
import { sensorRow } from '../../../testing/sensor-records.ts';
import { sensorIcons, statusIcons } from './sensor-icons.ts';
import { SensorTab } from './sensor-tab.tsx';

const home = 13;
const stcb = 33;
const watch = 34;
let rows: SensorRow[];
let isSyncing: boolean;
let unsaved: LearningSensor[];
const fetched = vi.fn<typeof fetch>();
beforeAll(() => withDevicePageTexts(async () => undefined));
beforeEach(() => {
  rows = [sensorRow()];
  isSyncing = false;
  unsaved = [];
  fetched.mockReset();
  fetched.mockImplementation(async (url) => {
    const path = String(url);
    if (/unsaved$|local_learning|base_stations/.test(path)) return Response.json({ sensors: unsaved });
    return Response.json(path.endsWith('/sensors') ? { sensors: rows, isSyncing, sensorRefresh: 10 } : {});
  });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (dehaId = home) =>
  renderPage(
    <>
      <ModalsProvider />
      <Notifications />
      <SensorTab device={deviceDetail({ dehaId })} tab="sensor" />
    </>,
  );
const changes = () =>
  fetched.mock.calls
    .filter(([, init]) => (init?.method ?? 'GET') !== 'GET')
    .map(([url, init]) => [init?.method, String(url).replace(/^.*\/ajax/, '')]);
const heads = async () =>
  within(await screen.findByRole('table', { name: 'Sensorer' }))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
const cells = async (name: string) =>
  within(await screen.findByRole('row', { name: new RegExp(name) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
async function choose(action: string) {
  await userEvent.click(await screen.findByRole('button', { name: /^Handlinger for/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: action }));
}

describe('the sensors of a device', () => {
  it('[D2.090 D9.014] of a home unit have status, type, name, function, serial without its last zero, door, signal, last contact and actions', async () => {
    await show();
    expect(await heads()).toEqual([
      ...['Status', 'Type', 'Navn', 'Funksjon', 'Serienummer', 'Dør', 'Signal', 'Siste kontakt', 'Handlinger'],
    ]);
    const shown = await cells('Inngangsdør');
    expect(shown.slice(0, 7)).toEqual([
      // The type and the door stand under the name on phones, where they have no column.
      ...['OK', 'Dørsensor', 'InngangsdørDørsensor · Lukket', 'Vandrer', '410001', 'Lukket', 'Meget godt (8)'],
    ]);
  });

  it('[C1.04] have the voice satellites among them, with their status, signal and last contact', async () => {
    const satellite = { name: 'Høyttaler stue', type: { code: '65', supportedFunctions: ['generic' as const] } };
    rows = [
      sensorRow({
        status: 'out_of_order',
        rssi: 4,
        lastContact: Date.now() - 7_500_000,
        statusDoor: null,
        sensor: satellite,
      }),
    ];
    await show();
    const shown = await cells('Høyttaler stue');
    expect(shown.slice(0, 2)).toEqual(['Ute av drift', 'Stasjonær DECT-enhet']);
    expect(shown.slice(6, 8)).toEqual(['Ikke godt (4)', 'for 2 timer siden']);
  });

  it.each([32, 33])('[D2.091] of the STCB unit %i have status, type, name, serial and last contact', async (dehaId) => {
    rows = [
      sensorRow({ lastContact: Date.now() - 7_500_000, statusDoor: null }),
      sensorRow({
        status: 'low_battery',
        lastContact: null,
        sensor: { deseId: 8, name: 'Loft', gatewayId: '4200010' },
      }),
    ];
    await show(dehaId);
    expect(await heads()).toEqual(['Status', 'Type', 'Navn', 'Serienummer', 'Siste kontakt']);
    expect(await cells('Inngangsdør')).toEqual([
      ...['OK', 'Dørsensor', 'InngangsdørDørsensor', '410001', 'for 2 timer siden'],
    ]);
    const neverHeard = within(await screen.findByRole('row', { name: /Loft/ })).getAllByRole('cell');
    expect(neverHeard.map(({ textContent }) => textContent)).toEqual([
      ...['Lavt batteri', 'Dørsensor', 'LoftDørsensor · Lukket', '420001', ''],
    ]);
    // On phones the type is under the name.
    const isOnPhones = ({ className }: Element) => !className.includes('mantine-visible-from');
    for (const row of [neverHeard, await screen.findAllByRole('columnheader')])
      expect(row.map(isOnPhones)).toEqual([true, false, true, false, false]);
  });

  it('[D2.092 D9.012 D9.019] of a watch have status, battery in percent, type, MAC, signal with the time at which it was saved, and actions', async () => {
    rows = [
      sensorRow({
        status: 'connected',
        sensor: { macAddress: '02:ad:24:49:ea:60', type: { code: 'Wristband', supportedFunctions: [] } },
        ...{
          type: 'Wristband',
          rssi: -62,
          battery: 81,
          rssiSaved: Date.UTC(2026, 0, 2, 11),
          actions: ['delete'],
        },
      }),
    ];
    await show(watch);
    expect(await heads()).toEqual(['Status', 'Batteri', 'Type', 'MAC', 'Signal', 'Handlinger']);
    const shown = await cells('02:ad');
    expect(shown[0]).toBe('Tilkoblet');
    expect(shown[1]).toMatch(/^81\s%$/);
    expect(shown.slice(2, 4)).toEqual(['Armbånd', '02:ad:24:49:ea:60']);
    expect(shown[4]).toMatch(/^Godt nok \(-62 dBm\)Sist lagret 02\.01\.2026 \d\d:00$/);
  });

  it.each([
    [
      '[D9.013] of home sensors',
      { dehaId: home, code: '4', type: 'vardeHome' },
      { Utmerket: [9], 'Meget godt': [8, 7], 'Godt nok': [6, 5], 'Ikke godt': [4, 3], Ubrukelig: [2, 0] },
    ],
    [
      '[D9.011] of base stations and wristbands',
      { dehaId: watch, code: 'Wristband', type: 'Wristband' },
      {
        ...{ Utmerket: [0, -50], 'Meget godt': [-51, -60], 'Godt nok': [-61, -67], 'Ikke godt': [-68, -70] },
        Ubrukelig: [-71, -110],
      },
    ],
  ] as const)('%s have their signal in words', async (_, { dehaId, code, type }, bands) => {
    const expected = Object.entries<readonly number[]>(bands).flatMap(([word, values]) =>
      values.map((rssi) => [word, rssi] as const),
    );
    rows = expected.map(([, rssi], index) =>
      sensorRow({
        ...{ type, rssi },
        sensor: {
          deseId: 100 + index,
          name: `Sensor ${index}.`,
          macAddress: `Sensor ${index}.`,
          type: { code, supportedFunctions: [] },
        },
      }),
    );
    await show(dehaId);
    for (const [index, [word, rssi]] of expected.entries())
      expect((await cells(`Sensor ${index}\\.`)).join(' '), String(rssi)).toContain(`${word} (${rssi}`);
  });

  it('[D2.077] are fetched again after the seconds that the server says', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await show();
    await screen.findByText('Inngangsdør');
    const before = fetched.mock.calls.length;
    await vi.advanceTimersByTimeAsync(9_000);
    expect(fetched.mock.calls.length).toBe(before);
    rows = [sensorRow({ sensor: { name: 'Ytterdør' } })];
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await screen.findByText('Ytterdør')).toBeDefined();
  });

  it('[D2.081] that are none are said to be none', async () => {
    rows = [];
    await show();
    expect(await screen.findByText('Det er ikke lagt til noen sensorer i denne enheten')).toBeDefined();
  });

  it('[D2.078] are joined by a new one at an address that ends in add', async () => {
    await show();
    const link = await screen.findByRole('link', { name: 'Legg til sensor' });
    expect(link.getAttribute('href')).toBe('/settings/1/13/sensor/add');
    expect(screen.queryByRole('button', { name: 'Oppdater' })).toBeNull();
  });

  it('[D2.079 D2.080] of an STCB unit are updated instead, and it is shown that the unit is asked', async () => {
    await show(stcb);
    const button = await screen.findByRole('button', { name: 'Oppdater' });
    expect(screen.queryByRole('link', { name: 'Legg til sensor' })).toBeNull();
    isSyncing = true;
    fireEvent.click(button);
    await waitFor(() => expect(changes()).toEqual([['POST', '/devices/1/sensors/sync']]));
    expect(await screen.findByText('Venter på at enheten sender sensorene sine …')).toBeDefined();
  });

  it.each([
    ['pending_create', 'tabler-icon-clock-plus'],
    ['pending_read', 'tabler-icon-clock-search'],
    ['pending_update', 'tabler-icon-clock-pause'],
    ['pending_delete', 'tabler-icon-clock-x'],
  ] as const)('[C1.17] that are %s have the icon of it beside the loader', async (status, icon) => {
    rows = [sensorRow({ status, updating: true })];
    await show();
    const row = await screen.findByRole('row', { name: /Inngangsdør/ });
    expect(row.querySelector(`.${icon}`)).not.toBeNull();
    expect(row.querySelector('.mantine-Loader-root')).not.toBeNull();
  });

  it('[D4.044] that wait for a change show a loader', async () => {
    rows = [sensorRow({ status: 'pending_update', updating: true })];
    await show();
    const row = await screen.findByRole('row', { name: /Inngangsdør/ });
    expect(row.getAttribute('aria-busy')).toBe('true');
    expect(row.querySelector('.mantine-Loader-root')).not.toBeNull();
  });
});

describe('the actions of a row', () => {
  it('[D2.083] info opens the page of the sensor', async () => {
    const { router } = await show();
    await choose('Informasjon');
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/1/13/info/sensor/7'));
  });

  it('[D2.084] edit function opens its form', async () => {
    const { router } = await show();
    await choose('Endre funksjon');
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/1/13/config/sensor/7'));
  });

  it('[D2.088] delete asks first, and names the sensor and the device', async () => {
    await show();
    await choose('Slett');
    const dialog = await screen.findByRole('dialog', { name: 'Slette sensoren?' });
    expect(dialog.textContent).toContain('Inngangsdør slettes fra Rom 101.');
    expect(changes()).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Slett' }));
    await waitFor(() => expect(changes()).toEqual([['DELETE', '/devices/1/sensors/7']]));
  });

  it('says why a sensor was not deleted', async () => {
    await show();
    await choose('Slett');
    const dialog = await screen.findByRole('dialog', { name: 'Slette sensoren?' });
    const answered = fetched.getMockImplementation();
    fetched.mockImplementation(async (url, init) =>
      init?.method === 'DELETE' || answered === undefined
        ? Response.json({ code: 'unavailable' }, { status: 503 })
        : answered(url, init),
    );
    fireEvent.click(within(dialog).getByRole('button', { name: 'Slett' }));
    expect(await screen.findByText(/^Varde er ikke tilgjengelig akkurat nå/)).toBeDefined();
  });

  it('[D2.088] delete asks once when it is pressed twice', async () => {
    await show();
    await userEvent.click(await screen.findByRole('button', { name: /^Handlinger for/ }));
    await userEvent.dblClick(await screen.findByRole('menuitem', { name: 'Slett' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('do not set how its events count on a device without such events', async () => {
    rows = [sensorRow({ actions: ['info', 'editFunction', 'processing', 'delete'] })];
    await show(watch);
    await userEvent.click(await screen.findByRole('button', { name: /^Handlinger for/ }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Informasjon', 'Slett']);
  });

  it('[D4.038] are those that the server gives', async () => {
    rows = [sensorRow({ status: 'pending_create', actions: ['delete'] })];
    await show();
    await userEvent.click(await screen.findByRole('button', { name: /^Handlinger for/ }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Slett']);
  });

  it('[D2.089 D5.025 D5.026 D5.027] processing is confirmed by Enter, with a known function and its type', async () => {
    rows = [
      sensorRow({
        status: 'proc_req',
        actions: ['info', 'processing', 'delete'],
        sensor: {
          ...{ name: 'Ny', function: { code: '-1', icon: 'unknown' } },
          type: { code: '33', supportedFunctions: ['generic', '35'] },
        },
      }),
    ];
    await show();
    await choose('Behandle');
    const dialog = await screen.findByRole('dialog', { name: 'Behandle sensoren Ny' });
    const confirm = () => within(dialog).getByRole('button', { name: 'Bekreft' });
    expect(isOff(confirm())).toBe(true);
    await userEvent.selectOptions(within(dialog).getByLabelText(/^Funksjon/), 'Epilepsi');
    expect(isOff(confirm())).toBe(true);
    const type = within(dialog).getByLabelText(/^Variant/);
    await userEvent.selectOptions(type, 'Stasjonær');
    expect(isOff(confirm())).toBe(false);
    await userEvent.selectOptions(within(dialog).getByLabelText(/^Funksjon/), 'Generell');
    expect(within(dialog).queryByLabelText(/^Variant/)).toBeNull();
    expect(isOff(confirm())).toBe(false);
    const [from] = within(dialog).getAllByLabelText(/^Fra/);
    from?.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(changes()).toEqual([['POST', '/devices/1/sensors/7/processing']]));
    const [, init] = fetched.mock.calls.find(([, given]) => given?.method === 'POST') ?? [];
    expect(JSON.parse(String(init?.body))).toMatchObject({
      ...{ deviceType: '33', deviceFunction: 'generic', funcType: null },
      eventConfig: { schedule: expect.objectContaining({ length: 7 }) },
    });
  });
});

describe('words and drawings', () => {
  it.each([
    ['4', 'Dørsensor'],
    ['67', 'Røyksensor'],
    ['9', 'PIR-sensor'],
    ['32', 'Dra-snor enhet'],
    ['21', 'Alarmsmykke'],
    ['7', 'Alarmknapp'],
    ['60', 'Fallalarm'],
    ['65', 'Stasjonær DECT-enhet'],
    ['999', 'Type 999 støttes ikke'],
  ])('[C1.16 D3.044] the type %s is called %s', async (code, label) => {
    rows = [sensorRow({ sensor: { type: { code, supportedFunctions: [] } } })];
    await show();
    expect((await cells('Inngangsdør'))[1]).toBe(label);
  });

  const drawings: readonly [device: string, code: string, words: string][] = [
    ['door contact', '4', 'Dørsensor'],
    ['smoke detector', '67', 'Røyksensor'],
    ['motion sensor with camera', '27', 'PIR-sensor med kamera'],
    ['motion sensor without camera', '9', 'PIR-sensor'],
    ['pull cord', '32', 'Dra-snor enhet'],
    ['pendant', '21', 'Alarmsmykke'],
    ['panic button', '7', 'Alarmknapp'],
    ['fall alarm', '60', 'Fallalarm'],
    ['water device', '5', 'Vannsensor'],
    ['power meter', 'SPT-1', 'Strømmåler SPT-1'],
    ['thermostat', '20', 'Termostat'],
    ['switch', 'switch', 'Bryter (støttes ikke)'],
    ['night switch', 'nightSwitch', 'Nattbryter (støttes ikke)'],
    ['repeater', 'repeater', 'Signalforsterker (støttes ikke)'],
    ['mobile DECT unit', '49', 'Mobil DECT-enhet'],
    ['stationary DECT unit', '65', 'Stasjonær DECT-enhet'],
    ['panel', 'panel', 'Panel (støttes ikke)'],
    ['charging station', 'chargingStation', 'Ladestasjon (støttes ikke)'],
    ['video device', 'videoDevice', 'Videoenhet (støttes ikke)'],
  ];

  it('[C1.15] each of the nineteen types of devices has a drawing of its own in the list, beside its name', async () => {
    rows = drawings.map(([name, code], at) =>
      sensorRow({ sensor: { deseId: at + 1, name, type: { code, supportedFunctions: [] } } }),
    );
    await show();
    const table = await screen.findByRole('table', { name: 'Sensorer' });
    const types = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[1]);
    expect(types.map((cell) => cell?.textContent)).toEqual(drawings.map(([, , words]) => words));
    const drawn = types.map((cell) => /tabler-icon-[\w-]+/.exec(cell?.innerHTML ?? '')?.[0]);
    expect(drawn).not.toContain(undefined);
    expect(drawn).not.toContain('tabler-icon-help'); // that of a type that is not known
    expect(new Set(drawn).size).toBe(19);
  });

  it('[C1.18] low battery, tamper, control error, out of order, processing, ok, unknown and a failed self-check have drawings of their own, and a high and a low signal differ in their bars', () => {
    const own = ['low_battery', 'tamper', 'control_error', 'out_of_order', 'proc_req', 'ok', 'unknown'] as const;
    const drawings = [...own.map((key) => statusIcons[key]), deviceStatusIcons[statusByKey('selfCheck').icon]];
    expect(drawings).not.toContain(undefined);
    expect(new Set(drawings).size).toBe(own.length + 1);
    const barsAt = (gsmStrength: number) => {
      const { container, unmount } = renderPart(
        <SignalBars device={{ dehaId: home, gsmStrength, offline: false, offlineWarning: false }} />,
      );
      const lit = container.querySelectorAll('rect[data-on]').length;
      unmount();
      return lit;
    };
    expect([barsAt(9), barsAt(0)]).toEqual([5, 1]);
  });

  it('each type and each status has a drawing', () => {
    for (const { icon } of sensorTypes) expect(sensorIcons[icon], icon).toBeDefined();
    for (const key of sensorStatusKeys) expect(statusIcons[key], key).toBeDefined();
  });

  it('the four pending statuses have drawings of their own', () => {
    const pending = (['pending_create', 'pending_read', 'pending_update', 'pending_delete'] as const).map(
      (key) => statusIcons[key],
    );
    expect(new Set(pending).size).toBe(4);
  });

  it.each<[SensorStatus, string, string]>([
    ['low_battery', 'Lavt batteri', 'Sensoren har lavt batteri'],
    ['tamper', 'Ikke montert', 'Sensoren er ikke montert'],
    ['out_of_order', 'Ute av drift', 'Sensoren er ute av drift'],
    ['control_error', 'Kommunikasjonsfeil', 'Kunne ikke kommunisere med serveren'],
    ['not_found', 'Ikke funnet', 'Kunne ikke kommunisere med sentralenheten'],
    ['pending_create', 'Legges til', 'Sensoren venter på å bli lagt til i enheten'],
    ['pending_read', 'Leses', 'Sensoren venter på å bli lest av enheten'],
    ['pending_update', 'Oppdateres', 'Endringen venter på å bli sendt til enheten'],
    ['pending_delete', 'Slettes', 'Sensoren venter på å bli slettet i enheten'],
  ])(
    '[D8.004 D8.005 D8.006 D8.007 D8.008 D8.009] the status %s is shown as %s and explained',
    async (status, word, text) => {
      rows = [sensorRow({ status })];
      await show();
      fireEvent.mouseEnter(await screen.findByText(word));
      expect(await screen.findByText(text)).toBeDefined();
    },
  );
});

describe('the sensors that a unit heard and does not have', () => {
  const heard = (id: string): LearningSensor => ({
    ...{ id, rssi: 7, type: '32', time: 1000, added: false, pending: false },
  });
  const found = () => screen.queryByRole('list', { name: 'Funnet, men ikke lagt til' });

  it('[D7.048 D7.053] are listed under its sensors, and added from there by a call', async () => {
    unsaved = [heard('4200010'), heard('4300010')];
    await show();
    expect((await screen.findByText('420001 · Meget godt (7)')).closest('ul')).toBe(found());
    unsaved = [{ ...heard('4200010'), pending: true }, heard('4300010')];
    await userEvent.click(screen.getByRole('button', { name: 'Legg til 420001' }));
    await waitFor(() => expect(screen.queryByText(/^420001/)).toBeNull());
    expect(changes()).toEqual([['POST', '/devices/1/local_learning/sensors']]);
    expect(screen.getByText(/^430001/)).toBeDefined();
  });

  it('leave the list with the answer when they are added, and the keyboard focus stays there', async () => {
    unsaved = [heard('4200010')];
    await show();
    const add = await screen.findByRole('button', { name: 'Legg til 420001' });
    const place = found()?.closest('[tabindex="-1"]');
    unsaved = [{ ...heard('4200010'), pending: true }];
    fetched.mockImplementation(async (url) =>
      String(url).includes('local_learning') ? Response.json({ sensors: unsaved }) : new Promise(() => {}),
    );
    await userEvent.click(add);
    await waitFor(() => expect(found()).toBeNull());
    expect(document.activeElement).toBe(place);
  });

  it('[D7.055] of a watch are base stations, with their whole address, and are connected by a call', async () => {
    const station = { id: '02:5e:10:00:00:a0', rssi: -48, type: 'BaseStation' };
    unsaved = [{ ...heard(''), ...station }];
    await show(watch);
    const list = await screen.findByRole('list', { name: 'Basestasjoner i nærheten' });
    expect(list.textContent).toContain('02:5e:10:00:00:a0 · Utmerket (-48 dBm)');
    await userEvent.click(within(list).getByRole('button', { name: 'Koble til 02:5e:10:00:00:a0' }));
    await waitFor(() => expect(changes()).toEqual([['POST', '/devices/1/base_stations']]));
    const [, init] = fetched.mock.calls.find(([, given]) => given?.method === 'POST') ?? [];
    expect(JSON.parse(String(init?.body))).toEqual({ gatewayId: '02:5e:10:00:00:a0' });
  });

  it('are not mentioned when there are none, nor for a unit that does not learn', async () => {
    await show();
    await screen.findByRole('table', { name: 'Sensorer' });
    expect(found()).toBeNull();
    expect(fetched.mock.calls.some(([url]) => String(url).endsWith('/unsaved'))).toBe(true);
    fetched.mockClear();
    await show(stcb);
    await screen.findByRole('button', { name: 'Oppdater' });
    expect(fetched.mock.calls.some(([url]) => String(url).endsWith('/unsaved'))).toBe(false);
  });
});
