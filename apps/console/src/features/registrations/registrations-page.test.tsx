import { ModalsProvider } from '@mantine/modals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WaitingRegistration } from '@varde/contract/registration-decisions';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { isOff } from '../../testing/is-off.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { RegistrationsPage } from './registrations-page.tsx';

const firm: WaitingRegistration = {
  registrationId: 4,
  firmName: 'Fjelldrift AS',
  orgNumber: '974760673',
  reference: 'Ref 7',
  address: { address1: 'Storgata 1', address2: '', zip: '6003', city: 'Ålesund' },
  billingAddress: null,
  firstName: 'Åse',
  lastName: 'Ny',
  mobile: '+4791234567',
  username: 'aase@test.example',
  createdAt: 0,
  confirmedAt: 0,
  sameNumber: null,
};
const other = { ...firm, registrationId: 5, firmName: 'Annet AS', orgNumber: '923609016' };

let waiting: WaitingRegistration[];
let sent: { url: string; body: unknown }[];
let decision: () => Response;
beforeAll(() => withAdministrationTexts(async () => undefined));
beforeEach(() => {
  waiting = [firm, other];
  sent = [];
  decision = () => {
    waiting = [other];
    return Response.json({ custId: 9 });
  };
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (url, init) => {
      if (init?.method === 'POST') {
        sent.push({ url: String(url), body: JSON.parse(String(init.body ?? 'null')) });
        return decision();
      }
      if (url === '/ajax/config') return Response.json({ registration: 'approval' });
      return Response.json({ registrations: waiting, total: waiting.length, nextCursor: null });
    }),
  );
});

function Page({ first }: { first: number | null }) {
  const [chosen, setChosen] = useState(first);
  return (
    <ModalsProvider>
      <RegistrationsPage registrationId={chosen} onChoose={setChosen} />
    </ModalsProvider>
  );
}
const show = (first: number | null = null) => renderPage(<Page first={first} />);
const click = async (name: string | RegExp, within_ = screen) =>
  userEvent.click(await within_.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));

it('shows a firm’s registration, and approves it after confirmation', async () => {
  await show();
  expect(await screen.findByText(/venter her til du godkjenner eller avslår/)).toBeDefined();
  await click(/^Fjelldrift AS/);
  const panel = within(screen.getByRole('region', { name: 'Fjelldrift AS' }));
  for (const text of ['974760673', 'Ref 7', 'Storgata 1, 6003 Ålesund', 'Åse Ny', 'aase@test.example'])
    expect(panel.getByText(text)).toBeDefined();
  expect(panel.getByRole('link', { name: '+4791234567' }).getAttribute('href')).toBe('tel:+4791234567');
  await click('Godkjenn');
  const question = await dialog();
  expect(question.getByText(/Åse Ny blir administrator/)).toBeDefined();
  await userEvent.click(question.getByRole('button', { name: 'Avbryt' }));
  expect(sent).toEqual([]);
  await click('Godkjenn');
  await userEvent.click((await dialog()).getByRole('button', { name: 'Godkjenn' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Fjelldrift AS/ })).toBeNull());
  expect(sent).toEqual([{ url: '/ajax/registrations/4/approval', body: null }]);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Registreringer' }));
  expect(screen.getByRole('button', { name: /^Annet AS/ })).toBeDefined();
});

it('rejects with a reason, and not without one', async () => {
  await show(4);
  await click('Avslå');
  const form = await dialog();
  expect(form.getByText(/sendes til aase@test.example/)).toBeDefined();
  const button = form.getByRole('button', { name: 'Avslå' });
  expect(isOff(button)).toBe(true);
  await userEvent.type(form.getByLabelText(/^Begrunnelse/), ' Vi kjenner{Enter}ikke firmaet');
  await userEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Fjelldrift AS/ })).toBeNull());
  expect(sent).toEqual([{ url: '/ajax/registrations/4/rejection', body: { reason: ' Vi kjenner ikke firmaet' } }]);
});

it('does not offer to approve a second firm with the same number, and links to the first', async () => {
  waiting = [{ ...firm, sameNumber: { custId: 3, firmName: 'Fjelldrift 1 AS' } }];
  await show(4);
  expect((await screen.findByRole('alert')).textContent).toContain('Fjelldrift 1 AS har allerede');
  expect(screen.getByRole('link', { name: 'Vis Fjelldrift 1 AS' }).getAttribute('href')).toContain('cust=3');
  expect(screen.queryByRole('button', { name: 'Godkjenn' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Avslå' })).toBeDefined();
});

it('shows that somebody else was first, and refreshes the list', async () => {
  decision = () => {
    waiting = [other];
    return Response.json({ code: 'notFound' }, { status: 404 });
  };
  await show(4);
  await click('Godkjenn');
  await userEvent.click((await dialog()).getByRole('button', { name: 'Godkjenn' }));
  expect(await screen.findByText('Ikke lenger i listen')).toBeDefined();
});

it.each([
  ['unavailable', 503, 'Varde er ikke tilgjengelig akkurat nå.'],
  // A field that the question does not have.
  ['validationFailed', 400, 'Noe er fylt ut feil.'],
])('says why an approval failed: %s', async (code, status, text) => {
  decision = () => Response.json({ code, errors: [{ path: 'registrationId' }] }, { status });
  await show(4);
  await click('Godkjenn');
  await userEvent.click((await dialog()).getByRole('button', { name: 'Godkjenn' }));
  expect((await screen.findByRole('alert')).textContent).toContain(text);
});

it('says why a rejection failed', async () => {
  decision = () => Response.json({ code: 'unavailable' }, { status: 503 });
  await show(4);
  await click('Avslå');
  const form = await dialog();
  await userEvent.type(form.getByLabelText(/^Begrunnelse/), 'Ukjent');
  await userEvent.click(form.getByRole('button', { name: 'Avslå' }));
  expect((await form.findByRole('alert')).textContent).toContain('Varde er ikke tilgjengelig akkurat nå.');
});

it('shows that no registration waits', async () => {
  waiting = [];
  await show();
  expect(await screen.findByText('Ingen registreringer venter')).toBeDefined();
});
