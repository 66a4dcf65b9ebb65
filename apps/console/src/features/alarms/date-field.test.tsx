import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { DateField } from '#kit/form/date-field.tsx';
import { chooseLanguage, withAdministrationTexts } from '#texts/i18n.ts';
import { renderPage } from '../../testing/render-page.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

async function show(first = '') {
  const onChange = vi.fn();
  function Form() {
    const [day, setDay] = useState(first);
    onChange.mockImplementation(setDay);
    return <DateField label="Gyldig til" value={day} onChange={onChange} />;
  }
  await renderPage(<Form />);
  return { field: screen.getByLabelText<HTMLInputElement>('Gyldig til'), onChange };
}

test('a day is typed as people write it, and shown so when the field is left', async () => {
  const { field, onChange } = await show();
  await userEvent.type(field, '1.3.2026');
  expect(onChange.mock.calls).toEqual([['2026-03-01']]);
  expect(field.value).toBe('1.3.2026');
  await userEvent.tab();
  expect(field.value).toBe('01.03.2026');
  await userEvent.clear(field);
  expect(onChange).toHaveBeenLastCalledWith('');
});

test('what is no day is reported, changes nothing, and goes when the field is left', async () => {
  const { field, onChange } = await show('2026-03-01');
  await userEvent.clear(field);
  onChange.mockClear();
  await userEvent.type(field, '31.11.2026');
  expect(screen.getByText('Skriv inn dag, måned og år, for eksempel 31.12.2026.')).toBeDefined();
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.tab();
  expect(field.value).toBe('');
});

test('a day is chosen in a calendar of the language of the console', async () => {
  const { field, onChange } = await show('2026-03-01');
  await userEvent.click(screen.getByRole('button', { name: 'Åpne kalenderen: Gyldig til' }));
  const calendar = within(await screen.findByRole('dialog', { name: 'Åpne kalenderen: Gyldig til' }));
  expect(calendar.getByText('mars 2026')).toBeDefined();
  await userEvent.click(calendar.getByRole('button', { name: /17 mars 2026/ }));
  expect(onChange).toHaveBeenLastCalledWith('2026-03-17');
  expect(field.value).toBe('17.03.2026');
  await chooseLanguage('en');
  await expect.poll(() => field.value).toBe('17/03/2026');
  await chooseLanguage('nb');
});
