import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { userRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { UserFlags } from './user-flags.tsx';

const fetched = vi.fn<typeof fetch>();
beforeAll(() => withAdministrationTexts(async () => undefined));
beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation(async () => Response.json(userRecord()));
  vi.stubGlobal('fetch', fetched);
});

it('an administrator turns each flag of a user on and off, and the other one stays', async () => {
  await renderPage(<UserFlags user={userRecord({ beta: true, abilities: ['flags'] })} />);
  const beta = screen.getByRole<HTMLInputElement>('switch', { name: /^Betatester/ });
  const translator = screen.getByRole<HTMLInputElement>('switch', { name: /^Oversetter/ });
  expect([beta.checked, translator.checked]).toEqual([true, false]);
  await userEvent.click(translator);
  await userEvent.click(beta);
  expect(fetched.mock.calls.map(([url, init]) => [url, JSON.parse(String(init?.body))])).toEqual([
    ['/ajax/users/3/flags', { beta: true, translator: true }],
    ['/ajax/users/3/flags', { beta: false, translator: false }],
  ]);
});

it('without the right to set them there are no switches', async () => {
  await renderPage(<UserFlags user={userRecord({ beta: true, abilities: ['edit'] })} />);
  expect(screen.queryByRole('switch')).toBeNull();
});
