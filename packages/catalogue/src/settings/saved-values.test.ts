import { expect, it } from 'vitest';
import { savedValues, withEffects } from './saved-values.ts';
import { vocabulary } from './vocabulary.ts';

it.each([
  [0, false],
  [1, true],
  [2, true],
])('the fall sensitivity %j sets the fall alarm to %j [D4.005]', (fallDownSensitivity, fallDownAlert) => {
  expect(withEffects(vocabulary, { fallDownSensitivity })).toEqual({ fallDownSensitivity, fallDownAlert });
});

it('leaves what was given by itself, and what nothing sets', () => {
  const given = { fallDownSensitivity: 2, fallDownAlert: false };
  expect(withEffects(vocabulary, given)).toEqual(given);
  expect(withEffects(vocabulary, { fallDownSensitivity: 3 })).toEqual({ fallDownSensitivity: 3 });
  expect(withEffects([], { fallDownSensitivity: 2 })).toEqual({ fallDownSensitivity: 2 });
});

it('turns nothing off at a save that the definitions do not name', () => {
  expect(savedValues(vocabulary, { voicePromptSosAlarm: true }, { teamAlert: true })).toEqual({
    teamAlert: true,
  });
});
