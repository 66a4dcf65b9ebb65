import { useState } from 'react';
import { saveText } from '#domain/export/csv.ts';
import { PublicAlert } from '../form/public-alert.tsx';
import { usePublicForm } from '../form/use-public-form.ts';
import styles from '../public.module.css';
import { AccessProblem } from './access-problem.tsx';
import type { AccessTexts } from './access-texts.ts';

interface RecoveryCodesProps {
  texts: AccessTexts;
  codes: string[];
  onDone: () => Promise<void>;
}

/** The codes that replace the app, shown once: the user copies or saves them before continuing. */
export function RecoveryCodes({ texts, codes, onDone }: RecoveryCodesProps) {
  const words = texts.twoFactor;
  const { onSubmit, busy, fault } = usePublicForm(onDone);
  const [copied, setCopied] = useState(false);
  const text = codes.join('\r\n');
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <PublicAlert kind="done">{words.done}</PublicAlert>
      <p className={styles.intro}>{words.codes}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.pair}>
        {/* Browsers offer the clipboard on encrypted pages only. */}
        {globalThis.isSecureContext && (
          <button
            className={styles.secondary}
            type="button"
            onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
          >
            {copied ? words.copied : words.copy}
          </button>
        )}
        <button className={styles.secondary} type="button" onClick={() => saveText(words.file, text)}>
          {words.save}
        </button>
      </div>
      <AccessProblem texts={texts} fault={fault} />
      <button className={styles.submit} type="submit" disabled={busy}>
        {words.kept}
      </button>
    </form>
  );
}
