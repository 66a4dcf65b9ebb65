import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isOff } from '../../../testing/is-off.ts';
import { deviceDetail } from '../../../testing/records.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { OrganizationTab } from './organization-tab.tsx';

const choice = {
  defaultAhp: 1,
  customerId: null,
  customerName: null,
  level: 2,
  stock: false,
  mayReceive: true,
};
const organisation = {
  custId: 7,
  ahpId: 1,
  ahpName: 'Vaktsentralen',
  customers: [
    { ...choice, custId: 5, firmName: 'Solvik', level: 1, defaultAhp: 1 },
    { ...choice, custId: 7, firmName: 'Solvik sykehjem', defaultAhp: 9 },
    { ...choice, custId: 8, firmName: 'Bjørkheim', defaultAhp: 2 },
    { ...choice, custId: 9, firmName: 'Stengt', mayReceive: false },
    { ...choice, custId: 10, firmName: 'Lageret', stock: true },
    { ...choice, custId: 11, firmName: 'Granheim', defaultAhp: 3 },
  ],
  more: false,
};
const puts: unknown[] = [];

beforeEach(async () => {
  puts.length = 0;
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) => {
    if (method === 'PUT') puts.push(JSON.parse(String(body)));
    return Response.json(method === 'PUT' ? { custId: 8, firmName: 'Bjørkheim', ahpId: 2 } : organisation);
  });
  await renderPage(<OrganizationTab device={deviceDetail()} tab="organization" />);
  await screen.findByRole('radiogroup');
});

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const choose = (name: string) => userEvent.click(radio(name));
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Lagre' });
const transfer = () => screen.queryByRole('checkbox', { name: /alarmsentralen/ });

describe('the organisation tab', () => {
  it('is a list of customers with one chosen, initially the owner [D2.035 D2.038]', async () => {
    expect(screen.getAllByRole('radio').map((one) => (one as HTMLInputElement).checked)).toEqual([
      false,
      true,
      false,
      false,
      false,
      false,
    ]);
    await choose('Bjørkheim');
    expect([radio('Bjørkheim').checked, radio('Solvik sykehjem').checked]).toEqual([true, false]);
  });

  it('shows customers that may not receive the device, disabled [D2.039]', () => {
    expect(radio('Stengt').disabled).toBe(true);
    expect(radio('Bjørkheim').disabled).toBe(false);
  });

  it('offers the alarm centre of another customer only where it differs from that of the device [D2.037]', async () => {
    expect(transfer(), 'the owner, whose centre differs').toBeNull();
    await choose('Bjørkheim');
    expect(transfer()).not.toBeNull();
    await choose('Solvik sykehjem');
    expect(transfer(), 'the owner again').toBeNull();
    await choose('Solvik');
    expect(transfer(), 'another customer with the same centre').toBeNull();
  });

  it('saves the customer, and the alarm centre if that is ticked [D3.015 D7.012]', async () => {
    await choose('Bjørkheim');
    await userEvent.click(transfer() as HTMLElement);
    await userEvent.click(save());
    await vi.waitFor(() => expect(puts).toEqual([{ custId: 8, updateAhp: true }]));
    await vi.waitFor(() => expect(isOff(save())).toBe(true));
    await choose('Solvik');
    await userEvent.click(save());
    await vi.waitFor(() => expect(puts.slice(1)).toEqual([{ custId: 5, updateAhp: false }]));
  });

  it('keeps no tick for the alarm centre when another customer is chosen after all [D3.015]', async () => {
    await choose('Bjørkheim');
    await userEvent.click(transfer() as HTMLElement);
    await choose('Granheim');
    expect(transfer()).toHaveProperty('checked', false);
    await userEvent.click(save());
    await vi.waitFor(() => expect(puts).toEqual([{ custId: 11, updateAhp: false }]));
  });

  it('is saved only when another customer is chosen, and Cancel chooses the owner again [D4.004]', async () => {
    expect(isOff(save())).toBe(true);
    await choose('Bjørkheim');
    expect(isOff(save())).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Avbryt' }));
    expect(radio('Solvik sykehjem').checked).toBe(true);
    expect(isOff(save())).toBe(true);
    await choose('Bjørkheim');
    await choose('Solvik sykehjem');
    expect(isOff(save())).toBe(true);
  });

  it('is not dirty when a stock is chosen [D2.040]', async () => {
    await choose('Lageret');
    expect(radio('Lageret').checked).toBe(true);
    expect(isOff(save())).toBe(true);
  });
});
