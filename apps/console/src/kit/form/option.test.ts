import { expect, it } from 'vitest';
import { optionLabel } from './option.ts';

it.each([
  [{ value: '1', text: 'Norge' }, 'Norge'],
  [{ value: '1', text: 'Norge', suffix: '(+47)' }, 'Norge (+47)'],
  [{ value: '1', text: '10', prefix: 'etter', suffix: 's' }, 'etter 10 s'],
  [{ value: '1', text: 'Norge', prefix: '', suffix: '' }, 'Norge'],
])('an option %j has its text with what stands before and after it: %s [C3.77]', (option, label) => {
  expect(optionLabel(option)).toBe(label);
});
