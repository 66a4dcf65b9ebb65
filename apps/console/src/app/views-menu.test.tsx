import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SavedView } from '@varde/contract/saved-views';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { NavigationBar } from './navigation-bar.tsx';

let views: SavedView[];
beforeEach(() => {
  views = [];
  vi.stubGlobal('fetch', async () => Response.json({ views, mayShare: false }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const view = (viewId: number, name: string, sharedWith: SavedView['sharedWith'] = null): SavedView => ({
  ...{ viewId, name, sharedWith, abilities: [] },
  content: { filter: {}, sort: 'name', columns: ['name'] },
});
const open = async () => {
  await renderPage(<NavigationBar alarmCount={0} />);
  const nav = within(screen.getByRole('navigation'));
  await userEvent.click(nav.getByRole('button', { name: 'Lagrede visninger' }));
  return nav;
};

describe('the navigation', () => {
  it('has the saved views of the device list, those of others with their customer, and opens one', async () => {
    views = [view(5, 'Lavt batteri'), view(4, 'Nattevakt', { custId: 7, firmName: 'Solvik sykehjem' })];
    const nav = await open();
    const links = within(await nav.findByRole('list')).getAllByRole<HTMLAnchorElement>('link');
    expect(links.map(({ textContent, pathname }) => [textContent, pathname])).toEqual([
      ['Lavt batteri', '/views/5'],
      ['NattevaktSolvik sykehjem', '/views/4'],
    ]);
    await userEvent.click(links[1] as HTMLElement);
    await waitFor(() => expect(nav.queryByRole('list')).toBeNull());
  });

  it('says when there are no saved views, and closes on Escape with the focus where it was', async () => {
    const nav = await open();
    expect((await nav.findByRole('status')).textContent).toBe('Ingen lagrede visninger ennå.');
    await userEvent.keyboard('{Escape}');
    expect(nav.queryByRole('status')).toBeNull();
    expect(document.activeElement).toBe(nav.getByRole('button', { name: 'Lagrede visninger' }));
  });
});
