import type { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListedDevice } from '@varde/contract/devices';
import type { SavedView } from '@varde/contract/saved-views';
import type { Session } from '@varde/contract/session';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryKey } from '#data/api/query-options.ts';
import { deviceQuery } from '#data/live/device-query.ts';
import { deviceDetail, deviceRow } from '../testing/records.ts';
import { renderPage, sessionRecord } from '../testing/render-page.tsx';
import { CommandPaletteButton } from './command-palette-button.tsx';

const twinDevice = {
  ...{ deviId: 9, dehaId: 34, deviceName: 'Klokka', deviceSNNum: 'SO000009', lastMsgIn: 1000, battery: 40 },
  ...{ charging: false, status: 'clear' as const, escalated: false, rev: 9 },
};

let asked: string[];
let views: SavedView[];
/** What the page has asked for. */
let pages: QueryClient;
/** The devices that no search is for. */
let offering: ListedDevice[];
beforeEach(() => {
  asked = [];
  views = [];
  offering = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(String(address));
    if (String(address).includes('/views')) return Response.json({ views, mayShare: false });
    if (String(address).includes('/actions/')) return Response.json({ action: 'locate', reason: null });
    if (String(address).includes('search=rom'))
      return Response.json({ devices: offering.slice(1), total: 0, nextCursor: null, rev: 1 });
    const found = String(address).includes('solhaug');
    const devices = found
      ? [
          deviceRow({ deviId: 7, deviceName: 'Solhaug 7', lastMsgIn: 1, abilities: ['map', 'settings'] }),
          deviceRow({ deviId: 8, deviceName: 'Solhaug 8', abilities: ['map'], twin: 'MASTER', twinDevice }),
        ]
      : offering;
    const users = found ? [{ userId: 3, firstName: 'Siri', lastName: 'Solhaug', username: 'siri@varde.example' }] : [];
    return Response.json({ devices, users, total: 0, nextCursor: null, rev: 1 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  location.hash = '';
});

async function open(session: Session = sessionRecord({ abilities: ['users'] }), address = '/') {
  const { cache } = await renderPage(
    <>
      <input aria-label="a text field" />
      <CommandPaletteButton />
    </>,
    session,
    address,
  );
  pages = cache;
  cache.setQueryData(deviceQuery(7).queryKey, deviceDetail({ deviId: 7, deviceName: 'Solhaug 7' }));
  await userEvent.click(screen.getByRole('textbox', { name: 'a text field' }));
  await userEvent.keyboard('{Control>}k{/Control}');
  return screen.findByPlaceholderText('Søk etter enheter, personer, sider og handlinger');
}

describe('the command palette', () => {
  it('opens with Ctrl+K from a text field and lists the pages of the session', async () => {
    await open();
    expect(screen.getByRole('option', { name: 'Brukere' })).toBeDefined();
    expect(screen.queryByRole('option', { name: 'Revisjonslogg' })).toBeNull();
  });

  it('finds commands where the list of devices, which asks for the same in pages, is open', async () => {
    offering = [deviceRow({ deviId: 7, deviceName: 'Solhaug 7', actions: ['locate'] })];
    const search = await open();
    pages.setQueryData(queryKey('listDevices', { query: { limit: 200 } }), {
      pages: [{ devices: offering, total: 1, nextCursor: null, rev: 1 }],
      pageParams: [undefined],
    });
    await userEvent.type(search, 'gjeldende');
    expect(await screen.findByRole('option', { name: 'Hent gjeldende posisjon' })).toBeDefined();
  });

  it('opens the page whose name was typed when Enter is pressed', async () => {
    const search = await open();
    await userEvent.type(search, 'alarmer');
    await waitFor(() => expect(screen.queryByRole('option', { name: 'Brukere' })).toBeNull());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(location.hash).toBe('#/alarms'));
  });

  it.each([
    ['historikk', [], 'Alarmhistorikk', '#/alarms/history'],
    ['svartider', [], 'Svartider', '#/alarms/answer_times'],
    ['importer', ['addDevice'], 'Importer enheter', '#/add_varde/import'],
    ['profil', ['trackerOnly'], 'Profil', '#/profile'],
  ] as const)('finds by %o a page that is not in the menu', async (words, abilities, name, address) => {
    const search = await open(sessionRecord({ abilities: [...abilities] }));
    await userEvent.type(search, words);
    expect(await screen.findByRole('option', { name })).toBeDefined();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(location.hash).toBe(address));
  });

  it.each([
    ['historikk', ['trackerOnly']],
    ['svartider', ['trackerOnly']],
    ['importer', []],
  ] as const)('finds nothing by %o with %o, whose page would refuse it', async (words, abilities) => {
    await userEvent.type(await open(sessionRecord({ abilities: [...abilities] })), words);
    expect(await screen.findByText('Ingen treff')).toBeDefined();
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('finds saved views of the device list by their names, those of others with their customer, and opens one', async () => {
    const view = {
      viewId: 4,
      name: 'Nattevakt',
      content: { filter: {}, sort: 'name', columns: ['name'] },
      sharedWith: { custId: 7, firmName: 'Solvik sykehjem' },
      abilities: [],
    } satisfies SavedView;
    views = [view, { ...view, viewId: 5, name: 'Lavt batteri', sharedWith: null }];
    const search = await open();
    await screen.findByRole('option', { name: 'Lavt batteri' });
    await userEvent.type(search, 'natt');
    const found = within(await screen.findByRole('group', { name: 'Lagrede visninger' }));
    await waitFor(() =>
      expect(found.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['NattevaktSolvik sykehjem']),
    );
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(location.hash).toBe('#/views/4'));
  });

  it('finds devices and people, and opens a person', async () => {
    await userEvent.type(await open(), 'solhaug');
    expect(await screen.findByRole('option', { name: /Solhaug 7/ })).toBeDefined();
    await userEvent.click(await screen.findByRole('option', { name: /Siri Solhaug/ }));
    expect(location.hash).toBe('#/admin/users?user=3');
  });

  it('finds the clone of a pair of twins, and opens its page', async () => {
    await userEvent.type(await open(), 'solhaug');
    await userEvent.click(await screen.findByRole('option', { name: /Klokka.*SO000009 · Tvilling av Solhaug 8/ }));
    expect(location.hash).toBe('#/mapsingle/9');
  });

  it('shows the permitted actions of a chosen device, and Backspace goes back', async () => {
    const search = await open();
    await userEvent.type(search, 'solhaug');
    await userEvent.click(await screen.findByRole('option', { name: /Solhaug 7/ }));
    expect(await screen.findByRole('group', { name: 'Handlinger for Solhaug 7' })).toBeDefined();
    expect(screen.getByRole('option', { name: 'Innstillinger' })).toBeDefined();
    expect(screen.queryByRole('option', { name: 'Brukere' })).toBeNull();
    await userEvent.type(search, '{Backspace}');
    expect(await screen.findByRole('option', { name: 'Brukere' })).toBeDefined();
  });

  it('finds an action before a device is chosen, then the devices that offer it, and performs it on one of them', async () => {
    const offers = (deviId: number, deviceName: string, actions: ListedDevice['actions'], connected = true) =>
      deviceRow({ deviId, deviceName, actions, connected });
    offering = [
      offers(1, 'Astrid', ['locate', 'reboot']),
      offers(2, 'Rom 2', ['locate']),
      offers(3, 'Rom 3', ['reboot']),
      offers(4, 'Rom 4', ['locate'], false),
    ];
    const search = await open();
    await userEvent.type(search, 'POSISJON');
    await userEvent.click(await screen.findByRole('option', { name: 'Hent gjeldende posisjon' }));
    const field = await screen.findByRole('combobox', { name: 'Hent gjeldende posisjon: velg enhet' });
    const targets = async () =>
      within(await screen.findByRole('group', { name: 'Hent gjeldende posisjon' }))
        .getAllByRole('option')
        .map(({ textContent }) => textContent?.replace(/SO.*/, ''));
    expect(await targets()).toEqual(['Astrid', 'Rom 2']);
    await userEvent.type(field, 'rom');
    await waitFor(async () => expect(await targets()).toEqual(['Rom 2']));
    await userEvent.dblClick(screen.getByRole('option', { name: /^Rom 2/ })); // sent once
    await waitFor(() =>
      expect(asked.filter((address) => address.includes('/actions/'))).toEqual(['/ajax/devices/2/actions/locate']),
    );
  });

  it('offers by name only the actions that some device has, and goes back to all with Backspace', async () => {
    offering = [deviceRow({ actions: ['reboot'] })];
    const search = await open();
    await userEvent.type(search, 'start');
    const command = await screen.findByRole('option', { name: 'Start på nytt' });
    expect(screen.queryByRole('option', { name: 'Start sporing' })).toBeNull();
    await userEvent.click(command);
    await userEvent.type(await screen.findByPlaceholderText(/^Velg enhet/), '{Backspace}');
    expect(await screen.findByRole('option', { name: 'Brukere' })).toBeDefined();
  });

  it('finds an action of the device whose page is open by its name', async () => {
    offering = [];
    await open(sessionRecord(), '/mapsingle/7');
    await userEvent.keyboard('innst');
    const group = await screen.findByRole('group', { name: 'Handlinger for Solhaug 7' });
    expect(
      within(group)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Innstillinger']);
  });

  it('names dangerous actions last and apart, of a device and among all commands, as the menu of the device does', async () => {
    offering = [deviceRow({ actions: ['reboot', 'startTracking', 'factoryReset'] })];
    await open(sessionRecord(), '/mapsingle/7');
    pages.setQueryData(
      deviceQuery(7).queryKey,
      deviceDetail({
        deviId: 7,
        deviceName: 'Solhaug 7',
        actions: ['reboot', 'findMe'],
        abilities: ['note'],
      }),
    );
    const names = (group: HTMLElement) =>
      within(group)
        .getAllByRole('option')
        .flatMap(({ textContent, dataset }) => (dataset.apart ? ['–', textContent] : [textContent]));
    const own = await screen.findByRole('group', { name: 'Handlinger for Solhaug 7' });
    await waitFor(() => expect(names(own)).toEqual(['Finn enheten med lyd', 'Nytt notat', '–', 'Start på nytt']));
    await userEvent.keyboard('st');
    await waitFor(async () =>
      expect(names(await screen.findByRole('group', { name: 'Handlinger' }))).toEqual([
        'Start sporing',
        '–',
        'Start på nytt',
        'Tilbakestill til fabrikkinnstillinger',
      ]),
    );
  });

  it('does not search people without the right to see them', async () => {
    await userEvent.type(await open(sessionRecord()), 'solhaug');
    await screen.findByRole('option', { name: /Solhaug 7/ });
    expect(asked.filter((address) => address.includes('users'))).toEqual([]);
    expect(screen.queryByRole('option', { name: /Siri/ })).toBeNull();
  });

  it('shows that nothing was found', async () => {
    await userEvent.type(await open(), 'zzz');
    expect(await screen.findByText('Ingen treff')).toBeDefined();
    expect(screen.queryByRole('option')).toBeNull();
  });
});

describe('the choice in the command palette', () => {
  const rows = (...names: string[]) =>
    names.map((deviceName, at) => deviceRow({ deviId: at + 20, deviceName, ownedByCustName: 'Solvik' }));
  /** Answers to searches for devices, given later by the test. */
  let answers: Map<string, (devices: ListedDevice[]) => void>;
  beforeEach(() => {
    answers = new Map();
    const answer = globalThis.fetch;
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
      const search = new URL(String(address), 'http://varde.example').searchParams.get('search');
      if (search === null || String(address).includes('/users')) return answer(address, init);
      return new Promise<Response>((resolve) =>
        answers.set(search, (devices) => resolve(Response.json({ devices, total: 1, nextCursor: null, rev: 1 }))),
      );
    });
  });
  async function search(words: string, ...found: string[]) {
    await userEvent.keyboard(words);
    await waitFor(() => expect(answers.has(words)).toBe(true));
    return () => act(async () => answers.get(words)?.(rows(...found)));
  }
  const field = () => screen.getByRole('combobox');
  const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '');
  const selected = () => screen.getAllByRole('option').filter(({ ariaSelected }) => ariaSelected === 'true');

  it('is the first hit while somebody types: a screen reader hears it and the number of hits, and Enter opens it', async () => {
    await open();
    expect(active(), 'nothing was typed').toBeNull();
    await userEvent.keyboard('{Enter}');
    expect(location.hash).toBe('');
    const answer = await search('al', 'Alma', 'Alvilde');
    await answer();
    await waitFor(() => expect(active()?.textContent).toContain('Alma'));
    expect(selected()).toEqual([active()]);
    expect(field().getAttribute('aria-controls')).toBe(screen.getByRole('listbox', { name: 'Treff' }).id);
    expect(field().ariaExpanded).toBe('true');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('4 treff'));
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('group', { name: 'Handlinger for Alma' })).toBeDefined();
    expect(active(), 'a second Enter does nothing').toBeNull();
  });

  it('is moved by the arrows, around both ends, and begins at the first hit of what is typed then', async () => {
    await open();
    await (await search('al', 'Alma', 'Alvilde'))();
    await waitFor(() => expect(active()?.textContent).toContain('Alma'));
    for (const [key, name] of [
      ['ArrowDown', 'Alvilde'],
      ['ArrowDown', 'Alarmer'],
      ['ArrowDown', 'Alarmhistorikk'],
      ['ArrowDown', 'Alma'],
      ['ArrowUp', 'Alarmhistorikk'],
    ] as const) {
      await userEvent.keyboard(`{${key}}`);
      expect(active()?.textContent, key).toContain(name);
      expect(selected()).toEqual([active()]);
    }
    await userEvent.keyboard('m');
    await waitFor(() => expect(answers.has('alm')).toBe(true));
    await act(async () => answers.get('alm')?.(rows('Alma')));
    await waitFor(() => expect(active()?.textContent).toContain('Alma'));
  });

  it('stays on a hit that somebody has moved to when others come above it', async () => {
    await open();
    const answer = await search('al', 'Alma', 'Alvilde');
    expect(active(), 'another may come first').toBeNull();
    await userEvent.keyboard('{ArrowDown}');
    expect(active()?.textContent).toBe('Alarmer');
    await answer();
    await screen.findByRole('option', { name: /Alma/ });
    expect(active()?.textContent).toBe('Alarmer');
    await userEvent.keyboard('{Enter}');
    expect(location.hash).toBe('#/alarms');
  });

  it('of an Enter before the answers is what comes first in them, not what was found for fewer letters', async () => {
    await open();
    await (await search('al', 'Alma', 'Alvilde'))();
    await screen.findByRole('option', { name: /Alma/ });
    await userEvent.keyboard('v{Enter}');
    expect(screen.getByRole('option', { name: /Alma/ })).toBeDefined();
    await waitFor(() => expect(answers.has('alv')).toBe(true));
    expect(screen.queryByRole('group', { name: /^Handlinger for/ })).toBeNull();
    await act(async () => answers.get('alv')?.(rows('Alvilde')));
    expect(await screen.findByRole('group', { name: 'Handlinger for Alvilde' })).toBeDefined();
  });

  it('of an Enter before the answers is nothing when more is typed, and when nothing is found', async () => {
    await open();
    await userEvent.keyboard('al{Enter}v');
    await waitFor(() => expect(answers.has('alv')).toBe(true));
    await act(async () => answers.get('alv')?.(rows('Alvilde')));
    await waitFor(() => expect(active()?.textContent).toContain('Alvilde'));
    expect(screen.queryByRole('group', { name: /^Handlinger for/ })).toBeNull();
    await userEvent.keyboard('x{Enter}');
    await waitFor(() => expect(answers.has('alvx')).toBe(true));
    await act(async () => answers.get('alvx')?.([]));
    expect(await screen.findByText('Ingen treff')).toBeDefined();
    expect(location.hash).toBe('');
  });

  it('gives a command to no device before the devices that were searched for are here', async () => {
    offering = rows('Astrid', 'Rom 2').map((device) => ({ ...device, actions: ['locate'] as const }));
    await open();
    await userEvent.keyboard('gjeldende');
    await userEvent.click(await screen.findByRole('option', { name: 'Hent gjeldende posisjon' }));
    await screen.findByRole('option', { name: /Astrid/ });
    await userEvent.keyboard('rom{Enter}');
    await waitFor(() => expect(answers.has('rom')).toBe(true));
    await act(async () => answers.get('rom')?.(offering.slice(1)));
    await waitFor(() => expect(active()?.textContent).toContain('Rom 2'));
    const sent = () => asked.filter((address) => address.includes('/actions/'));
    expect(sent()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(sent()).toEqual(['/ajax/devices/21/actions/locate']));
  });
});
