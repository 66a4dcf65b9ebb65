import type { QueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListedDevice } from '@varde/contract/devices';
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
/** What the page has asked for. */
let pages: QueryClient;
/** The devices that no search is for. */
let offering: ListedDevice[];
beforeEach(() => {
  asked = [];
  offering = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(String(address));
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
    const users = found
      ? [{ userId: 3, firstName: 'Siri', lastName: 'Solhaug', username: 'siri@varde.example' }]
      : [];
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
    expect(screen.getByRole('button', { name: 'Brukere' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Revisjonslogg' })).toBeNull();
  });

  it('finds commands where the list of devices, which asks for the same in pages, is open', async () => {
    offering = [deviceRow({ deviId: 7, deviceName: 'Solhaug 7', actions: ['locate'] })];
    const search = await open();
    pages.setQueryData(queryKey('listDevices', { query: { limit: 200 } }), {
      pages: [{ devices: offering, total: 1, nextCursor: null, rev: 1 }],
      pageParams: [undefined],
    });
    await userEvent.type(search, 'gjeldende');
    expect(await screen.findByRole('button', { name: 'Hent gjeldende posisjon' })).toBeDefined();
  });

  it('opens the page whose name was typed when Enter is pressed', async () => {
    const search = await open();
    await userEvent.type(search, 'alarmer');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Brukere' })).toBeNull());
    await userEvent.keyboard('{ArrowDown}{Enter}');
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
    expect(await screen.findByRole('button', { name })).toBeDefined();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(location.hash).toBe(address));
  });

  it.each([
    ['historikk', ['trackerOnly']],
    ['svartider', ['trackerOnly']],
    ['importer', []],
  ] as const)('finds nothing by %o with %o, whose page would refuse it', async (words, abilities) => {
    await userEvent.type(await open(sessionRecord({ abilities: [...abilities] })), words);
    const nothing = screen.getByText('Ingen treff');
    await waitFor(() => expect(nothing.parentElement?.children).toHaveLength(1));
  });

  it('finds devices and people, and opens a person', async () => {
    await userEvent.type(await open(), 'solhaug');
    expect(await screen.findByRole('button', { name: /Solhaug 7/ })).toBeDefined();
    await userEvent.click(await screen.findByRole('button', { name: /Siri Solhaug/ }));
    expect(location.hash).toBe('#/admin/users?user=3');
  });

  it('finds the clone of a pair of twins, and opens its page', async () => {
    await userEvent.type(await open(), 'solhaug');
    await userEvent.click(
      await screen.findByRole('button', { name: /Klokka.*SO000009 · Tvilling av Solhaug 8/ }),
    );
    expect(location.hash).toBe('#/mapsingle/9');
  });

  it('shows the permitted actions of a chosen device, and Backspace goes back', async () => {
    const search = await open();
    await userEvent.type(search, 'solhaug');
    await userEvent.click(await screen.findByRole('button', { name: /Solhaug 7/ }));
    expect(await screen.findByRole('group', { name: 'Handlinger for Solhaug 7' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Innstillinger' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Brukere' })).toBeNull();
    await userEvent.type(search, '{Backspace}');
    expect(await screen.findByRole('button', { name: 'Brukere' })).toBeDefined();
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
    await userEvent.click(await screen.findByRole('button', { name: 'Hent gjeldende posisjon' }));
    const field = await screen.findByRole('textbox', { name: 'Hent gjeldende posisjon: velg enhet' });
    const targets = async () =>
      within(await screen.findByRole('group', { name: 'Hent gjeldende posisjon' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent?.replace(/SO.*/, ''));
    expect(await targets()).toEqual(['Astrid', 'Rom 2']);
    await userEvent.type(field, 'rom');
    await waitFor(async () => expect(await targets()).toEqual(['Rom 2']));
    await userEvent.dblClick(screen.getByRole('button', { name: /^Rom 2/ })); // sent once
    await waitFor(() =>
      expect(asked.filter((address) => address.includes('/actions/'))).toEqual([
        '/ajax/devices/2/actions/locate',
      ]),
    );
  });

  it('offers by name only the actions that some device has, and goes back to all with Backspace', async () => {
    offering = [deviceRow({ actions: ['reboot'] })];
    const search = await open();
    await userEvent.type(search, 'start');
    const command = await screen.findByRole('button', { name: 'Start på nytt' });
    expect(screen.queryByRole('button', { name: 'Start sporing' })).toBeNull();
    await userEvent.click(command);
    await userEvent.type(await screen.findByPlaceholderText(/^Velg enhet/), '{Backspace}');
    expect(await screen.findByRole('button', { name: 'Brukere' })).toBeDefined();
  });

  it('finds an action of the device whose page is open by its name', async () => {
    offering = [];
    await open(sessionRecord(), '/mapsingle/7');
    await userEvent.keyboard('innst');
    const group = await screen.findByRole('group', { name: 'Handlinger for Solhaug 7' });
    expect(
      within(group)
        .getAllByRole('button')
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
      [...group.querySelectorAll('button, [role=separator]')].map(({ textContent }) => textContent || '–');
    const own = await screen.findByRole('group', { name: 'Handlinger for Solhaug 7' });
    await waitFor(() =>
      expect(names(own)).toEqual(['Finn enheten med lyd', 'Nytt notat', '–', 'Start på nytt']),
    );
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
    await screen.findByRole('button', { name: /Solhaug 7/ });
    expect(asked.filter((address) => address.includes('users'))).toEqual([]);
    expect(screen.queryByRole('button', { name: /Siri/ })).toBeNull();
  });

  it('shows that nothing was found', async () => {
    await userEvent.type(await open(), 'zzz');
    const nothing = screen.getByText('Ingen treff');
    await waitFor(() => expect(nothing.parentElement?.children).toHaveLength(1));
  });
});
