import { IconTrash } from '@tabler/icons-react';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { ActionMenu } from './action-menu.tsx';

it('an action of a menu that is pressed twice is performed once, and again when it is done', async () => {
  const first = Promise.withResolvers<void>();
  const perform = vi.fn(() => first.promise);
  const action = { key: 'delete', name: 'Slett', fullName: 'Slett', icon: IconTrash, visible: true };
  await renderPage(<ActionMenu label="Handlinger" actions={[{ ...action, perform }]} />);
  const open = () => userEvent.click(screen.getByRole('button', { name: 'Handlinger' }));
  await open();
  await userEvent.dblClick(await screen.findByRole('menuitem', { name: 'Slett' }));
  expect(perform).toHaveBeenCalledOnce();
  await open();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Slett' }));
  expect(perform).toHaveBeenCalledOnce();
  first.resolve();
  await first.promise;
  await open();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Slett' }));
  expect(perform).toHaveBeenCalledTimes(2);
});
