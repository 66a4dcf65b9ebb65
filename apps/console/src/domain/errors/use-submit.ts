import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorCodeOf } from '#data/api/api-error.ts';
import { fieldErrorText } from './field-error-text.ts';

/** Submits what has no fields to show an error at: every error is in `failure`, to be shown at the submit button. */
export function useSubmit() {
  const { t } = useTranslation();
  const { submit, busy, errors, failure } = useFormSubmit();
  const isRefused = Object.keys(errors).length > 0;
  return { submit, busy, failure: failure ?? (isRefused ? t('errors.validationFailed') : null) };
}

/**
 * Submits a form. Field errors of the server are in `errors` by path, as texts; any other error is in `failure`, to be
 * shown at the submit button. The form keeps its input.
 */
export function useFormSubmit() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);

  async function submit<Result>(send: () => Promise<Result>): Promise<Result | undefined> {
    setBusy(true);
    setErrors({});
    setFailure(null);
    try {
      return await send();
    } catch (error) {
      const fields = error instanceof ApiError && error.code === 'validationFailed' ? error.fields : [];
      setErrors(Object.fromEntries(fields.map(({ path }) => [path, fieldErrorText(t, path)])));
      if (fields.length === 0) setFailure(t(`errors.${errorCodeOf(error)}`));
      return undefined;
    } finally {
      setBusy(false);
    }
  }
  return { submit, busy, errors, setErrors, failure };
}
