import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ValidateScreen } from './validate-screen.tsx';

const owner = { username: 'aase@test.example', firstName: 'Åse', lastName: 'Ny', firmName: null };

/** Opens the link of this owner and confirms, with this answer of the server. */
async function confirm(firmName: string | null, answer: Response) {
  const fetched = vi.fn<typeof fetch>(async (url) =>
    String(url).startsWith('/ajax/user/getValidationEmail') ? Response.json({ ...owner, firmName }) : answer,
  );
  vi.stubGlobal('fetch', fetched);
  render(<ValidateScreen language="nb" hash="#/validate/token" onSession={vi.fn()} />);
  const button = await screen.findByRole('button', { name: 'Bekreft adressen' });
  expect(screen.getByText('Åse Ny, aase@test.example')).toBeDefined();
  expect(screen.queryAllByText(/har registrert Fjelldrift AS:/)).toHaveLength(firmName === null ? 0 : 1);
  expect(fetched).toHaveBeenCalledTimes(1);
  await userEvent.click(button);
}
const state = (name: string) => Response.json({ username: owner.username, state: name });
const refusal = (code: string, status = 409) => Response.json({ code }, { status });

it.each([
  ['a private user', null, state('active'), 'status', /Nå kan du logge inn/],
  ['a firm that waits', 'Fjelldrift AS', state('waiting'), 'status', /Registreringen må nå godkjennes/],
  ['a firm that need not wait', 'Fjelldrift AS', state('active'), 'status', /Nå kan du logge inn/],
  ['a number that another firm has', 'Fjelldrift AS', refusal('orgNumberTaken'), 'alert', /er allerede registrert/],
  ['a coupon that is used up', null, refusal('couponUsed'), 'alert', /er ikke lenger gyldig/],
  ['an address that has an account', null, refusal('usernameTaken'), 'alert', /allerede en bruker/],
  ['a link that has expired', null, refusal('linkInvalid', 410), 'alert', /er ikke gyldig/],
  ['registration that is closed', null, refusal('registrationClosed', 403), 'alert', /stengt/],
])('shows whose registration it is and its outcome: %s', async (_what, firmName, answer, role, text) => {
  await confirm(firmName, answer);
  expect((await screen.findByRole(role)).textContent).toMatch(text);
  expect(screen.queryByRole('button', { name: 'Bekreft adressen' })).toBeNull();
});
