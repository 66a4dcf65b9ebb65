import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Position } from '@varde/contract/devices';
import type { Note } from '@varde/contract/notes';
import type { Transaction } from '@varde/contract/transactions';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { fakeLiveServer } from '../../../testing/fake-live-server.ts';
import { deviceDetail, transactionRecord } from '../../../testing/records.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { DevicePage } from './device-page.tsx';

/** jsdom cannot draw maps: the library reports it, as in a browser without WebGL. */
vi.mock('maplibre-gl', () => ({
  setWorkerUrl: () => undefined,
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
beforeEach(() => {
  fakeLiveServer();
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
) {
  const answers: Record<string, unknown> = {
    '/ajax/devices/1': device,
    '/ajax/devices/1/note': note,
    '/ajax/config': { tilesUrl: null, tilesAttribution: null, demoLogins: null },
  };
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) =>
      Response.json(answers[url] ?? { positions, transactions, nextCursor, alarms: [], rev: 1 }),
    ),
  );
  return renderPage(
    <LiveProvider channel={channel}>
      <DevicePage deviId={1} count={10} counts={[1, 10]} onCount={vi.fn()} />
    </LiveProvider>,
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

it('a device that knows its place has a map above its log [D2.130 D2.140]', async () => {
  await show(deviceDetail({ dehaId: 34 }));
  expect(await screen.findByRole('region', map)).toBeDefined();
  expect(screen.getByRole('heading', log).compareDocumentPosition(screen.getByRole('region', map))).toBe(
    Node.DOCUMENT_POSITION_PRECEDING,
  );
  expect(await screen.findByText(/kan ikke vise kartet/), 'a browser that cannot says so').toBeDefined();
});

const positionAt = (posTime: number): Position => ({
  ...{ tranId: posTime, posLati: 62.5, posLong: 6.1, posTime, posType: 0 },
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
it.each([
  [34, everyColumn],
  [33, everyColumn],
  [13, everyColumn.slice(0, 4)],
  [22, everyColumn.slice(0, 4)],
  [26, everyColumn.slice(0, 4)],
  [32, everyColumn.slice(0, 4)],
])(
  'position, satellites, signal and battery are no columns of the Gx8 family: hardware %i [D9.048]',
  async (dehaId, expected) => {
    await show(deviceDetail({ dehaId }), [transactionRecord({})]);
    expect(await columns()).toEqual(expected);
  },
);

it('more of the log is fetched by a button below it, 25 rows at a time, for as long as there is more [D2.135 D7.075]', async () => {
  await show(deviceDetail({ dehaId: 13 }), [transactionRecord({ tranId: 2 })], 'page-2');
  const more = await screen.findByRole('button', { name: 'Vis flere' });
  const asked = vi.mocked(fetch).mock.calls.map(([url]) => String(url));
  expect(asked).toContain('/ajax/devices/1/transactions?limit=25');
  expect(screen.getByRole('table').compareDocumentPosition(more)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  vi.mocked(fetch).mockImplementation(async () =>
    Response.json({ transactions: [transactionRecord({ tranId: 1, metyId: 1 })], nextCursor: null, rev: 1 }),
  );
  await userEvent.click(more);
  expect(await screen.findByText('Alarm')).toBeDefined();
  expect(String(vi.mocked(fetch).mock.lastCall?.[0])).toBe('/ajax/devices/1/transactions?limit=25&cursor=page-2');
  expect(screen.queryByRole('button', { name: 'Vis flere' })).toBeNull();
});

it('users who may not see the log get neither it nor its button for more, and request none of it [D6.038 D6.039]', async () => {
  await show(deviceDetail({ dehaId: 34, abilities: ['map'] }));
  expect(await screen.findByRole('region', map)).toBeDefined();
  expect(screen.queryByRole('heading', log)).toBeNull();
  expect(screen.queryByRole('button', { name: /Vis flere/ })).toBeNull();
  expect(vi.mocked(fetch).mock.calls.map(([url]) => String(url))).not.toContainEqual(
    expect.stringContaining('transactions'),
  );
});
