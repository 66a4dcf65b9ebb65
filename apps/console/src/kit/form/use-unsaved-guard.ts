import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { confirm } from '#kit/dialogs/confirm.tsx';

/** Specification 1, section 8: leaving a form with unsaved changes asks first. */
export function useUnsavedGuard(dirty: boolean): void {
  const { t } = useTranslation();
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async () =>
      !(await confirm({
        title: t('common.unsavedTitle'),
        body: t('common.unsavedBody'),
        cancel: t('common.cancel'),
        proceed: t('common.proceed'),
      })),
  });
}
