import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Access } from '@varde/contract/access';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { userRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { UserAccess } from './user-access.tsx';

const solvik = { custId: 7, firmName: 'Solvik' };
const user = userRecord();
const nothing = { role: null, heldAt: null, saidBy: null };
const policies: Access[] = [
  { policy: 'AUDIT_LOG', allowed: false, reason: 'noRoleWithIt', ...nothing },
  { policy: 'DEVICE_NOTE', allowed: true, reason: 'role', role: 'TRACKER', heldAt: solvik, saidBy: null },
  {
    policy: 'DEVICE_TRACKING',
    allowed: false,
    reason: 'takenBack',
    role: 'TRACKER',
    heldAt: 'elsewhere',
    saidBy: solvik,
  },
];
const fetched = vi.fn<typeof fetch>();

beforeAll(() => withAdministrationTexts(async () => undefined));
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
const answer = (body: unknown, status = 200) =>
  fetched.mockImplementation(async () => new Response(JSON.stringify(body), { status }));
async function askFor(serial: string) {
  await renderPage(
    <ModalsProvider>
      <UserAccess user={user} />
    </ModalsProvider>,
  );
  const hands = userEvent.setup();
  await hands.type(screen.getByLabelText('Serienummer'), `${serial}{Enter}`);
  return hands;
}

describe('the explanation of a user’s access', () => {
  it('is shown for a device, line by line, with the role, where it is held and which customer decides', async () => {
    answer({
      customer: solvik,
      device: { deviId: 1, deviceName: 'Rom 1', deviceSNNum: 'SO000123' },
      policies,
    });
    const hands = await askFor(' SO000123 ');
    const table = await screen.findByRole('table', { name: 'Rettigheter til Rom 1 hos Solvik' });
    expect(fetched.mock.calls[0]?.[0]).toBe('/ajax/users/3/access?serial=SO000123');
    const line = (name: string) =>
      within(table)
        .getByRole('row', { name: new RegExp(`^${name} `) })
        .textContent?.replace(name, '');
    expect(line('Revisjonslogg')).toBe('NeiIngen av rollene som gjelder her, gir denne rettigheten.');
    expect(line('Notater')).toBe('JaFølger alltid med rollen Sporingsbruker (Solvik).');
    expect(line('Sporing')).toBe('NeiTrukket tilbake for Sporingsbruker (en kunde du ikke har tilgang til) av Solvik.');
    await hands.click(screen.getByRole('checkbox', { name: 'Vis bare det brukeren har tilgang til' }));
    expect(within(table).getAllByRole('row')).toHaveLength(2);
  });

  it('is refused with a reason for a device that does not exist, or that the user may not see', async () => {
    answer({ code: 'notFound' }, 404);
    await askFor('SO999999');
    expect(await screen.findByText('Finnes ikke', { exact: false })).toBeDefined();
  });
});
