import { type FormEvent, useState } from 'react';
import { ApiError, type ApiErrorCode } from '#data/api/api-error.ts';

export interface FormFault {
  code: ApiErrorCode;
  /** The server's error text of each field, by its path. */
  fields: Readonly<Record<string, string>>;
}

/** Required fields that are empty; the browser's own message would be in the browser's language. */
const missingIn = (form: HTMLFormElement): string[] =>
  [...form.elements].flatMap((each) =>
    each instanceof HTMLInputElement && each.required && each.value.trim() === '' ? [each.name] : [],
  );

/**
 * Submits a form of a page before the login once its required fields are filled in. `send` reads fields by name; its
 * errors become the fault.
 */
export function usePublicForm(send: (field: (name: string) => string) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<FormFault | null>(null);
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const missing = missingIn(event.currentTarget);
    if (missing.length > 0) {
      const fields = Object.fromEntries(missing.map((name) => [name, 'missing']));
      return setFault({ code: 'validationFailed', fields });
    }
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setFault(null);
    try {
      await send((name) => String(form.get(name) ?? ''));
    } catch (error) {
      const known = error instanceof ApiError ? error : new ApiError('internalError');
      const fields = Object.fromEntries(known.fields.map(({ path, message }) => [path, message]));
      setFault({ code: known.code, fields });
    } finally {
      setBusy(false);
    }
  }
  return { onSubmit, busy, fault };
}
