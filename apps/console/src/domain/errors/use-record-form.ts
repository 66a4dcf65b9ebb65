import { schemaResolver, useForm } from '@mantine/form';
import { type FormEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import { fieldErrorText } from './field-error-text.ts';
import { useSubmit } from './use-submit.ts';

interface RecordFormOptions<Values, Saved> {
  /** The fields as they are stored. */
  stored: Values;
  /** The schema of the contract that the server checks the fields by. */
  schema: Parameters<typeof schemaResolver>[0];
  save: (values: Values) => Promise<Saved>;
  onSaved: (saved: Saved) => Promise<void> | void;
}

/**
 * The form of a stored record: checked by the contract's schema before it is sent, and leaving it unsaved asks first.
 * Only changed fields are kept apart from the record, so that the others follow it. `errors` are texts by the path of
 * the field, those of the check or those of the server; `failure` is any other reason why saving failed.
 */
export function useRecordForm<Values extends object, Saved>(options: RecordFormOptions<Values, Saved>) {
  const { stored, schema, save, onSaved } = options;
  const { t } = useTranslation();
  const { submit, busy, errors: refused, setErrors, failure } = useSubmit();
  const check = useMemo(() => schemaResolver(schema, { sync: true }), [schema]);
  const form = useForm<Partial<Values>>({
    initialValues: {},
    clearInputErrorOnChange: false,
    validate: (changed) => check({ ...stored, ...changed }),
  });
  const values: Values = { ...stored, ...form.values };
  const dirty = form.isDirty();
  useUnsavedGuard(dirty && !busy);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    setErrors({});
    if (form.validate().hasErrors) return;
    const saved = await submit(() => save(values));
    if (saved === undefined) return;
    form.reset();
    await onSaved(saved);
  }

  function onCancel() {
    form.reset();
    setErrors({});
  }
  const faults = Object.keys(form.errors).map((path) => [path, fieldErrorText(t, path)]);
  const errors: Readonly<Record<string, string>> = { ...Object.fromEntries(faults), ...refused };
  return { values, change: form.setValues, errors, failure, onSubmit, buttons: { dirty, busy, onCancel } };
}
