import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@varde/contract/users';
import { beforeAll, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { UserApiKeys } from './user-api-keys.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

const key = { keyId: 3, name: 'Sentralen', createdAt: 1000, lastUsedAt: null, expiresAt: null };
const kari = { userId: 7, firstName: 'Kari', lastName: 'Nes', abilities: ['edit'] } as unknown as User;

const show = (user: User) =>
  renderPage(
    <ModalsProvider>
      <UserApiKeys user={user} />
    </ModalsProvider>,
  );

it('an administrator sees the keys of a user’s programs, and revokes one', async () => {
  let keys = [key];
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: { method: string }) => {
    calls.push(`${method} ${url}`);
    if (method === 'DELETE') keys = [];
    return Response.json({ keys });
  });
  await show(kari);
  const section = within(await screen.findByRole('region', { name: 'Nøkler for programmer' }));
  expect(section.getByText(/i navnet til Kari Nes/)).toBeDefined();
  await userEvent.click(section.getByRole('button', { name: 'Trekk tilbake Sentralen' }));
  const question = within(await screen.findByRole('dialog', { name: 'Trekke tilbake «Sentralen»?' }));
  await userEvent.click(question.getByRole('button', { name: 'Trekk tilbake' }));
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Nøkler for programmer' })).toBeNull());
  expect(calls).toContain('DELETE /ajax/users/7/api_keys/3');
});

it('does not ask for the keys of a user whom the reader may not edit', async () => {
  const fetched = vi.fn(async () => Response.json({ keys: [key] }));
  vi.stubGlobal('fetch', fetched);
  await show({ ...kari, abilities: [] });
  expect(screen.queryByRole('region', { name: 'Nøkler for programmer' })).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});
