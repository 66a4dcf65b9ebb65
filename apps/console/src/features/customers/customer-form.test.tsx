import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { customerRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { CustomerForm } from './customer-form.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));
beforeEach(() => vi.stubGlobal('fetch', async () => Response.json({ alarmCentres: [] })));

it('offers the five markets of the specification, and has the own one chosen [C1.12]', async () => {
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

it('has Save and Cancel only while something is changed, and Cancel brings back what is stored', async () => {
  await renderPage(<CustomerForm customer={customerRecord({ reference: 'Ref 7' })} />);
  const buttons = ['Avbryt', 'Lagre'].map((name) => screen.getByRole<HTMLButtonElement>('button', { name }));
  const resting = () => buttons.map(({ disabled }) => disabled);
  const reference = screen.getByDisplayValue<HTMLInputElement>('Ref 7');
  const market = screen.getByLabelText<HTMLSelectElement>('Marked');
  expect(resting()).toEqual([true, true]);
  await userEvent.type(reference, '7');
  await userEvent.selectOptions(market, '5');
  expect([reference.value, market.value, ...resting()]).toEqual(['Ref 77', '5', false, false]);
  await userEvent.click(screen.getByRole('button', { name: 'Avbryt' }));
  expect([reference.value, market.value, ...resting()]).toEqual(['Ref 7', '1', true, true]);
});
