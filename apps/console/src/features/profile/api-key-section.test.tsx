import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ApiKey } from '@varde/contract/api-keys';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ApiKeySection } from './api-key-section.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

const keyOf = (keyId: number, name: string, fields: Partial<ApiKey> = {}): ApiKey => ({
  ...{ keyId, name, createdAt: 1000, lastUsedAt: null, expiresAt: null },
  ...fields,
});

let stored: { keys: ApiKey[]; mayCreate: boolean };
let problem: object | null;
const calls = vi.fn();
beforeEach(() => {
  stored = { keys: [], mayCreate: true };
  problem = null;
  calls.mockReset();
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    const sent = body === undefined ? undefined : JSON.parse(body);
    if (method === 'GET') return Response.json(stored);
    calls(method, url, sent);
    if (problem !== null) return Response.json({ type: 'about:blank', title: '', ...problem }, { status: 400 });
    if (method === 'POST') stored.keys = [keyOf(9, sent.name), ...stored.keys];
    else stored.keys = stored.keys.filter(({ keyId }) => !url.endsWith(`/${keyId}`));
    return Response.json({ key: 'varde_hemmelig', keys: stored.keys });
  });
});

async function show() {
  await renderPage(
    <ModalsProvider>
      <ApiKeySection />
    </ModalsProvider>,
  );
  return userEvent.setup();
}
const openForm = async (user: Awaited<ReturnType<typeof show>>) => {
  await user.click(await screen.findByRole('button', { name: 'Ny nøkkel' }));
  return within(await screen.findByRole('dialog', { name: 'Ny nøkkel' }));
};

describe('keys for programs on the profile', () => {
  it('are made with a name, an end and the password, and shown once, with a warning and a button to copy', async () => {
    const user = await show();
    expect(await screen.findByText('Ingen nøkler er opprettet.')).toBeDefined();
    const form = await openForm(user);
    await user.type(form.getByLabelText(/^Navn/), ' Sentralen ');
    await user.type(form.getByLabelText(/^Gyldig til og med/), '2027-03-31');
    await user.type(form.getByLabelText(/^Nåværende passord/), 'et passord');
    await user.click(form.getByRole('button', { name: 'Opprett' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Nøkkelen til Sentralen' }));
    const expiresAt = new Date('2027-03-31T23:59:59.999').getTime();
    expect(calls.mock.calls).toEqual([
      ['POST', '/ajax/profile/api_keys', { name: 'Sentralen', expiresAt, password: 'et passord' }],
    ]);
    expect(shown.getByLabelText('Nøkkel')).toHaveProperty('value', 'varde_hemmelig');
    expect(shown.getByRole('alert').textContent).toContain('i ditt navn');
    await user.click(shown.getByRole('button', { name: 'Kopier' }));
    expect(await navigator.clipboard.readText()).toBe('varde_hemmelig');
    await user.keyboard('{Escape}'); // does not close it before it is kept
    await user.click(shown.getByRole('button', { name: 'Lukk' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByDisplayValue('varde_hemmelig')).toBeNull();
    const row = within(screen.getByRole('list', { name: 'Nøkler' })).getByRole('listitem');
    expect(row.textContent).toMatch(/^Sentralen.*Sist brukt.*Ikke ennå/);
  });

  it('have their faults at the fields, and the form keeps its input', async () => {
    problem = { code: 'validationFailed', status: 400, errors: [{ path: 'password', message: 'wrong' }] };
    const user = await show();
    const form = await openForm(user);
    await user.click(form.getByRole('button', { name: 'Opprett' }));
    expect(form.getByText('Skriv inn et navn på høyst 80 tegn.')).toBeDefined();
    expect(calls).not.toHaveBeenCalled();
    await user.type(form.getByLabelText(/^Navn/), 'Sentralen');
    await user.type(form.getByLabelText(/^Nåværende passord/), 'gal');
    await user.click(form.getByRole('button', { name: 'Opprett' }));
    expect(await form.findByText('Passordet er feil.')).toBeDefined();
    expect(form.queryByText('Skriv inn et navn på høyst 80 tegn.')).toBeNull();
    expect(form.getByLabelText(/^Navn/)).toHaveProperty('value', 'Sentralen');
  });

  it('are revoked after a question that names the key, and not when it is answered with no', async () => {
    stored.keys = [keyOf(3, 'Sentralen'), keyOf(2, 'Journalen', { lastUsedAt: 2000 })];
    const user = await show();
    const revoke = await screen.findByRole('button', { name: 'Trekk tilbake Sentralen' });
    await user.click(revoke);
    const question = await screen.findByRole('dialog', { name: 'Trekke tilbake «Sentralen»?' });
    await user.click(within(question).getByRole('button', { name: 'Avbryt' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls).not.toHaveBeenCalled();
    await user.click(revoke);
    const again = await screen.findByRole('dialog', { name: 'Trekke tilbake «Sentralen»?' });
    await user.click(within(again).getByRole('button', { name: 'Trekk tilbake' }));
    await vi.waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(calls.mock.calls).toEqual([['DELETE', '/ajax/profile/api_keys/3', undefined]]);
    expect(screen.getByRole('listitem').textContent).toContain('Journalen');
  });

  it('say until when they are valid, and that they have expired', async () => {
    const later = Date.now() + 86_400_000;
    stored.keys = [keyOf(2, 'Ny', { expiresAt: later }), keyOf(1, 'Gammel', { expiresAt: 1000 })];
    await show();
    const [fresh, old] = await screen.findAllByRole('listitem');
    expect(fresh?.textContent).toContain('Gyldig til');
    expect(old?.textContent).toContain('Utløpt');
  });

  it('are at most ten, and the button to make one is gone then', async () => {
    stored.keys = Array.from({ length: 10 }, (_, n) => keyOf(10 - n, `Nr. ${n}`));
    await show();
    expect(await screen.findByText('En bruker kan ha høyst 10 nøkler.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Ny nøkkel' })).toBeNull();
  });

  it('are not shown to users who may make none; who has some can revoke them', async () => {
    stored = { keys: [keyOf(1, 'Sentralen')], mayCreate: false };
    const user = await show();
    expect(await screen.findByRole('button', { name: 'Trekk tilbake Sentralen' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Ny nøkkel' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Trekk tilbake Sentralen' }));
    const question = await screen.findByRole('dialog');
    await user.click(within(question).getByRole('button', { name: 'Trekk tilbake' }));
    await vi.waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  });
});
