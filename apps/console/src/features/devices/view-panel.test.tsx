import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SavedView } from '@varde/contract/saved-views';
import i18next from 'i18next';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import danger from '#kit/actions/danger.module.css';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { isOff } from '../../testing/is-off.ts';
import { renderPage, sessionRecord } from '../../testing/render-page.tsx';
import { OpenViewPage } from '../views/open-view-page.tsx';
import type { DeviceListFilter } from './arrange-devices.ts';
import { columnsOf } from './chosen-columns.ts';
import { drawnColumns } from './device-columns.tsx';
import { ViewPanel } from './view-panel.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

const content: SavedView['content'] = {
  filter: { status: 'battery' },
  sort: 'name',
  columns: ['status', 'name', 'phone'],
};
let views: SavedView[];
let sent: { method: string; path: string; body: unknown }[];
beforeEach(() => {
  views = [
    { viewId: 1, name: 'Min', content, sharedWith: null, abilities: ['change'] },
    { viewId: 2, name: 'Vår', content, sharedWith: { custId: 7, firmName: 'Solvik' }, abilities: [] },
  ];
  sent = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const { pathname } = new URL(url, 'http://varde.example');
    if (method === 'GET') return Response.json({ views, mayShare: false });
    sent.push({ method, path: pathname, body: body === undefined ? null : JSON.parse(String(body)) });
    return Response.json(views[0]);
  });
});

const show = async (filter: DeviceListFilter, session = sessionRecord()) => {
  const onFilter = vi.fn();
  await renderPage(
    <ModalsProvider>
      <ViewPanel filter={filter} onFilter={onFilter} />
      <Notifications />
    </ModalsProvider>,
    session,
  );
  return onFilter;
};

describe('the columns of the device list', () => {
  const keysOf = (text?: string) =>
    drawnColumns(i18next.t, { context: 'PROFFWEB' }, columnsOf(text)).map(({ key }) => key);

  it('are those in the address, in its order, and the default ones without status or name', () => {
    const usual = keysOf();
    expect(usual.slice(0, 3)).toEqual(['status', 'name', 'serial']);
    expect(usual).not.toContain('phone');
    expect(keysOf('name,phone,status,phone,nonsense')).toEqual(['name', 'phone', 'status']);
    for (const unusable of ['', 'serial', 'name,serial', 'status', '__proto__'])
      expect(keysOf(unusable)).toEqual(usual);
  });

  it('fold at the same widths in any order', () => {
    const columns = drawnColumns(i18next.t, { context: 'PROFFWEB' }, columnsOf('battery,type,status,name'));
    expect(columns.map(({ foldBelow }) => foldBelow)).toEqual([768, 1200, undefined, undefined]);
  });

  it('are chosen and moved, except that status and name stay', async () => {
    const onFilter = await show({ sort: 'name', columns: 'status,name,serial' });
    expect(isOff(screen.getByRole('checkbox', { name: 'Status' }))).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Telefonnummer' }));
    expect(onFilter).toHaveBeenLastCalledWith({ sort: 'name', columns: 'status,name,serial,phone' });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Serienummer' }));
    expect(onFilter).toHaveBeenLastCalledWith({ sort: 'name', columns: 'status,name' });
    await userEvent.click(screen.getByRole('button', { name: 'Flytt Serienummer fram' }));
    expect(onFilter).toHaveBeenLastCalledWith({ sort: 'name', columns: 'status,serial,name' });
    await userEvent.click(screen.getByRole('button', { name: 'Vanlige kolonner' }));
    expect(onFilter).toHaveBeenLastCalledWith({ sort: 'name', columns: undefined });
  });
});

describe('saved views', () => {
  it('open by their address, and are changed only by users who may', async () => {
    await show({});
    const own = await screen.findByRole('link', { name: 'Min' });
    expect(own.getAttribute('href')).toBe('/views/1');
    expect(screen.getByText('Delt med Solvik')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Endre Min' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Endre Vår' })).toBeNull();
  });

  it('are not offered to be saved by a tracker-only user, who may have none', async () => {
    await show({}, sessionRecord({ abilities: ['trackerOnly'] }));
    expect(await screen.findByRole('link', { name: 'Vår' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Lagre visningen' })).toBeNull();
  });

  it('are added only once the answer says whether the user may share', async () => {
    let answer: (response: Response) => void = () => undefined;
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
    await show({});
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Lagre visningen' });
    expect(isOff(save)).toBe(true);
    answer(Response.json({ views: [], mayShare: true }));
    await vi.waitFor(() => expect(isOff(save)).toBe(false));
    await userEvent.click(save);
    const dialog = await screen.findByRole('dialog', { name: 'Lagre visningen' });
    expect(within(dialog).getByRole('checkbox', { name: 'Del med brukerne hos en kunde' })).toBeDefined();
  });

  it('store filter, order and columns of the list, and not its search', async () => {
    await show({ search: 'Kari', status: 'battery', sort: 'name', columns: 'status,name,phone' });
    await screen.findByRole('link', { name: 'Min' });
    await userEvent.click(screen.getByRole('button', { name: 'Lagre visningen' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('checkbox', { name: /Del med/ }), 'nothing to share with').toBeNull();
    await userEvent.type(dialog.getByRole('textbox', { name: /Navn/ }), 'Batteri');
    await userEvent.click(dialog.getByRole('button', { name: 'Lagre' }));
    await vi.waitFor(() =>
      expect(sent).toEqual([{ method: 'POST', path: '/ajax/views', body: { name: 'Batteri', custId: null, content } }]),
    );
  });

  it('are renamed without taking over the present list', async () => {
    await show({ status: 'offline' });
    await userEvent.click(await screen.findByRole('button', { name: 'Endre Min' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox', { name: /Navn/ }), ' 2');
    await userEvent.click(dialog.getByRole('button', { name: 'Lagre' }));
    await vi.waitFor(() =>
      expect(sent).toEqual([{ method: 'PUT', path: '/ajax/views/1', body: { name: 'Min 2', custId: null, content } }]),
    );
  });

  it('of one’s own are deleted at once, and are saved again by the button that takes it back, once for a double press', async () => {
    await show({});
    const button = await screen.findByRole('button', { name: 'Slett Min' });
    expect(button.className, 'the red that can be read on white').toContain(danger.danger);
    await userEvent.dblClick(button);
    await screen.findByText('Min er slettet.');
    expect(sent).toMatchObject([{ method: 'DELETE', path: '/ajax/views/1' }]);
    await userEvent.dblClick(screen.getByRole('button', { name: 'Angre' }));
    await vi.waitFor(() =>
      expect(sent[1]).toEqual({
        ...{ method: 'POST', path: '/ajax/views' },
        body: { name: 'Min', custId: null, content },
      }),
    );
    expect(sent).toHaveLength(2);
  });

  it('that are shared are deleted after a question, because others lose them', async () => {
    views = views.map((view) => ({ ...view, abilities: ['change'] }));
    await show({});
    await userEvent.click(await screen.findByRole('button', { name: 'Slett Vår' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(sent).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Slett visningen' }));
    await vi.waitFor(() => expect(sent).toMatchObject([{ method: 'DELETE', path: '/ajax/views/2' }]));
  });

  it('open the device list with their content; an unknown one is reported', async () => {
    const { router } = await renderPage(<OpenViewPage viewId={2} />);
    await vi.waitFor(() =>
      expect(router.state.location).toMatchObject({
        pathname: '/vardes',
        search: { status: 'battery', sort: 'name', columns: 'status,name,phone' },
      }),
    );
    const other = await renderPage(<OpenViewPage viewId={3} />);
    await vi.waitFor(() => expect(other.container.textContent).toMatch(/finnes ikke|har ikke tilgang/));
    expect(other.router.state.location.pathname).toBe('/');
  });
});
