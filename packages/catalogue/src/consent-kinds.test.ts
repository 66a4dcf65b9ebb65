import { expect, it } from 'vitest';
import { consentKinds } from './consent-kinds.ts';

it('users consent to what wearers do, except health, which is the wearer’s alone', () => {
  const kindsOf = (who: 'user' | 'wearer') =>
    consentKinds.filter(({ of }) => (of as readonly string[]).includes(who)).map(({ key }) => key);
  expect(kindsOf('user')).toEqual(kindsOf('wearer').filter((key) => key !== 'health'));
  expect(kindsOf('wearer')).toContain('health');
});
