import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { NationalIntegrationSection } from './national-integration-section.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

const uuid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const put = vi.fn<(body: unknown) => Response>();
let answer: () => Response;
beforeEach(() => {
  put.mockReset();
  put.mockImplementation(() => Response.json({ nationalUuid: uuid, mayEdit: true }));
  answer = () => Response.json({ nationalUuid: null, mayEdit: true });
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) =>
    method === 'PUT' ? put(JSON.parse(String(body))) : answer(),
  );
});

const problem = (code: string, status: number) =>
  new Response(JSON.stringify({ code }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Lagre' }));

it('saves the number, and asks for a proper one', async () => {
  await renderPage(<NationalIntegrationSection custId={7} />);
  const field = await screen.findByLabelText('Identifikator (UUID)');
  await userEvent.type(field, '3f2504e0');
  await save();
  expect(await screen.findByText(/^Skriv inn en UUID/)).toBeDefined();
  expect(put).not.toHaveBeenCalled();
  await userEvent.clear(field);
  await userEvent.type(field, uuid.toUpperCase());
  await save();
  await vi.waitFor(() => expect(put).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => expect(field).toHaveProperty('value', uuid));
});

it('tells that another customer has the number, and keeps the input', async () => {
  put.mockImplementation(() => problem('nationalUuidTaken', 409));
  await renderPage(<NationalIntegrationSection custId={7} />);
  const field = await screen.findByLabelText('Identifikator (UUID)');
  await userEvent.type(field, uuid);
  await save();
  expect(await screen.findByText(/^En annen kunde har denne identifikatoren/)).toBeDefined();
  expect(field).toHaveProperty('value', uuid);
});

it('shows the number alone to those who may only read it, and nothing to others', async () => {
  answer = () => Response.json({ nationalUuid: uuid, mayEdit: false });
  const { unmount } = await renderPage(<NationalIntegrationSection custId={7} />);
  expect(await screen.findByText(uuid)).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
  unmount();
  const refused = vi.fn(() => problem('notAllowed', 403));
  answer = refused;
  await renderPage(<NationalIntegrationSection custId={8} />);
  await vi.waitFor(() => expect(refused).toHaveBeenCalled());
  expect(screen.queryByText('Nasjonal integrasjon')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});
