import i18next from 'i18next';
import { expect, it, vi } from 'vitest';

it('a text that its screen has not loaded is an error of the page, which its tests and stories notice', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  expect(i18next.t('share.nothing' as 'common.save')).toBe('share.nothing');
  expect(reported).toHaveBeenCalledExactlyOnceWith(new Error('there is no text share.nothing'));
  reported.mockClear();
  expect(i18next.t('common.save')).toBe('Lagre');
  expect(reported).not.toHaveBeenCalled();
});
