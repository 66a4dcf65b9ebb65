import { screen } from '@testing-library/react';
import type { CustomerRow } from '@varde/contract/customers';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { CustomerPicker } from './customer-picker.tsx';

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

it('shows customers that cannot be chosen dimmed, and offers the others', async () => {
  const customers = [customer(1, 'Solvik', []), customer(2, 'Fjellheim', ['receiveDevices'])];
  vi.stubGlobal('fetch', async () => Response.json({ customers, nextCursor: null, rootKinds: [] }));
  const chosen = vi.fn();
  const dims = ({ abilities }: CustomerRow) => !abilities.includes('receiveDevices');
  await renderPage(<CustomerPicker value={null} onChange={chosen} dims={dims} />);
  const other = await screen.findByRole<HTMLButtonElement>('button', { name: /Solvik/ });
  expect(other.disabled).toBe(true);
  screen.getByRole('button', { name: /Fjellheim/ }).click();
  expect(chosen).toHaveBeenCalledExactlyOnceWith(customers[1]);
  vi.unstubAllGlobals();
});
