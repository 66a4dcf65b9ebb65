import { IconTrash } from '@tabler/icons-react';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { ActionMenu } from './action-menu.tsx';

const action = { key: 'delete', name: 'Slett', fullName: 'Slett', icon: IconTrash, visible: true };

it('an action of a menu that is pressed twice is performed once, and again when it is done', async () => {
  const first = Promise.withResolvers<void>();
  const perform = vi.fn(() => first.promise);
  await renderPage(<ActionMenu label="Handlinger" actions={[{ ...action, perform }]} />);
  const open = () => userEvent.click(screen.getByRole('button', { name: 'Handlinger' }));
  await open();
  await userEvent.dblClick(await screen.findByRole('menuitem', { name: 'Slett' }));
  expect(perform).toHaveBeenCalledOnce();
  await open();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Slett' }));
  expect(perform).toHaveBeenCalledOnce();
  first.resolve();
  await vi.waitFor(async () => {
    await open();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Slett' }));
    expect(perform).toHaveBeenCalledTimes(2);
  });
});

it('an action of a menu is performed also while another one is under way', async () => {
  const slow = { ...action, key: 'fetch', name: 'Hent', perform: () => new Promise<void>(() => undefined) };
  const perform = vi.fn(async () => undefined);
  await renderPage(<ActionMenu label="Handlinger" actions={[slow, { ...action, perform }]} />);
  for (const name of ['Hent', 'Slett']) {
    await userEvent.click(screen.getByRole('button', { name: 'Handlinger' }));
    await userEvent.click(await screen.findByRole('menuitem', { name }));
  }
  expect(perform).toHaveBeenCalledOnce();
});

it('a menu has its dangerous actions last and apart, so that nobody meets one on the way to an everyday action', async () => {
  const perform = async () => undefined;
  const show = async (dangerous: readonly string[]) => {
    const actions = ['Finn', 'Nullstill', 'Notat', 'Slett'].map((name) => ({
      ...{ ...action, key: name, name, perform },
      dangerous: dangerous.includes(name),
    }));
    const { unmount } = await renderPage(<ActionMenu label="Handlinger" actions={actions} />);
    await userEvent.click(screen.getByRole('button', { name: 'Handlinger' }));
    await screen.findByRole('menuitem', { name: 'Finn' });
    const parts = [
      ...screen.getByRole('menu').querySelectorAll('[role=menuitem], [role=separator], hr, .mantine-Menu-divider'),
    ];
    const names = parts.map(({ textContent }) => textContent || '–');
    unmount();
    return names;
  };
  expect(await show(['Nullstill', 'Slett'])).toEqual(['Finn', 'Notat', '–', 'Nullstill', 'Slett']);
  expect(await show([])).toEqual(['Finn', 'Nullstill', 'Notat', 'Slett']);
});
