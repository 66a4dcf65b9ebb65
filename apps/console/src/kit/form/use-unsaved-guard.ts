import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { confirm } from '#kit/dialogs/confirm.tsx';

/** Asks whether unsaved changes may be lost. */
export function useLeaveQuestion(): () => Promise<boolean> {
  const { t } = useTranslation();
  return () =>
    confirm({
      title: t('common.unsavedTitle'),
      body: t('common.unsavedBody'),
      cancel: t('common.cancel'),
      proceed: t('common.proceed'),
    });
}

/** Of the navigation under way. */
let isAgreed = false;

/**
 * Asks once for all forms that a navigation leaves: the router asks their guards one after the other, the next one as soon
 * as it has the answer of the one before.
 */
async function onceForAll(ask: () => Promise<boolean>): Promise<boolean> {
  if (isAgreed) return true;
  isAgreed = await ask();
  setTimeout(() => {
    isAgreed = false;
  });
  return isAgreed;
}

/** The parameters of an address. */
interface Parameters {
  deviId?: string;
  tab?: string | undefined;
  [other: string]: unknown;
}

/**
 * Specification 1, section 8: leaving a form with unsaved changes asks first. Going to an address where the form stays
 * does not leave it.
 */
export function useUnsavedGuard(dirty: boolean, staysAt: (next: Parameters) => boolean = () => false): void {
  const mayLeave = useLeaveQuestion();
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async ({ next }) => !staysAt(next.params) && !(await onceForAll(mayLeave)),
  });
}
