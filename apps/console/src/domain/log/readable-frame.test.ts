import { describe, expect, it } from 'vitest';
import { readableFrame } from './transaction-detail.tsx';

describe('a raw frame', () => {
  it('of a text protocol is shown as text and as hex', () => {
    expect(readableFrame('5b334754')).toBe('[3GT\n\n5b 33 47 54');
  });

  it('of a binary protocol is shown as hex only', () => {
    expect(readableFrame('ab1000ff')).toBe('ab 10 00 ff');
  });
});

it('shows a frame of any size', () => {
  expect(readableFrame('41'.repeat(200_000)).startsWith('A'.repeat(200_000))).toBe(true);
});
