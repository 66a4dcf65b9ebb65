import { expect, it } from 'vitest';
import { routes } from './routes.ts';

it('every call is below /ajax, except logging in and out', () => {
  const elsewhere = Object.values(routes).filter(({ path }) => !path.startsWith('/ajax/'));
  expect(elsewhere).toEqual([
    { method: 'POST', path: '/perform_login', form: true },
    { method: 'POST', path: '/logout' },
  ]);
});
