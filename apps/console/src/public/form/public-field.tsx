import { type InputHTMLAttributes, useId } from 'react';
import styles from '../public.module.css';

interface PublicFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  help?: string | undefined;
  /** The error text of the value. */
  fault?: string | undefined;
}

/** A field of the pages before the login, without Mantine. */
export function PublicField({ label, help, fault, ...input }: PublicFieldProps) {
  const id = useId();
  const described = [help && `${id}-help`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input id={id} aria-describedby={described || undefined} aria-invalid={fault ? true : undefined} {...input} />
      {help && (
        <small id={`${id}-help`} className={styles.help}>
          {help}
        </small>
      )}
      {fault && (
        <small id={`${id}-fault`} className={styles.fault}>
          {fault}
        </small>
      )}
    </div>
  );
}
