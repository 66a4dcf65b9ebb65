import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@varde/contract/users';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { userRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { UserActions } from './user-actions.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

async function show(state: User['state']) {
  const user = userRecord({ state, abilities: ['activation'] });
  const sent = vi.fn(async (_url: string, _init: RequestInit) => Response.json(user));
  vi.stubGlobal('fetch', sent);
  await renderPage(
    <ModalsProvider>
      <UserActions user={user} onGone={() => undefined} />
    </ModalsProvider>,
  );
  return () => sent.mock.calls.map(([url, { body }]) => [url, body]);
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the actions on a user', () => {
  it('turn an inactive one on with Aktiver, at once [C9.18]', async () => {
    const calls = await show('inactive');
    expect(screen.queryByRole('button', { name: 'Deaktiver' })).toBeNull();
    await press('Aktiver');
    await vi.waitFor(() => expect(calls()).toEqual([['/ajax/users/3/activation', '{"active":true}']]));
  });

  it('turn an active one off with Deaktiver, after a question [C9.18]', async () => {
    const calls = await show('active');
    expect(screen.queryByRole('button', { name: 'Aktiver' })).toBeNull();
    await press('Deaktiver');
    const dialog = within(await screen.findByRole('dialog', { name: 'Deaktivere Ola Li?' }));
    expect(calls()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Deaktiver' }));
    await vi.waitFor(() => expect(calls()).toEqual([['/ajax/users/3/activation', '{"active":false}']]));
  });
});
