import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#kit/api/api-error.ts';
import { notifyError } from '#kit/state/notify.ts';
import { fieldErrorText } from './field-error-text.ts';

/**
 * Sends a form. What the server says of a field stands under its path, in words; anything else that went wrong is told
 * in passing, and the form stays as it is.
 */
export function useSubmit() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});

  async function submit<Result>(send: () => Promise<Result>): Promise<Result | undefined> {
    setBusy(true);
    setErrors({});
    try {
      return await send();
    } catch (error) {
      const fields = error instanceof ApiError && error.code === 'validationFailed' ? error.fields : [];
      setErrors(Object.fromEntries(fields.map(({ path }) => [path, fieldErrorText(t, path)])));
      if (fields.length === 0) notifyError(error);
      return undefined;
    } finally {
      setBusy(false);
    }
  }
  return { submit, busy, errors, setErrors };
}
