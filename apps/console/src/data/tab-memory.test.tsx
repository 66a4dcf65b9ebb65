import { describe, expect, it } from 'vitest';
import { recalledTab, rememberTab } from './tab-memory.ts';

describe('the last open tab', () => {
  it('is remembered for each address and each user', () => {
    rememberTab(1, '/settings/1/34', 'info');
    rememberTab(1, '/settings/2/34', 'tracking');
    rememberTab(1, '/settings/1/34', 'general');
    rememberTab(2, '/settings/1/34', 'tracking');
    expect(recalledTab(1, '/settings/1/34')).toBe('general');
    expect(recalledTab(1, '/settings/2/34')).toBe('tracking');
    expect(recalledTab(2, '/settings/1/34')).toBe('tracking');
    expect(recalledTab(2, '/settings/2/34')).toBeUndefined();
  });

  it('is kept for the two hundred addresses that were open last', () => {
    for (let address = 0; address <= 200; address++) rememberTab(1, `/settings/${address}`, 'info');
    expect([0, 1, 200].map((address) => recalledTab(1, `/settings/${address}`))).toEqual([undefined, 'info', 'info']);
    rememberTab(1, '/settings/1', 'info');
    rememberTab(1, '/settings/new', 'info');
    expect([1, 2].map((address) => recalledTab(1, `/settings/${address}`))).toEqual(['info', undefined]);
  });

  it('is unknown when something else is stored in its place', () => {
    for (const stored of ['{', '{}', '[1]', '[["/settings/1"]]', '[["/settings/1", 2]]']) {
      localStorage.setItem('varde-tabs-1', stored);
      expect(recalledTab(1, '/settings/1')).toBeUndefined();
    }
    rememberTab(1, '/settings/1', 'info');
    expect(recalledTab(1, '/settings/1')).toBe('info');
  });
});
