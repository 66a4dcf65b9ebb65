import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { RegisterScreen } from './register-screen.tsx';

const fetched = vi.fn<typeof fetch>();
let config: () => Response;
beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation(async (url) =>
    url === '/ajax/config' ? config() : Response.json({ valid: true, firmName: 'Trygg AS' }),
  );
  vi.stubGlobal('fetch', fetched);
});
const mode = (registration: string) => {
  config = () => Response.json({ registration, organisationLookUp: false });
};
const show = (kind: 'private' | 'company') =>
  render(<RegisterScreen language="nb" hash={`#/register/${kind}`} onSession={vi.fn()} />);

async function fill(fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await userEvent.type(screen.getByLabelText(label), text);
  await userEvent.click(screen.getByRole('button', { name: 'Registrer' }));
}
const person = {
  Fornavn: 'Åse',
  Etternavn: 'Ny',
  Mobilnummer: '91234567',
  'E-postadresse': 'aase@test.example',
  Passord: 'fjellrev spiser',
  'Gjenta passord': 'fjellrev spiser',
};
const company = {
  Organisasjonsnummer: '974760673',
  Firmanavn: 'Fjelldrift AS',
  Gateadresse: 'Storgata 1',
  Postnummer: '6003',
  Poststed: 'Ålesund',
};
const approved = /Registreringen må godkjennes av dem som drifter Varde/;

it.each(['private', 'company'] as const)('closed registration is stated instead of a form for %s', async (kind) => {
  mode('closed');
  show(kind);
  expect(await screen.findByRole('heading', { name: 'Registrering er stengt' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Registrer' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Gå til innlogging' })).toBeDefined();
});

it.each([
  ['approval', /Deretter må registreringen godkjennes/],
  ['open', /så kan du logge inn/],
])('tells a company before and after about the next step, in the mode %s', async (registration, done) => {
  mode(registration);
  show('company');
  await screen.findByRole('heading', { name: 'Registrer firma' });
  expect(screen.queryAllByText(approved)).toHaveLength(registration === 'approval' ? 1 : 0);
  await fill({ ...company, ...person });
  expect((await screen.findByRole('status')).textContent).toMatch(done);
});

it('tells a private user nothing about an administrator, whose approval is not needed', async () => {
  mode('approval');
  show('private');
  await screen.findByRole('heading', { name: 'Registrer deg som privatkunde' });
  expect(screen.queryByText(approved)).toBeNull();
  await fill({ Kupongkode: 'ABCDE23456', ...person });
  expect((await screen.findByRole('status')).textContent).toMatch(/så kan du logge inn/);
});

it('shows the form when the registration mode is unknown', async () => {
  config = () => new Response(null, { status: 503 });
  show('company');
  expect(await screen.findByRole('button', { name: 'Registrer' })).toBeDefined();
});
