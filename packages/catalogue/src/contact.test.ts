import { expect, it } from 'vitest';
import { offlineAfterMinutes } from './contact.ts';

it('declares a device silent after two missed heartbeats and five minutes', () => {
  expect(offlineAfterMinutes(10)).toBe(25);
});
