import { afterEach, expect, it, vi } from 'vitest';
import { notifyEach } from './notify-each.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('a listener that throws keeps no other from hearing, and its error is reported', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const heard = vi.fn();
  const error = new Error('odd');
  notifyEach([
    () => {
      throw error;
    },
    heard,
  ]);
  expect(heard).toHaveBeenCalledOnce();
  expect(reported).toHaveBeenCalledWith(error);
});
