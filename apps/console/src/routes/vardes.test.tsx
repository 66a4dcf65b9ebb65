import { ModalsProvider } from '@mantine/modals';
import { RouterProvider } from '@tanstack/react-router';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '@varde/contract/routes';
import type { Session } from '@varde/contract/session';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#data/api/query-client.ts';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { sessionQuery } from '#data/session.ts';
import { SoundContext } from '#features/alarms/use-alarm-sound.ts';
import { consoleRouter } from '../testing/console-router.ts';
import { fakeLiveServer } from '../testing/fake-live-server.ts';
import { customerRecord } from '../testing/records.ts';
import { sessionRecord } from '../testing/render-page.tsx';
import { renderPart } from '../testing/render-part.tsx';
import { silentSound } from '../testing/silent-sound.ts';

const home = customerRecord({ custId: 7, firmName: 'Solvik sykehjem' });
let channel: LiveChannel;
/** The queries that requested the list. */
let asked: string[];
/** On a busy machine the channel is away for long enough to be polled for: then the session is fetched too. */
let session: Session;
beforeEach(() => {
  fakeLiveServer();
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, search } = new URL(url, 'http://varde.example');
    if (pathname === routes.listAlarms.path) return Response.json({ alarms: [], nextCursor: null, rev: 1 });
    if (pathname === routes.listDevices.path) asked.push(search);
    if (pathname === routes.getSession.path) return Response.json(session);
    if (pathname === routes.listCustomers.path)
      return Response.json({ customers: [home], nextCursor: null, rootKinds: [] });
    if (pathname === '/ajax/customers/7') return Response.json(home);
    return Response.json({ devices: [], total: 0, totalIsLowerBound: false, nextCursor: null, rev: 1 });
  });
  channel = openLiveChannel({
    origin: 'http://varde.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
  });
});
afterEach(() => {
  channel.stop();
  location.hash = '';
});

async function open(address: string, { userId = 1, abilities = [] }: Partial<Session> = {}) {
  location.hash = address;
  const router = consoleRouter();
  await router.load();
  const cache = createQueryClient();
  session = sessionRecord({ userId, abilities });
  cache.setQueryData(sessionQuery.queryKey, session);
  const page = renderPart(
    <LiveProvider channel={channel}>
      <ModalsProvider />
      <SoundContext value={silentSound}>
        <RouterProvider router={router} />
      </SoundContext>
    </LiveProvider>,
    cache,
  );
  await screen.findByRole('heading', { name: 'Enheter' });
  return { ...page, router };
}
const shownIn = ({ router }: Awaited<ReturnType<typeof open>>) =>
  Object.fromEntries(Object.entries(router.state.location.search).filter(([, value]) => value !== undefined));

it('private users have cards, and all others the table alone', async () => {
  const { unmount } = await open('/vardes', { abilities: ['private'] });
  expect(await screen.findByRole('button', { name: 'Vis som tabell' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Visning' })).toBeNull();
  unmount();
  await open('/vardes');
  expect(screen.getByRole('button', { name: 'Visning' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Vis som kort' })).toBeNull();
});

describe('the filters of the device list', () => {
  it('are sent to the server, are in the address, and are cleared together from the toolbar [C2.42 C2.43 C2.46 C2.47 C2.48 C2.50]', async () => {
    const page = await open('/vardes?sort=name');
    await userEvent.click(screen.getByRole('button', { name: 'Filtre' }));
    const panel = within(screen.getByRole('region', { name: 'Filtre' }));
    await userEvent.selectOptions(await panel.findByLabelText('Type'), 'Watch Seven');
    await userEvent.selectOptions(panel.getByLabelText('Varsel'), 'Teknisk varsel');
    await userEvent.click(panel.getByRole('button', { name: /^Merking/ }));
    await userEvent.click(await screen.findByLabelText('Kollegavarsel'));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(panel.getByLabelText('Har wifi-søk'));
    await userEvent.click(panel.getByLabelText('Trenger vedlikehold'));
    const whole = {
      sort: 'name',
      dehaId: 34,
      filter: 'technical',
      userTags: 'COLLEAGUE_ALERT',
      wifi: 1,
      maintain: 1,
    };
    await vi.waitFor(() => expect(shownIn(page)).toEqual(whole));
    await vi.waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(asked.at(-1)))).toEqual({
        limit: '200',
        sort: 'name',
        dehaId: '34',
        filter: 'technical',
        userTags: 'COLLEAGUE_ALERT',
        wifi: '1',
        maintain: '1',
      }),
    );
    await userEvent.click(panel.getByLabelText('Trenger vedlikehold'));
    await vi.waitFor(() => expect(shownIn(page)).not.toHaveProperty('maintain'));
    await userEvent.click(screen.getByRole('button', { name: 'Fjern filtre' }));
    await vi.waitFor(() => expect(shownIn(page)).toEqual({ sort: 'name' }));
    expect(screen.queryByRole('button', { name: 'Fjern filtre' })).toBeNull();
  });

  it.each([
    ['status', 'battery'],
    ['custId', 7],
    ['dehaId', 34],
    ['filter', 'technical'],
    ['userTags', 'GPS'],
    ['wifi', 1],
    ['maintain', 1],
    ['testDue', 1],
    ['reachesNobody', 1],
    ['unplaced', 1],
    ['sensor', 'stue'],
  ])('are cleared from the toolbar also where there is but one: %s [C2.50]', async (name, value) => {
    const page = await open(`/vardes?sort=name&${name}=${value}`);
    expect(shownIn(page)).toEqual({ sort: 'name', [name]: value });
    await userEvent.click(screen.getByRole('button', { name: 'Fjern filtre' }));
    await vi.waitFor(() => expect(shownIn(page)).toEqual({ sort: 'name' }));
  });

  it('offer the nineteen alarm filters, each of which is sent by its name and is in the address [C2.43]', async () => {
    const page = await open('/vardes');
    await userEvent.click(screen.getByRole('button', { name: 'Filtre' }));
    const filter = await screen.findByLabelText('Varsel');
    const [none, ...choices] = within(filter).getAllByRole<HTMLOptionElement>('option');
    expect(choices.map(({ textContent, value }) => [textContent, value])).toEqual([
      ['Alle alarmer', 'alarm'],
      ['Lavt batteri', 'battery'],
      ['Brann', 'fire'],
      ['Ute av seng', 'outOfBed'],
      ['Kjøleskap', 'fridge'],
      ['Ikke i seng', 'inBed'],
      ['Egentest feilet', 'selfCheck'],
      ['Tomt batteri', 'outOfBattery'],
      ['Utdatert posisjon', 'outdatedPosition'],
      ['Geofence', 'geofence'],
      ['Inaktivitet', 'static'],
      ['Frakoblet', 'offline'],
      ['Bare SMS', 'tcpDisabled'],
      ['Lader', 'charging'],
      ['Varsel', 'general'],
      ['Aldri i kontakt', 'neverUsed'],
      ['Uten varsel', 'clear'],
      ['Teknisk varsel', 'technical'],
      ['OK og i bruk', 'ok'],
    ]);
    for (const { value } of choices) {
      await userEvent.selectOptions(filter, value);
      await vi.waitFor(() => expect(shownIn(page)).toEqual({ filter: value }));
      await vi.waitFor(() => expect(new URLSearchParams(asked.at(-1)).get('filter')).toBe(value));
    }
    await userEvent.selectOptions(filter, none ?? '');
    await vi.waitFor(() => expect(shownIn(page)).toEqual({}));
  });

  it('have a customer, chosen from their tree, for users who may see customers, and not for others [C2.41]', async () => {
    const other = await open('/vardes');
    await userEvent.click(screen.getByRole('button', { name: 'Filtre' }));
    await screen.findByLabelText('Varsel');
    expect(screen.queryByText('Alle kunder')).toBeNull();
    other.unmount();

    const page = await open('/vardes?status=alarm', { abilities: ['customers'] });
    await userEvent.click(screen.getByRole('button', { name: 'Filtre (1)' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Kunde Alle kunder' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Solvik sykehjem/ }));
    await vi.waitFor(() => expect(shownIn(page)).toEqual({ status: 'alarm', custId: 7 }));
    await vi.waitFor(() => expect(new URLSearchParams(asked.at(-1)).get('custId')).toBe('7'));
    await userEvent.click(await screen.findByRole('button', { name: 'Alle kunder' }));
    await vi.waitFor(() => expect(shownIn(page)).toEqual({ status: 'alarm' }));
  });

  it('have a text, which is searched for and in the path of the address, beside the others [C2.44]', async () => {
    const page = await open('/vardes?status=alarm');
    const search = screen.getByLabelText('Søk på navn eller serienummer');
    await userEvent.type(search, 'Åse 1');
    await userEvent.tab();
    await vi.waitFor(() => expect(new URLSearchParams(asked.at(-1)).get('search')).toBe('Åse 1'));
    expect(new URLSearchParams(asked.at(-1)).get('status')).toBe('alarm');
    expect(decodeURIComponent(page.router.state.location.pathname)).toBe('/vardes/search=Åse 1');
    expect(shownIn(page)).toEqual({ status: 'alarm' });
    await userEvent.clear(search);
    await userEvent.tab();
    await vi.waitFor(() => expect(page.router.state.location.pathname).toBe('/vardes'));
  });

  it('find devices whose alarms reach nobody, for users who may see notification lists', async () => {
    const other = await open('/vardes');
    await userEvent.click(screen.getByRole('button', { name: 'Filtre' }));
    await screen.findByLabelText('Trenger vedlikehold');
    expect(screen.queryByLabelText('Ingen blir varslet')).toBeNull();
    other.unmount();

    const page = await open('/vardes', { abilities: ['notificationLists'] });
    await userEvent.click(screen.getByRole('button', { name: 'Filtre' }));
    await userEvent.click(await screen.findByLabelText('Ingen blir varslet'));
    await vi.waitFor(() => expect(shownIn(page)).toEqual({ reachesNobody: 1 }));
    await vi.waitFor(() => expect(new URLSearchParams(asked.at(-1)).get('reachesNobody')).toBe('1'));
    await userEvent.click(screen.getByRole('button', { name: 'Fjern filtre' }));
    await vi.waitFor(() => expect(shownIn(page)).toEqual({}));
  });

  it('find home units by a sensor, for users who may see sensors, and are cleared with the others [C7.24]', async () => {
    const other = await open('/vardes');
    await userEvent.click(screen.getByRole('button', { name: 'Filtre' }));
    await screen.findByLabelText('Trenger vedlikehold');
    expect(screen.queryByLabelText('Sensor')).toBeNull();
    other.unmount();

    const page = await open('/vardes', { abilities: ['sensors'] });
    await userEvent.click(screen.getByRole('button', { name: 'Filtre' }));
    await userEvent.type(await screen.findByLabelText('Sensor'), '4100 % dør');
    await userEvent.tab();
    await vi.waitFor(() => expect(shownIn(page)).toEqual({ sensor: '4100 % dør' }));
    await vi.waitFor(() => expect(new URLSearchParams(asked.at(-1)).get('sensor')).toBe('4100 % dør'));
    await userEvent.click(screen.getByRole('button', { name: 'Fjern filtre' }));
    await vi.waitFor(() => expect(shownIn(page)).toEqual({}));
    expect(screen.getByLabelText('Sensor')).toHaveProperty('value', '');
  });

  it('are remembered for their user and restored at the bare address; a link with filters is followed unchanged', async () => {
    const first = await open('/vardes');
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'battery');
    await userEvent.type(screen.getByLabelText('Søk på navn eller serienummer'), 'kari');
    await userEvent.tab();
    await vi.waitFor(() => expect(first.router.state.location.pathname).toBe('/vardes/search=kari'));
    first.unmount();

    const again = await open('/vardes');
    await vi.waitFor(() => expect(shownIn(again)).toEqual({ status: 'battery' }));
    expect(JSON.stringify(localStorage), 'people search for names').not.toContain('kari');
    await act(() => again.router.navigate({ to: '/vardes', search: { status: 'offline' } }));
    expect(shownIn(again)).toEqual({ status: 'offline' });
    again.unmount();

    const other = await open('/vardes', { userId: 2 });
    expect(shownIn(other), 'another user of the browser').toEqual({});
    other.unmount();

    const last = await open('/vardes');
    await vi.waitFor(() => expect(shownIn(last)).toEqual({ status: 'battery' }));
    await userEvent.click(screen.getByRole('button', { name: 'Fjern filtre' }));
    await vi.waitFor(() => expect(shownIn(last)).toEqual({}));
    last.unmount();
    expect(shownIn(await open('/vardes')), 'cleared filters stay cleared').toEqual({});
  });

  it('that are remembered outlast a look at one device: its search is cleared, and the list is as before', async () => {
    const first = await open('/vardes');
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'battery');
    await vi.waitFor(() => expect(shownIn(first)).toEqual({ status: 'battery' }));
    first.unmount();

    const page = await open('/vardes/search=SO000001');
    expect(shownIn(page)).toEqual({});
    await userEvent.clear(screen.getByLabelText('Søk på navn eller serienummer'));
    await userEvent.tab();
    await vi.waitFor(() => expect(page.router.state.location.pathname).toBe('/vardes'));
    await vi.waitFor(() => expect(shownIn(page)).toEqual({ status: 'battery' }));
    page.unmount();

    const again = await open('/vardes/search=SO000001');
    await userEvent.click(await screen.findByRole('button', { name: 'Vis alle' }));
    await vi.waitFor(() => expect(again.router.state.location.pathname).toBe('/vardes'));
    expect(shownIn(again), 'all filters are removed').toEqual({});
  });

  it('are counted and removed without the search, which is none of them', async () => {
    const page = await open('/vardes/search=kari');
    expect(screen.getByRole('button', { name: 'Filtre' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Fjern filtre' })).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'battery');
    expect(await screen.findByRole('button', { name: 'Filtre (1)' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Fjern filtre' }));
    await vi.waitFor(() => expect(shownIn(page)).toEqual({}));
    expect(page.router.state.location.pathname).toBe('/vardes/search=kari');
    expect(screen.getByLabelText('Søk på navn eller serienummer')).toHaveProperty('value', 'kari');
    page.unmount();
    const again = await open('/vardes');
    expect(again.router.state.location.pathname, 'nor remembered').toBe('/vardes');
    expect(shownIn(again)).toEqual({});
  });

  it.each(['nonsense', '[1]', '{"status":"melting","custId":"x"}', '{"search":"kari"}'])(
    'ignore malformed stored values: %s',
    async (stored) => {
      localStorage.setItem('varde-device-filter-1', stored);
      expect(shownIn(await open('/vardes'))).toEqual({});
    },
  );
});
