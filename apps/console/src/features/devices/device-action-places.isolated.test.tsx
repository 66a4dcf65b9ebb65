import { ModalsProvider } from '@mantine/modals';
import { IconBulb } from '@tabler/icons-react';
import { fireEvent, screen, within } from '@testing-library/react';
import { deviceActionKeys } from '@varde/catalogue/device-actions';
import { type DeviceDetail, deviceAbilities } from '@varde/contract/devices';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DeviceActionButtons } from '#domain/device/device-action-buttons.tsx';
import type { ActionPlace, DeviceAction } from '#domain/device/device-action-list.ts';
import { DeviceHeader } from '#domain/device/device-header.tsx';
import { deviceDetail } from '../../testing/records.ts';
import { renderPage, sessionRecord } from '../../testing/render-page.tsx';
import { DeviceActions } from './device-actions.tsx';

const added: DeviceAction[] = [];
vi.mock('#domain/device/device-action-list.ts', async (original) => {
  const list = await original<typeof import('#domain/device/device-action-list.ts')>();
  const deviceActionList = (device: DeviceDetail) => [...list.deviceActionList(device), ...added];
  return { ...list, deviceActionList };
});

beforeEach(() => {
  added.length = 0;
  vi.stubGlobal('fetch', async () => Response.json({ commands: [] }));
  return () => vi.unstubAllGlobals();
});

const newAction: DeviceAction = {
  key: 'new',
  text: 'common.save',
  icon: IconBulb,
  visible: true,
  places: [],
  perform: '/alarms',
};

const all: Partial<DeviceDetail> = {
  lastMsgIn: 1000,
  connected: true,
  userImageVersion: 1,
  abilities: [...deviceAbilities],
  actions: [...deviceActionKeys],
};

/** Renders the row, both pages' headers and the open menu of one device. */
async function open(fields: Partial<DeviceDetail>, session = sessionRecord()) {
  const device = deviceDetail(fields);
  const { unmount } = await renderPage(
    <ModalsProvider>
      <div data-testid="row">
        <DeviceActions device={device} />
      </div>
      <DeviceHeader device={device} />
      {(['tabs', 'logs', 'organization', 'health', 'deleteData', 'tracking', 'manualTracking'] as const).map(
        (place) => (
          <div key={place} data-testid={place}>
            <DeviceActionButtons device={device} place={place} />
          </div>
        ),
      )}
    </ModalsProvider>,
    session,
  );
  const menu = screen.queryByRole('button', { name: 'Handlinger' });
  if (menu !== null) fireEvent.click(menu);
  const places: Record<ActionPlace, HTMLElement | null> = {
    row: screen.getByTestId('row'),
    header: screen.getByRole('navigation', { name: 'Sider for enheten' }),
    menu: menu && (await screen.findByRole('menu')),
    tabs: screen.getByTestId('tabs'),
    logs: screen.getByTestId('logs'),
    organization: screen.getByTestId('organization'),
    health: screen.getByTestId('health'),
    deleteData: screen.getByTestId('deleteData'),
    tracking: screen.getByTestId('tracking'),
    manualTracking: screen.getByTestId('manualTracking'),
  };
  return { places, unmount };
}

/** The actions in each place, by accessible name. */
async function shown(fields: Partial<DeviceDetail>, session = sessionRecord()): Promise<Record<ActionPlace, string[]>> {
  const { places, unmount } = await open(fields, session);
  const namesIn = (place: HTMLElement | null) =>
    [...(place?.querySelectorAll('a, button:not([aria-disabled])') ?? [])].map(
      (action) => action.getAttribute('aria-label') ?? action.textContent ?? '',
    );
  const names = {
    row: namesIn(places.row),
    header: namesIn(places.header),
    menu: namesIn(places.menu),
    tabs: namesIn(places.tabs),
    logs: namesIn(places.logs),
    organization: namesIn(places.organization),
    health: namesIn(places.health),
    deleteData: namesIn(places.deleteData),
    tracking: namesIn(places.tracking),
    manualTracking: namesIn(places.manualTracking),
  };
  unmount();
  return names;
}

describe('the actions of a device', () => {
  it('[C2.35] are, in order, in the places that they name: row, header, menu, and the tabs with logs, organisation and heart rate', async () => {
    expect(await shown(all)).toEqual({
      row: [
        'Kart for Rom 101',
        'Varslingsliste for Rom 101',
        'Innstillinger for Rom 101',
        'Finn enheten med lyd for Rom 101',
        'Start sporing for Rom 101',
        'Nytt notat om Rom 101',
        'Vis bilde for Rom 101',
      ],
      header: ['Kart', 'Varslingsliste', 'Innstillinger'],
      menu: [
        'Finn enheten med lyd',
        'Hent gjeldende posisjon',
        'Start sporing',
        'Hent innstillinger fra enheten',
        'Send melding',
        'Mål puls nå',
        'Mål blodtrykk nå',
        'Nytt notat',
        'Vis bilde',
        'Test alarmen',
        'Start på nytt',
        'Tilbakestill til fabrikkinnstillinger',
        'Start på nytt med SMS',
        'Tilbakestill med SMS',
        'Koble til Varde med SMS',
      ],
      tabs: ['Hent innstillinger fra enheten'],
      logs: ['Revisjonslogg', 'Anropslogg'],
      organization: ['Overfør enheten'],
      health: ['Mål puls nå', 'Mål blodtrykk nå'],
      deleteData: ['Bytt enhet', 'Slett historikk', 'Slett enhet'],
      tracking: ['Finn enheten med lyd', 'Hent gjeldende posisjon'],
      manualTracking: ['Start sporing'],
    });
  });

  it('that the user may not do are in no place', async () => {
    expect(await shown({ ...all, abilities: [], actions: [] })).toEqual({
      row: [],
      header: [],
      menu: [],
      tabs: [],
      // The tab of the logs shows itself with the right alone.
      logs: ['Anropslogg'],
      organization: [],
      health: [],
      deleteData: [],
      tracking: [],
      manualTracking: [],
    });
  });

  it('[C6.51] of an alarm operator in AHP context are map or log, event setup and settings, and nothing else in the header', async () => {
    // As the server gives them (views-of-roles.test.ts).
    const abilities = deviceAbilities.filter((ability) =>
      ['map', 'transactions', 'settings', 'eventSetup', 'alarmCentre', 'info', 'resetAlarm'].includes(ability),
    );
    const session = sessionRecord({ context: 'AHP', abilities: ['ahp'] });
    const device = { ...all, abilities, actions: ['locate' as const] };
    expect(await shown(device, session)).toEqual({
      row: ['Kart for Rom 101', 'Varslingsliste for Rom 101', 'Innstillinger for Rom 101'],
      header: ['Kart', 'Varslingsliste', 'Innstillinger'],
      menu: [],
      tabs: [],
      logs: ['Anropslogg'],
      organization: [],
      health: [],
      deleteData: [],
      tracking: ['Hent gjeldende posisjon'],
      manualTracking: [],
    });
    const { unmount } = await open(device, session);
    const names = within(screen.getByRole('banner'))
      .getAllByRole('link')
      .map((link) => link.getAttribute('aria-label') ?? link.textContent);
    expect(names).toEqual([deviceDetail().deviceSNNum, 'Kart', 'Varslingsliste', 'Innstillinger']);
    expect(within(screen.getByRole('banner')).queryAllByRole('button')).toEqual([]);
    unmount();
  });

  it.each([
    ['Innstillinger', { abilities: deviceAbilities.filter((ability) => ability !== 'settings') }],
    ['Kart', { abilities: deviceAbilities.filter((ability) => ability !== 'map') }],
    ['Overfør enheten', { abilities: deviceAbilities.filter((ability) => ability !== 'assign') }],
    ['Vis bilde', { abilities: deviceAbilities.filter((ability) => ability !== 'userImage') }],
    ['Test alarmen', { abilities: deviceAbilities.filter((ability) => ability !== 'test') }],
    ['Nytt notat', { abilities: deviceAbilities.filter((ability) => ability !== 'note') }],
    ['Slett historikk', { abilities: deviceAbilities.filter((ability) => ability !== 'forgetHistory') }],
    ['Bytt enhet', { abilities: deviceAbilities.filter((ability) => ability !== 'swap') }],
    ['Revisjonslogg', { abilities: deviceAbilities.filter((ability) => ability !== 'auditLog') }],
    ['Finn enheten med lyd', { actions: deviceActionKeys.filter((key) => key !== 'findMe') }],
    ['Start sporing', { actions: deviceActionKeys.filter((key) => key !== 'startTracking') }],
    ['Tilbakestill til', { actions: deviceActionKeys.filter((key) => key !== 'factoryReset') }],
  ])('disappear from every place without their right, and no other action does: %s', async (name, fields) => {
    const without = (names: string[]) => names.filter((each) => !each.startsWith(name));
    // The log replaces the map.
    const others = (places: Record<ActionPlace, string[]>) =>
      Object.values(places)
        .flat()
        .filter((each) => !each.startsWith('Logg'));
    const before = others(await shown(all));
    const after = others(await shown({ ...all, ...fields }));
    expect(without(before).length).toBeLessThan(before.length);
    expect(after).toEqual(without(before));
  });

  it.each<[ActionPlace[]]>([
    [['row', 'menu']],
    [['header', 'logs']],
    [['row', 'header', 'menu', 'tabs', 'logs', 'organization']],
  ])(
    'that are new appear last in each place that they name, in the menu before the dangerous ones, and in no other: %j',
    async (places) => {
      const expected = await shown(all);
      for (const place of places) {
        const end = place === 'menu' ? expected.menu.indexOf('Start på nytt') : expected[place].length;
        expected[place].splice(end, 0, place === 'row' ? 'Lagre for Rom 101' : 'Lagre');
      }
      added.push({ ...newAction, places });
      expect(await shown(all)).toEqual(expected);
    },
  );

  it('[C2.36 C4.12] have the note in a row, which opens that of its device, and closing removes it', async () => {
    const note = {
      ...{ id: 5, deviId: 1, note: 'Hører dårlig', sms: false, lastChanged: 1000 },
      ...{ log: { changedBy: 'Kari Nes' }, abilities: ['edit'] },
    };
    vi.stubGlobal('fetch', async (url: string) =>
      Response.json(url.endsWith('/devices/1/note') ? note : { commands: [] }),
    );
    await open({ ...all, hasNote: true });
    fireEvent.click(screen.getByLabelText('Notat om Rom 101'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Notat om Rom 101' }));
    expect((await dialog.findByLabelText<HTMLTextAreaElement>('Notat')).value).toBe('Hører dårlig');
    fireEvent.click(dialog.getByRole('button', { name: 'Avbryt' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('that open a page link to the same page in every place', async () => {
    added.push({
      ...newAction,
      places: [
        ...(['row', 'header', 'menu', 'tabs', 'logs', 'organization', 'health', 'deleteData'] as const),
        ...(['tracking', 'manualTracking'] as const),
      ],
    });
    const { places } = await open(all);
    const addresses = Object.values(places).map((place) =>
      [...(place?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href')?.replace('#', '')),
    );
    for (const inPlace of addresses) expect(inPlace).toContain('/alarms');
  });
});
