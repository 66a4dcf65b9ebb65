import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { AddressLookupSection } from './address-lookup-section.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

const put = vi.fn<(body: unknown) => void>();
let stored: { own: string; above: string; mayEdit: boolean };
let addressSearch: boolean;
beforeEach(() => {
  put.mockReset();
  stored = { own: 'inherited', above: 'allowed', mayEdit: true };
  addressSearch = true;
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit = {}) => {
    if (url.endsWith('/config')) return Response.json({ addressSearch });
    if (method === 'PUT') {
      const changed = JSON.parse(String(body));
      put(changed);
      stored = { ...stored, ...changed };
    }
    return Response.json(stored);
  });
});

it('forbids that places of a customer are told to the address service', async () => {
  await renderPage(<AddressLookupSection custId={7} />);
  expect(await screen.findByRole('radio', { name: 'Som overordnet kunde: tillatt' })).toHaveProperty('checked', true);
  await userEvent.click(screen.getByRole('radio', { name: 'Ikke tillatt' }));
  await vi.waitFor(() => expect(put.mock.calls).toEqual([[{ own: 'forbidden' }]]));
  await vi.waitFor(() => expect(screen.getByRole('radio', { name: 'Ikke tillatt' })).toHaveProperty('checked', true));
});

it('shows what the customer above says, and that it cannot be changed by those who may not', async () => {
  stored = { own: 'inherited', above: 'forbidden', mayEdit: false };
  await renderPage(<AddressLookupSection custId={7} />);
  const inherited = await screen.findByRole('radio', { name: 'Som overordnet kunde: ikke tillatt' });
  expect([inherited].map((radio) => (radio as HTMLInputElement).disabled)).toEqual([true]);
});
