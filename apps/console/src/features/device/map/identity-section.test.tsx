import { ModalsProvider } from '@mantine/modals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DeviceIdentity } from '@varde/contract/identities';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceDetail } from '../../../testing/records.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { IdentitySection } from './identity-section.tsx';

const own: DeviceIdentity = { protocol: 'eview', identity: '861234567890123', hasSecret: false };
const further: DeviceIdentity = { protocol: 'http', identity: 'stue-1', hasSecret: true };
const fetched = vi.fn<typeof fetch>();
/** The server's identities, and its answer to a POST. */
let identities: DeviceIdentity[];
let added: () => Response;

beforeEach(async () => {
  identities = [own];
  added = () => Response.json({ identities: [own, further], token: 'told-once' });
  fetched.mockReset();
  fetched.mockImplementation(async (_url, init) => {
    if (init?.method === 'POST') return added();
    return Response.json({ identities: init?.method === 'DELETE' ? [own] : identities });
  });
  vi.stubGlobal('fetch', fetched);
  await renderPage(
    <ModalsProvider>
      <IdentitySection device={deviceDetail({ abilities: ['identities'] })} />
    </ModalsProvider>,
  );
});
const calls = (method: string) => fetched.mock.calls.filter(([, init]) => init?.method === method);
const listed = () => screen.findAllByRole('listitem');
async function add(identity: string) {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Legg til enhets-ID' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(dialog.getByLabelText('Protokoll'), 'http');
  await user.type(dialog.getByRole('textbox', { name: 'Enhets-ID' }), identity);
  await user.click(dialog.getByRole('button', { name: 'Legg til' }));
  return user;
}

describe('the identities of a device', () => {
  it('are listed with their protocol', async () => {
    const [line] = await listed();
    expect(line?.textContent).toContain('861234567890123eview');
    expect(line?.textContent).not.toContain('har hemmelighet');
  });

  it('are added, and the token is shown once', async () => {
    const user = await add(' stue-1 ');
    const token = await screen.findByRole('dialog', { name: 'Enhetens nøkkel' });
    expect(calls('POST').map(([url, init]) => [url, init?.body])).toEqual([
      ['/ajax/devices/1/identities', '{"protocol":"http","identity":"stue-1"}'],
    ]);
    expect(token.textContent).toContain('told-once');
    await user.click(within(token).getByRole('button', { name: 'Lukk' }));
    await waitFor(() => expect(screen.queryByText('told-once')).toBeNull());
    expect((await listed()).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('861234567890123'),
      expect.stringContaining('har hemmelighet'),
    ]);
  });

  it('are refused with a reason', async () => {
    const problem = { type: 'about:blank', status: 409, code: 'identityTaken', title: '' };
    added = () => Response.json(problem, { status: 409 });
    await add('stue-1');
    expect((await screen.findByRole('alert')).textContent).toContain('har allerede denne enhets-ID-en');
    expect(screen.getByRole('dialog')).toBeDefined();
  });

  it('are removed only after a question that names identity and device', async () => {
    const user = userEvent.setup();
    const remove = { name: 'Fjern enhets-ID-en 861234567890123' };
    await user.click(await screen.findByRole('button', remove));
    let dialog = await screen.findByRole('dialog', remove);
    expect(dialog.textContent).toContain('Rom 101');
    await user.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls('DELETE')).toEqual([]);
    await user.click(await screen.findByRole('button', remove));
    dialog = await screen.findByRole('dialog', remove);
    await user.click(within(dialog).getByRole('button', { name: 'Fjern' }));
    await waitFor(() => expect(calls('DELETE')).toHaveLength(1));
    expect(calls('DELETE')[0]?.[0]).toBe('/ajax/devices/1/identities/eview/861234567890123');
  });
});
