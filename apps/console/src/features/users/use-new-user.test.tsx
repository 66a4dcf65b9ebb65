import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { useNewUser } from './use-new-user.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

function Page() {
  const add = useNewUser(() => undefined);
  return (
    <ModalsProvider>
      <button type="button" onClick={() => void add()}>
        Ny
      </button>
    </ModalsProvider>
  );
}

it('a new user has no customer until one is chosen, and what is missing is said at each field, the first of which has the focus', async () => {
  const fetched = vi.fn(() => new Promise(() => undefined));
  vi.stubGlobal('fetch', fetched);
  await renderPage(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Ny' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ny bruker' }));
  expect(dialog.queryByText('Hele Varde')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Legg til' }));
  for (const words of ['Skriv inn e-postadressen.', 'Skriv inn fornavn.', 'Skriv inn etternavn.'])
    expect(dialog.getByText(words)).toBeDefined();
  const customer = dialog.getByRole('button', { name: 'Kunde Velg kunde' });
  expect(customer.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(dialog.getByLabelText(/^E-postadresse/));
  for (const [label, text] of [
    [/^E-postadresse/, 'ny@test.example'],
    [/^Fornavn/, 'Åse'],
    [/^Etternavn/, 'Ny'],
  ] as const)
    await userEvent.type(dialog.getByLabelText(label), text);
  await userEvent.click(dialog.getByRole('button', { name: 'Legg til' }));
  expect(document.activeElement).toBe(customer);
  expect(fetched.mock.calls.filter(([, init]: unknown[]) => (init as RequestInit)?.method === 'POST')).toEqual([]);
  vi.unstubAllGlobals();
});
