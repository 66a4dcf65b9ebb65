import { expect, it } from 'vitest';
import { consentKinds, consentStates } from './consent-kinds.ts';

it('wearers consent to four things and users to three: health is the wearer’s alone', () => {
  const kindsOf = (who: 'user' | 'wearer') =>
    consentKinds.filter(({ of }) => (of as readonly string[]).includes(who)).map(({ key }) => key);
  expect(kindsOf('wearer')).toEqual(['positions', 'health', 'email', 'sms']);
  expect(kindsOf('user')).toEqual(['positions', 'email', 'sms']);
});

it('a consent is given or withdrawn', () => {
  expect(consentStates).toEqual(['given', 'withdrawn']);
});
