import { ModalsProvider } from '@mantine/modals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CustomerRow } from '@varde/contract/customers';
import { beforeAll, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { deviceDetail } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { openAssignDialog } from './assign-dialog.tsx';

const customer = (custId: number, firmName: string, abilities: CustomerRow['abilities']): CustomerRow => ({
  custId,
  firmName,
  abilities,
  parentId: null,
  kind: 'home',
  market: 1,
  orgNumber: null,
  above: [],
  childCount: 0,
  deviceCount: 0,
});
const customers = [
  customer(1, 'Solvik kommune', ['receiveDevices']),
  customer(7, 'Solvik sykehjem', ['receiveDevices']),
  customer(9, 'Fjellheim', []),
];

beforeAll(() => withAdministrationTexts(async () => undefined));

it('gives a device to one customer: those where the user may not arrange devices are shown and disabled [D2.036 D2.039]', async () => {
  const fetched = vi.fn<typeof fetch>(async (_, init) =>
    Response.json(
      init?.method === 'POST'
        ? { custId: 1, firmName: 'Solvik kommune' }
        : { customers, nextCursor: null, rootKinds: [] },
    ),
  );
  vi.stubGlobal('fetch', fetched);
  await renderPage(<ModalsProvider />);
  act(() => void openAssignDialog(deviceDetail({ ownedByCustId: 7 })));
  const dialog = within(await screen.findByRole('dialog'));
  const choice = (name: RegExp) => dialog.findByRole<HTMLButtonElement>('button', { name });
  expect((await choice(/^Fjellheim/)).disabled).toBe(true);
  expect((await choice(/^Solvik sykehjem/)).disabled).toBe(false);
  await userEvent.click(await choice(/^Solvik kommune/));
  await userEvent.click(await choice(/^Overfør Rom 101/));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = fetched.mock.calls.filter(([, init]) => init?.method === 'POST');
  expect(sent.map(([url, init]) => [url, init?.body])).toEqual([
    ['/ajax/devices/1/assignments', JSON.stringify({ custId: 1 })],
  ]);
});
