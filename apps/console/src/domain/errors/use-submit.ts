import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorCodeOf } from '#data/api/api-error.ts';
import { fieldErrorText } from './field-error-text.ts';

/**
 * Sends a form. What the server says of a field is in `errors` under its path, in words; anything else that went wrong
 * is in `failure`, for the place where the form was sent from. The form stays as it is.
 */
export function useSubmit() {
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
