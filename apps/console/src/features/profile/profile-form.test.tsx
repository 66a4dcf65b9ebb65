import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { isOff } from '../../testing/is-off.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ProfileForm } from './profile-form.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

const profile = {
  username: 'kari@test.example',
  firstName: 'Kari',
  lastName: 'Nes',
  mobile: '',
  language: 'nb',
  theme: null,
} as const;

it('has Save and Cancel only while something is changed, and Cancel restores the stored values', async () => {
  await renderPage(<ProfileForm profile={profile} />);
  const buttons = ['Avbryt', 'Lagre'].map((name) => screen.getByRole<HTMLButtonElement>('button', { name }));
  const resting = () => buttons.map(isOff);
  const name = screen.getByDisplayValue<HTMLInputElement>('Kari');
  expect(resting()).toEqual([true, true]);
  await userEvent.type(name, ' Anne');
  expect([name.value, ...resting()]).toEqual(['Kari Anne', false, false]);
  await userEvent.click(screen.getByRole('button', { name: 'Avbryt' }));
  expect([name.value, ...resting()]).toEqual(['Kari', true, true]);
});
