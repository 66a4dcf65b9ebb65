import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { isOff } from '../../testing/is-off.ts';
import { customerRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { CustomerForm } from './customer-form.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));
beforeEach(() => vi.stubGlobal('fetch', async () => Response.json({ alarmCentres: [] })));

it('offers the five markets of the specification, with the present one chosen [C1.12]', async () => {
  await renderPage(<CustomerForm customer={customerRecord({ market: 4 })} />);
  const field = screen.getByLabelText<HTMLSelectElement>('Marked');
  const options = within(field).getAllByRole<HTMLOptionElement>('option');
  expect(options.map(({ value, text }) => [value, text])).toEqual([
    ['1', 'Norge'],
    ['2', 'Partnermarked 1'],
    ['3', 'Partnermarked 2'],
    ['4', 'Sverige'],
    ['5', 'Island'],
  ]);
  expect(field.value).toBe('4');
});

it('has Save and Cancel only while something is changed, and Cancel restores the stored values', async () => {
  await renderPage(<CustomerForm customer={customerRecord({ reference: 'Ref 7' })} />);
  const buttons = ['Avbryt', 'Lagre'].map((name) => screen.getByRole<HTMLButtonElement>('button', { name }));
  const resting = () => buttons.map(isOff);
  const reference = screen.getByDisplayValue<HTMLInputElement>('Ref 7');
  const market = screen.getByLabelText<HTMLSelectElement>('Marked');
  expect(resting()).toEqual([true, true]);
  await userEvent.type(reference, '7');
  await userEvent.selectOptions(market, '5');
  expect([reference.value, market.value, ...resting()]).toEqual(['Ref 77', '5', false, false]);
  await userEvent.click(screen.getByRole('button', { name: 'Avbryt' }));
  expect([reference.value, market.value, ...resting()]).toEqual(['Ref 7', '1', true, true]);
});

it('shows faults found by the contract beside the field and on top, and sends nothing until they are corrected', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ alarmCentres: [] });
    sent.push(JSON.parse(String(body)));
    return Response.json(customerRecord({ orgNumber: '974760673' }));
  });
  await renderPage(<CustomerForm customer={customerRecord({ market: 1, orgNumber: null })} />);
  const number = screen.getByLabelText<HTMLInputElement>('Organisasjonsnummer');
  await userEvent.type(number, '974760674');
  await userEvent.click(screen.getByRole('button', { name: 'Lagre' }));
  expect(screen.getByRole('alert').textContent).toContain('Organisasjonsnummer');
  expect(number.getAttribute('aria-invalid')).toBe('true');
  expect(sent).toEqual([]);

  await userEvent.clear(number);
  await userEvent.type(number, '974760673');
  await userEvent.click(screen.getByRole('button', { name: 'Lagre' }));
  await waitFor(() => expect(isOff(screen.getByRole<HTMLButtonElement>('button', { name: 'Lagre' }))).toBe(true));
  expect(sent).toEqual([expect.objectContaining({ orgNumber: '974760673', market: 1 })]);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows faults that only the server finds, and keeps the input', async () => {
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit = {}) =>
    method === 'GET'
      ? Response.json({ alarmCentres: [] })
      : Response.json(
          { code: 'validationFailed', errors: [{ path: 'address.zip', message: 'refused' }] },
          { status: 400 },
        ),
  );
  const address = { address1: 'Gata 1', address2: '', zip: '0150', city: 'Oslo' };
  await renderPage(<CustomerForm customer={customerRecord({ market: 1, address })} />);
  const zip = screen.getByDisplayValue<HTMLInputElement>('0150');
  await userEvent.clear(zip);
  await userEvent.type(zip, '0151');
  await userEvent.click(screen.getByRole('button', { name: 'Lagre' }));
  await waitFor(() => expect(zip.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByRole('alert').textContent).toContain('Postnummer');
  expect(zip.value).toBe('0151');
});

it('follows the record in unchanged fields', async () => {
  const record = customerRecord({ firmName: 'Solvik', reference: 'Ref 7' });
  const Changing = () => {
    const [customer, setCustomer] = useState(record);
    return (
      <>
        <button type="button" onClick={() => setCustomer({ ...record, firmName: 'Ny', reference: 'Ny' })}>
          change elsewhere
        </button>
        <CustomerForm customer={customer} />
      </>
    );
  };
  await renderPage(<Changing />);
  await userEvent.type(screen.getByDisplayValue('Ref 7'), '7');
  await userEvent.click(screen.getByText('change elsewhere'));
  expect(screen.getByDisplayValue('Ny')).toBeTruthy();
  expect(screen.getByDisplayValue('Ref 77')).toBeTruthy();
});
