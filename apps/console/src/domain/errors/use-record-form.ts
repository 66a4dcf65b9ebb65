import { schemaResolver, useForm } from '@mantine/form';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '#data/use-draft.ts';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import { fieldErrorText } from './field-error-text.ts';
import { useFormSubmit } from './use-submit.ts';

interface RecordFormOptions<Values, Saved> {
  /** The form and its record. */
  of: string;
  /** The stored fields. */
  stored: Values;
  /** The contract's schema, which the server uses too. */
  schema: Parameters<typeof schemaResolver>[0];
  save: (values: Values) => Promise<Saved>;
  onSaved: (saved: Saved) => Promise<void> | void;
}

/**
 * The form of a stored record: validated by the contract's schema before it is sent, with a question before unsaved
 * changes are discarded. Only changed fields are held as state, so that the others follow the record. `errors` are
 * texts by field path, from the schema or the server; `failure` is the text of any other error.
 */
export function useRecordForm<Values extends object, Saved>(options: RecordFormOptions<Values, Saved>) {
  const { of, stored, schema, save, onSaved } = options;
  const { t } = useTranslation();
  const { submit, busy, errors: refused, setErrors, failure } = useFormSubmit();
  const check = useMemo(() => schemaResolver(schema, { sync: true }), [schema]);
  const [kept, keep] = useDraft<Partial<Values>>(of, {});
  const form = useForm<Partial<Values>>({
    initialValues: {},
    onValuesChange: keep,
    clearInputErrorOnChange: false,
    validate: (changed) => check({ ...stored, ...changed }),
  });
  const { setValues } = form;
  const [restored] = useState(kept);
  useEffect(() => setValues(restored), [setValues, restored]);
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
