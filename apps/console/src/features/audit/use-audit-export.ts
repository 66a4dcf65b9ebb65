import type { AuditEntry } from '@varde/contract/audit';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { notifyError } from '#domain/errors/notify-error.ts';
import { useTableExport } from '#domain/export/use-table-export.ts';
import { useFormats } from '#kit/use-formats.ts';
import type { AuditFilter } from './audit-filter.ts';
import { auditQuery } from './audit-query.ts';
import { useAuditWords } from './use-audit-words.ts';
import { useFieldWords } from './use-field-words.ts';

const pageSize = 500;

/** Fetches all entries that match the filter, page by page, and saves them as a file. It can be cancelled. */
export function useAuditExport(filter: AuditFilter) {
  const { t } = useTranslation();
  const words = useAuditWords();
  const fieldWords = useFieldWords();
  const formats = useFormats();

  const header = ['time', 'who', 'action', 'about', 'customer', 'address', 'before', 'after', 'hash'] as const;
  const line = (entry: AuditEntry) => [
    { typed: formats.exact(entry.at) },
    words.who(entry),
    words.what(entry),
    words.about(entry),
    words.whose(entry),
    entry.address ?? '',
    fieldWords(entry).line(entry.before),
    fieldWords(entry).line(entry.after),
    entry.hash ?? '',
  ];

  return useTableExport({
    name: t('audit.file'),
    header: header.map((key) => t(`audit.${key}`)),
    line,
    onError: notifyError,
    page: async (cursor, signal) => {
      const query = { ...auditQuery(filter), limit: pageSize, purpose: 'export' as const, cursor };
      const { entries, nextCursor } = await call('listAudit', { query }, { signal });
      return { rows: entries, nextCursor };
    },
  });
}
