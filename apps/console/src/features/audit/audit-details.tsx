import type { AuditEntry } from '@varde/contract/audit';
import { useTranslation } from 'react-i18next';
import styles from './audit-page.module.css';
import { useAuditWords } from './use-audit-words.ts';
import { useFieldWords } from './use-field-words.ts';

/** Content of an opened entry: each field before and after, and its link in the chain. */
export function AuditDetails({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const { fieldName, fieldValue } = useFieldWords()(entry);
  const { subject } = useAuditWords();
  const { before, after, hash, context } = entry;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <div className={styles.details}>
      <p className={styles.dim}>
        {[subject(entry), context && t(`audit.contexts.${context}`)].filter(Boolean).join(' · ')}
      </p>
      {fields.length > 0 && (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">{t('audit.field')}</th>
              <th scope="col">{t('audit.before')}</th>
              <th scope="col">{t('audit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field}>
                <th scope="row">{fieldName(field)}</th>
                <td>{fieldValue(field, before?.[field])}</td>
                <td>{fieldValue(field, after?.[field])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={styles.hash}>
        {t('audit.hash')} <code>{hash ?? t('common.none')}</code>
      </p>
    </div>
  );
}
