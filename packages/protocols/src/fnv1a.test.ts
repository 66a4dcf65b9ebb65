import { expect, it } from 'vitest';
import { fnv1a } from './fnv1a.ts';

it('gives the published test values of FNV-1a 64', () => {
  const of = (text: string) => fnv1a(new TextEncoder().encode(text));
  expect(of('')).toBe('cbf29ce484222325');
  expect(of('a')).toBe('af63dc4c8601ec8c');
  expect(of('foobar')).toBe('85944171f73967e8');
});
