import { type RefObject, useEffect, useRef } from 'react';

/** The form whose first faulty field gets the focus when it was refused. `errors`: a new object with each refusal. */
export function useFocusOnFault(errors: Readonly<Record<string, string>>): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  return form;
}
