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

it('keeps a value that was given explicitly, and one without an effect on it', () => {
  const given = { fallDownSensitivity: 2, fallDownAlert: false };
  expect(withEffects(vocabulary, given)).toEqual(given);
  expect(withEffects(vocabulary, { fallDownSensitivity: 3 })).toEqual({ fallDownSensitivity: 3 });
  expect(withEffects([], { fallDownSensitivity: 2 })).toEqual({ fallDownSensitivity: 2 });
});

it('sets another setting only where the device has it, but for one that travels in the same command', () => {
  const only = (...keys: string[]) => vocabulary.filter(({ key }) => keys.includes(key));
  expect(withEffects(only('autoTracking'), { autoTracking: false })).toEqual({ autoTracking: false });
  expect(withEffects(only('autoTracking', 'powerSaving'), { autoTracking: false })).toEqual({
    ...{ autoTracking: false, powerSaving: false },
  });
  expect(withEffects(only('fallDownSensitivity'), { fallDownSensitivity: 1 })).toMatchObject({ fallDownAlert: true });
});

it('turns nothing off at a save without a definition that says so', () => {
  expect(savedValues(vocabulary, { voicePromptSosAlarm: true }, { teamAlert: true })).toEqual({
    teamAlert: true,
  });
});
