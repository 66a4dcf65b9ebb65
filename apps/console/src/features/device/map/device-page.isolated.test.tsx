import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Position } from '@varde/contract/devices';
import type { Note } from '@varde/contract/notes';
import type { Transaction } from '@varde/contract/transactions';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { type FakeSocket, fakeLiveServer } from '../../../testing/fake-live-server.ts';
import { deviceDetail, transactionRecord } from '../../../testing/records.ts';
import { renderPage, sessionRecord } from '../../../testing/render-page.tsx';
import { watchSight } from '../../../testing/watch-sight.ts';
import { DevicePage } from './device-page.tsx';

/** jsdom cannot draw maps: the library reports it, as in a browser without WebGL. */
vi.mock('maplibre-gl', () => ({
  setWorkerUrl: () => undefined,
  addProtocol: () => undefined,
  Map: class {
    constructor() {
      throw new Error('no WebGL');
    }
  },
}));

const note: Note = {
  ...{ id: 5, deviId: 1, note: 'Hører dårlig', sms: false, lastChanged: 1 },
  ...{ log: { changedBy: 'Kari Nes' }, abilities: [] },
};

let channel: LiveChannel;
let sockets: FakeSocket[];
beforeEach(() => {
  watchSight();
  sockets = fakeLiveServer();
  channel = openLiveChannel({
    origin: 'http://v.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
  });
});
afterEach(() => channel.stop());

function show(
  device: ReturnType<typeof deviceDetail>,
  transactions: Transaction[] = [],
  nextCursor: string | null = null,
  positions: Position[] = [],
  session = sessionRecord(),
) {
  const answers: Record<string, unknown> = {
    '/ajax/devices/1': device,
    '/ajax/devices/1/note': note,
    '/ajax/profile/map_consent': { given: true },
    '/ajax/config': { tilesUrl: null, tilesAttribution: null, demoLogins: null },
  };
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) =>
      Response.json(
        answers[url] ?? {
          uuid: 'u',
          positions,
          transactions,
          nextCursor,
          alarms: [],
          commands: [],
          points: [],
          rev: 1,
        },
      ),
    ),
  );
  return renderPage(
    <LiveProvider channel={channel}>
      <DevicePage deviId={1} count={10} counts={[1, 10]} onCount={vi.fn()} />
    </LiveProvider>,
    session,
  );
}

it('a technical warning leads to the log, which explains it', async () => {
  await show(deviceDetail({ dehaId: 13, unknownWarning: true }), [
    transactionRecord({ tranId: 2, metyId: 120, technical: 'identityContested' }),
    transactionRecord({ tranId: 1, metyId: 120, technical: 'tomorrow' }),
  ]);
  expect(await screen.findByText('Teknisk varsel, se loggen')).toBeDefined();
  expect(
    await screen.findByText('Teknisk melding: Flere tilkoblinger bruker enhets-ID-en til denne enheten'),
  ).toBeDefined();
  expect(screen.getByText('Teknisk melding: tomorrow')).toBeDefined();
});

const log = { name: 'Transaksjonslogg for Rom 101' };
const map = { name: 'Kart over posisjonene til Rom 101' };

it('[D6.024] a tracker has the note of the wearer below the map, and others where the settings are', async () => {
  const tracked = deviceDetail({ dehaId: 34, abilities: ['map', 'note', 'phone', 'userImage'] });
  const { unmount } = await show(tracked);
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Notat');
  expect(text.value).toBe('Hører dårlig');
  const place = await screen.findByRole('region', map);
  expect(text.compareDocumentPosition(place)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  unmount();
  await show({ ...tracked, abilities: ['map', 'note', 'settings', 'transactions'] });
  expect(await screen.findByRole('heading', log)).toBeDefined();
  expect(screen.queryByLabelText('Notat')).toBeNull();
  cleanup();
  await show({ ...tracked, abilities: ['map'] });
  expect(await screen.findByRole('region', map)).toBeDefined();
  expect(screen.queryByLabelText('Notat')).toBeNull();
});

it('a device that knows its place has a map below the title of its log [D2.130 D2.140]', async () => {
  await show(deviceDetail({ dehaId: 34 }));
  expect(await screen.findByRole('region', map)).toBeDefined();
  expect(screen.getByRole('heading', log).compareDocumentPosition(screen.getByRole('region', map))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(await screen.findByText(/kan ikke vise kartet/), 'a browser that cannot says so').toBeDefined();
});

it('a private user sees first where and when, and the map; the state of the device and its log come after them', async () => {
  const device = deviceDetail({
    dehaId: 34,
    place: 'Stua',
    posLati: 62.5,
    posLong: 6.1,
    posTime: Date.now() - 120_000,
  });
  await show(device, [], null, [], sessionRecord({ abilities: ['private'] }));
  const place = await screen.findByText('Stua');
  expect(place.parentElement?.textContent).toMatch(/Stua.*for \d minutt(er)? siden.*Åpne i kartprogram/);
  const order = [place, await screen.findByRole('region', map), screen.getByText('Siste kontakt')];
  order.push(screen.getByRole('heading', log));
  for (const [at, part] of order.slice(1).entries())
    expect(order[at]?.compareDocumentPosition(part)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

const positionAt = (posTime: number): Position => ({
  ...{ tranId: posTime, metyId: 5, posLati: 62.5, posLong: 6.1, posTime, posType: 0 },
  ...{ sat: null, hdop: null, accuracy: null },
});

it('says that positioning is off instead of showing an old position, and shows the one of an open alarm', async () => {
  const off = 'Posisjonering er slått av';
  await show(deviceDetail({ disablePositioning: true }), [], null, [positionAt(1000)]);
  expect(await screen.findByText(off)).toBeDefined();
  cleanup();
  const placed = { posLati: 62.5, posLong: 6.1, posTime: 2000, posType: 0 };
  await show(deviceDetail({ disablePositioning: true, ...placed }), [], null, [positionAt(2000), positionAt(1000)]);
  expect(await screen.findByRole('region', map)).toBeDefined();
  expect(screen.queryByText(off)).toBeNull();
  cleanup();
  await show(deviceDetail(), [], null, []);
  expect(await screen.findByText('Enheten har ingen kjent posisjon ennå.')).toBeDefined();
  expect(screen.queryByText(off)).toBeNull();
});

it('a device without positioning has its log alone [C2.03 D2.140]', async () => {
  await show(deviceDetail({ dehaId: 13 }));
  expect(await screen.findByRole('heading', log)).toBeDefined();
  expect(screen.queryByRole('region', map)).toBeNull();
  expect(screen.queryByLabelText('Antall posisjoner i kartet')).toBeNull();
});

const columns = async () => {
  await screen.findByRole('table');
  return screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
};

const everyColumn = ['Nr.', 'Tid', 'Melding', 'Kilde', 'Posisjon', 'Satellitter', 'Mobilsignal', 'Batteri'];
const ofGx8 = [...everyColumn.slice(0, 4), 'Sensor'];
it.each([
  [34, everyColumn],
  [33, everyColumn],
  [13, ofGx8],
  [22, ofGx8],
  [26, ofGx8],
  [32, ofGx8],
])(
  'position, satellites, signal and battery are no columns of the Gx8 family, which has the sensor: hardware %i [D9.047 D9.048]',
  async (dehaId, expected) => {
    await show(deviceDetail({ dehaId }), [transactionRecord({})]);
    expect(await columns()).toEqual(expected);
  },
);

it('more of the log is fetched by a button below it, 25 rows at a time, for as long as there is more [D2.135 D7.075]', async () => {
  await show(deviceDetail({ dehaId: 13 }), [transactionRecord({ tranId: 2 })], 'page-2');
  const more = await screen.findByRole('button', { name: 'Vis flere' });
  const asked = vi.mocked(fetch).mock.calls.map(([url]) => String(url));
  expect(asked).toContain('/ajax/devices/1/transactions?transactionCount=25');
  expect(screen.getByRole('table').compareDocumentPosition(more)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  vi.mocked(fetch).mockImplementation(async () =>
    Response.json({ transactions: [transactionRecord({ tranId: 1, metyId: 1 })], nextCursor: null, rev: 1 }),
  );
  await userEvent.click(more);
  expect(await screen.findByText('Alarm')).toBeDefined();
  expect(String(vi.mocked(fetch).mock.lastCall?.[0])).toBe(
    '/ajax/devices/1/transactions?transactionCount=25&cursor=page-2',
  );
  expect(screen.queryByRole('button', { name: 'Vis flere' })).toBeNull();
});

it('users who may not see the log get neither it, its graph nor its button for more, and request none of it [D6.030 D6.038 D6.039]', async () => {
  await show(deviceDetail({ dehaId: 34, abilities: ['map'] }));
  expect(await screen.findByRole('region', map)).toBeDefined();
  expect(screen.queryByRole('heading', log)).toBeNull();
  for (const name of ['Vis flere', 'Graf']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(vi.mocked(fetch).mock.calls.map(([url]) => String(url))).not.toContainEqual(
    expect.stringContaining('transactions'),
  );
});

/** Among them what the page asks for every now and then while the live channel is not there. */
const asked = (part: string) =>
  vi
    .mocked(fetch)
    .mock.calls.map(([url]) => new URL(String(url), 'http://v.example'))
    .filter(({ pathname }) => pathname.endsWith(part))
    .map(({ searchParams }) => Object.fromEntries(searchParams));

it('[D2.133 D5.061] the log is narrowed by kind, by words and by a range of times, and by nothing again', async () => {
  const user = userEvent.setup();
  await show(deviceDetail({ dehaId: 34 }), [transactionRecord()]);
  await user.click(await screen.findByRole('button', { name: /^Vis bare/ }));
  await user.click(screen.getByRole('checkbox', { name: 'Batteri' }));
  await user.click(screen.getByRole('checkbox', { name: 'Alarm' }));
  await vi.waitFor(() =>
    expect(asked('/transactions')).toContainEqual({ transactionCount: '25', filters: 'BATTERY,ALARM' }),
  );
  await user.keyboard('{Escape}');
  await user.type(screen.getByRole('searchbox', { name: 'Søk i loggen' }), 'stue');
  await vi.waitFor(() => expect(asked('/transactions')).toContainEqual(expect.objectContaining({ search: 'stue' })));
  await user.type(screen.getByLabelText('Fra dato'), '20.11.2026');
  await user.type(screen.getByLabelText('Til dato'), '21.11.2026');
  await vi.waitFor(() =>
    expect(asked('/transactions')).toContainEqual({
      ...{ transactionCount: '25', filters: 'BATTERY,ALARM', search: 'stue' },
      ...{ fromDate: '20-11-2026T00:00', toDate: '21-11-2026T23:59', timeZone: expect.stringMatching(/^\w/) },
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Fjern filtrene' }));
  expect(screen.getByLabelText<HTMLInputElement>('Fra dato').value).toBe('');
  expect(screen.queryByRole('button', { name: 'Fjern filtrene' })).toBeNull();
});

it.each([
  [13, ['Alarm', 'Batteri', 'Egentest', 'Frakoblet', 'Teknisk']],
  [34, ['Alarm', 'Geofence', 'Tomt batteri', 'Batteri', 'Egentest', 'Frakoblet', 'Teknisk']],
])('[D5.064 D5.065] hardware %i offers %j', async (dehaId, expected) => {
  await show(deviceDetail({ dehaId }), [transactionRecord()]);
  await userEvent.click(await screen.findByRole('button', { name: /^Vis bare/ }));
  const offered = screen.getAllByRole('checkbox').map((box) => screen.getByLabelText(/./, { selector: `#${box.id}` }));
  expect(offered.map((box) => document.querySelector(`label[for="${box.id}"]`)?.textContent)).toEqual(expected);
});

it('says that nothing passes the filters, and of a device without messages that it has sent none', async () => {
  await show(deviceDetail({ dehaId: 34 }));
  expect(await screen.findByText('Enheten har ikke sendt noe ennå.')).toBeDefined();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Søk i loggen' }), 'x');
  expect(await screen.findByText('Fant ingen meldinger med disse filtrene.')).toBeDefined();
});

it('[D2.139] says that data is being initialised until the log is there', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) =>
      url === '/ajax/devices/1' ? Response.json(deviceDetail({ dehaId: 13 })) : new Promise(() => undefined),
    ),
  );
  await renderPage(
    <LiveProvider channel={channel}>
      <DevicePage deviId={1} count={10} counts={[1, 10]} onCount={vi.fn()} />
    </LiveProvider>,
  );
  expect(await screen.findByText('Initialisering av data')).toBeDefined();
});

it('[D2.134 D4.099 D4.100 D9.021] the graph opens and closes by the button beside the filters, which waits for its data, over 1 to 14 days', async () => {
  const user = userEvent.setup();
  await show(deviceDetail({ dehaId: 34 }), [transactionRecord()]);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Graf' });
  const answer = Promise.withResolvers<void>();
  const hour = 3_600_000;
  const graphOfDays = {
    ...{ from: 0, to: 120 * hour, alarms: [{ time: 2 * hour, metyId: 1 }] },
    points: [{ time: hour, battery: 81, signal: null }],
  };
  const before = vi.mocked(fetch).getMockImplementation();
  vi.mocked(fetch).mockImplementation((url, init) =>
    String(url).includes('battery_and_signal')
      ? answer.promise.then(() => Response.json(graphOfDays))
      : (before?.(url, init) ?? Promise.reject()),
  );
  await user.click(button);
  expect([button.disabled, button.getAttribute('aria-pressed')]).toEqual([true, 'true']);
  expect(asked('/battery_and_signal')).toMatchObject([{ range: '5' }]);
  answer.resolve();
  const graph = await screen.findByRole('region', { name: 'Batteri og mobilsignal for Rom 101' });
  expect(await within(graph).findByRole('cell', { name: '81\u202f%' })).toBeDefined();
  expect(within(graph).getByRole('list', { name: 'Alarmer i disse dagene' }).textContent).toContain('Alarm');
  expect(button.disabled).toBe(false);
  const range = within(graph).getByRole('combobox', { name: 'Dager i grafen' });
  expect(
    within(range)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([...['1 dag', '3 dager', '5 dager', '7 dager', '14 dager']]);
  await user.selectOptions(range, '14 dager');
  await vi.waitFor(() => expect(asked('/battery_and_signal').at(-1)).toMatchObject({ range: '14' }));
  await vi.waitFor(() => expect(button.disabled).toBe(false));
  await user.click(button);
  expect(screen.queryByRole('region', { name: /^Batteri og mobilsignal/ })).toBeNull();
});

it('[D2.131] users with the logs of the device have buttons that export what is chosen, as CSV and as PDF', async () => {
  const user = userEvent.setup();
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  const logs = { key: 'logs', place: 'general' } as const;
  await show(deviceDetail({ dehaId: 34, tabs: [logs] }), [transactionRecord()]);
  await user.type(await screen.findByRole('searchbox', { name: 'Søk i loggen' }), 'stue');
  await vi.waitFor(() => expect(asked('/transactions')).toContainEqual(expect.objectContaining({ search: 'stue' })));
  for (const name of ['Eksporter CSV', 'Eksporter PDF']) {
    await vi.waitFor(() => expect(screen.getByRole('button', { name }).ariaDisabled).toBeNull());
    await user.click(screen.getByRole('button', { name }));
  }
  await vi.waitFor(() =>
    expect(asked('/transactions/export').map(({ kind, search }) => [kind, search])).toEqual([
      ['0', 'stue'],
      ['1', 'stue'],
    ]),
  );
  cleanup();
  await show(deviceDetail({ dehaId: 34, tabs: [] }), [transactionRecord()]);
  expect(await screen.findByRole('searchbox', { name: 'Søk i loggen' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Eksporter/ })).toBeNull();
});

/** A page that a press leaves, and opens again. */
function Left() {
  const [isLeft, leave] = useState(false);
  return (
    <>
      <button type="button" onClick={() => leave(!isLeft)}>
        Et annet sted
      </button>
      {!isLeft && <DevicePage deviId={1} count={10} counts={[1, 10]} onCount={vi.fn()} />}
    </>
  );
}

describe('the notice about positions', () => {
  const open = async (given: boolean) => {
    const kept = vi.fn();
    await show(deviceDetail({ dehaId: 34 }), [], null, [positionAt(1000)]);
    cleanup();
    const before = vi.mocked(fetch).getMockImplementation();
    const answer = vi.fn(async (url: RequestInfo | URL, init?: RequestInit) => {
      if (!String(url).includes('map_consent')) return before?.(url, init) ?? Promise.reject();
      const keeps = init?.method === 'POST' && JSON.parse(String(init.body)).kept;
      if (keeps) kept();
      return Response.json({ given: given || keeps === true });
    });
    vi.stubGlobal('fetch', answer);
    await renderPage(
      <LiveProvider channel={channel}>
        <Left />
      </LiveProvider>,
    );
    return { kept };
  };

  it('[D1.050 D4.097] stands before the positions, is fetched before them, and only ok closes it', async () => {
    const user = userEvent.setup();
    const { kept } = await open(false);
    const notice = await screen.findByRole('dialog', { name: 'Posisjoner er personopplysninger' });
    expect(asked('/positions')).toEqual([]);
    expect(asked('/transactions'), 'the log has positions as well').toEqual([]);
    expect(screen.queryByRole('region', log)).toBeNull();
    act(() => sockets[0]?.accept());
    await vi.waitFor(() => expect(sockets[0]?.subscribed()).toContain('/topic/device/1'));
    expect(sockets[0]?.subscribed(), 'who follows the log sees positions').not.toContain('/topic/transactions/1');
    await user.keyboard('{Escape}');
    await user.click(document.querySelector('.mantine-Modal-overlay') ?? document.body);
    expect(screen.getByRole('dialog')).toBe(notice);
    expect(
      within(notice)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['OK']);
    await user.click(within(notice).getByRole('button', { name: 'OK' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('region', map)).toBeDefined();
    expect(asked('/positions')).toHaveLength(1);
    expect(await screen.findByRole('region', log)).toBeDefined();
    await vi.waitFor(() => expect(sockets[0]?.subscribed()).toContain('/topic/transactions/1'));
    expect(kept).not.toHaveBeenCalled();
  });

  it('stands before the positions of an earlier look as well', async () => {
    const user = userEvent.setup();
    await open(false);
    await user.click(await screen.findByRole('button', { name: 'OK' }));
    expect(await screen.findByRole('region', map)).toBeDefined();
    for (const _ of ['left', 'opened again']) await user.click(screen.getByRole('button', { name: 'Et annet sted' }));
    const ok = await screen.findByRole('button', { name: 'OK' });
    expect(screen.queryByRole('region', { ...map, hidden: true })).toBeNull();
    await user.click(ok);
    expect(await screen.findByRole('region', map)).toBeDefined();
  });

  it('[D4.098] is kept with «Ikke vis igjen», and is not shown to a user who has kept it', async () => {
    const user = userEvent.setup();
    const { kept } = await open(false);
    await user.click(await screen.findByRole('checkbox', { name: 'Ikke vis igjen' }));
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await vi.waitFor(() => expect(kept).toHaveBeenCalledOnce());
    cleanup();
    await open(true);
    expect(await screen.findByRole('region', map)).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('[D2.129] stands in the order of the specification, from the title to the button for more', async () => {
  const logs = { key: 'logs', place: 'general' } as const;
  const rows = [transactionRecord()];
  await show(deviceDetail({ dehaId: 34, tabs: [logs], actions: ['locate'] }), rows, 'page-2', [positionAt(1000)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Graf' }));
  const places = [
    await screen.findByRole('heading', log),
    await screen.findByRole('region', map),
    screen.getByRole('button', { name: 'Hent gjeldende posisjon' }),
    screen.getByLabelText('Antall posisjoner i kartet'),
    screen.getByRole('button', { name: /^Vis bare/ }),
    screen.getByRole('button', { name: 'Graf' }),
    await screen.findByRole('region', { name: /^Batteri og mobilsignal/ }),
    await screen.findByRole('table', { name: '' }),
    screen.getByRole('button', { name: 'Vis flere' }),
  ];
  for (const [index, place] of places.slice(1).entries())
    expect(places[index]?.compareDocumentPosition(place), place.outerHTML.slice(0, 80)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
});

it('[D6.033 D4.101 D7.084] fetches the current position of a device that can tell it, with a spinner in the place of the button until it has answered', async () => {
  const user = userEvent.setup();
  await show(deviceDetail({ dehaId: 34, actions: ['locate'] }), [transactionRecord()]);
  const before = vi.mocked(fetch).getMockImplementation();
  const command = { commandId: 7, action: 'locate', state: 'sent', reason: null, answer: null, at: 1, abilities: [] };
  let isEnded = false;
  const pressed: string[] = [];
  vi.mocked(fetch).mockImplementation(async (url, init) => {
    if (String(url).endsWith('/actions/locate')) {
      pressed.push(String(url));
      return Response.json({ ...command, ended: false });
    }
    if (String(url).endsWith('/commands'))
      return Response.json({ commands: pressed.map(() => ({ ...command, ended: isEnded })) });
    return before?.(url, init) ?? Promise.reject();
  });
  await user.click(await screen.findByRole('button', { name: 'Hent gjeldende posisjon' }));
  expect(await screen.findByText('Henter posisjonen …')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Hent gjeldende posisjon' })).toBeNull();
  await user.click(screen.getByText('Henter posisjonen …'));
  await vi.waitFor(() => expect(pressed).toHaveLength(1));
  cleanup();
  isEnded = true;
  await renderPage(
    <LiveProvider channel={channel}>
      <DevicePage deviId={1} count={10} counts={[1, 10]} onCount={vi.fn()} />
    </LiveProvider>,
  );
  expect(await screen.findByRole('button', { name: 'Hent gjeldende posisjon' })).toBeDefined();
  cleanup();
  await show(deviceDetail({ dehaId: 13 }), [transactionRecord()]);
  expect(await screen.findByRole('heading', log)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Hent gjeldende posisjon' })).toBeNull();
});

it('[D4.102] the exports follow what is chosen 1 s after it has changed, and take no press until then', async () => {
  const logs = { key: 'logs', place: 'general' } as const;
  await show(deviceDetail({ dehaId: 34, tabs: [logs] }), [transactionRecord()]);
  await userEvent.click(await screen.findByRole('button', { name: /^Vis bare/ }));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const button = () => screen.getByRole('button', { name: 'Eksporter CSV', hidden: true });
  expect(button().getAttribute('aria-disabled')).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Batteri' }));
  expect(button().getAttribute('aria-disabled')).toBe('true');
  await act(() => vi.advanceTimersByTimeAsync(900));
  fireEvent.click(button());
  expect(asked('/transactions/export')).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(button().getAttribute('aria-disabled')).toBeNull();
  fireEvent.click(button());
  expect(asked('/transactions/export')).toMatchObject([{ filters: 'BATTERY' }]);
  vi.useRealTimers();
});

describe('rows that come while the log is read', () => {
  const following = async () => {
    const { cache } = await show(deviceDetail({ dehaId: 34 }), [transactionRecord({ tranId: 5 })]);
    const table = await screen.findByRole('table', { name: '' });
    const before = asked('/transactions').length;
    act(() => sockets[0]?.accept());
    await vi.waitFor(() => expect(sockets[0]?.subscribed()).toContain('/topic/transactions/1'));
    // What it has missed until it is connected.
    await vi.waitFor(() => {
      expect(asked('/transactions').length).toBeGreaterThan(before);
      expect(cache.isFetching()).toBe(0);
    });
    const come = (...tranIds: number[]) =>
      act(() =>
        sockets[0]?.tell('/topic/transactions/1', {
          transactions: tranIds.map((tranId) => transactionRecord({ tranId, recTs: tranId, posTime: tranId })),
        }),
      );
    const numbers = () =>
      screen.getAllByRole('button', { name: /^Vis detaljer/ }).map((each) => each.parentElement?.textContent);
    return { table, come, numbers };
  };

  it('wait behind a button that says how many they are, and move nothing until it is pressed', async () => {
    const user = userEvent.setup();
    const { table, come, numbers } = await following();
    come(6);
    await vi.waitFor(() => expect(numbers()).toEqual(['6', '5']));
    await user.hover(table);
    come(7);
    expect(await screen.findByRole('button', { name: '1 ny melding' })).toBeDefined();
    expect(numbers()).toEqual(['6', '5']);
    come(8, 9);
    const all = await screen.findByRole('button', { name: '3 nye meldinger' });
    expect(numbers()).toEqual(['6', '5']);
    await user.click(all);
    expect(numbers()).toEqual(['9', '8', '7', '6', '5']);
    expect(screen.queryByRole('button', { name: /ny melding|nye meldinger/ })).toBeNull();
  });

  it('are shown when the hand has gone', async () => {
    const user = userEvent.setup();
    const { table, come, numbers } = await following();
    await user.hover(table);
    come(6);
    expect(await screen.findByRole('button', { name: '1 ny melding' })).toBeDefined();
    expect(numbers()).toEqual(['5']);
    await user.unhover(table);
    expect(numbers()).toEqual(['6', '5']);
    come(7);
    await vi.waitFor(() => expect(numbers()).toEqual(['7', '6', '5']));
  });
});

it('a search that has not come to the end of a long log says how far back it has come, and goes on by a button', async () => {
  const user = userEvent.setup();
  await show(deviceDetail({ dehaId: 34 }), [transactionRecord()]);
  const before = vi.mocked(fetch).getMockImplementation();
  const searchedTo = new Date(2026, 10, 20, 18, 49).getTime();
  vi.mocked(fetch).mockImplementation(async (url, init) => {
    const { searchParams } = new URL(String(url), 'http://v.example');
    if (searchParams.get('search') !== 'stue') return before?.(url, init) ?? Promise.reject();
    return Response.json(
      searchParams.has('cursor')
        ? { transactions: [transactionRecord({ tranId: 3, place: 'Stue' })], nextCursor: null }
        : { transactions: [], nextCursor: 'on', searchedTo },
    );
  });
  await user.type(await screen.findByRole('searchbox', { name: 'Søk i loggen' }), 'stue');
  expect(await screen.findByText('Søkt tilbake til 20.11.2026 18:49.')).toBeDefined();
  expect(screen.queryByText('Fant ingen meldinger med disse filtrene.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Søk videre' }));
  expect(await screen.findByText('Stue')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Søk videre' })).toBeNull();
});
