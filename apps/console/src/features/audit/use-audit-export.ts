import type { AuditEntry } from '@varde/contract/audit';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { notifyError } from '#domain/errors/notify-error.ts';
import { saveCsv } from '#kit/export/csv.ts';
import { useFormats } from '#kit/use-formats.ts';
import { type AuditFilter, auditQuery } from './audit-filter.ts';
import { useAuditWords } from './use-audit-words.ts';
import { useFieldWords } from './use-field-words.ts';

const pageSize = 500;

/** Fetches everything that the filter lets through, page by page, and saves it as a file. It can be cancelled. */
export function useAuditExport(filter: AuditFilter) {
  const { t } = useTranslation();
  const words = useAuditWords();
  const fieldWords = useFieldWords();
  const formats = useFormats();
  const [fetched, setFetched] = useState<number | null>(null);
  const running = useRef<AbortController>(undefined);

  const header = [
    'time',
    'who',
    'action',
    'about',
    'customer',
    'address',
    'before',
    'after',
    'hash',
  ] as const;
  const line = (entry: AuditEntry) => [
    formats.exact(entry.at),
    words.who(entry),
    words.what(entry),
    words.about(entry),
    words.whose(entry),
    entry.address ?? '',
    fieldWords(entry).line(entry.before),
    fieldWords(entry).line(entry.after),
    entry.hash ?? '',
  ];

  async function start(): Promise<void> {
    const abort = new AbortController();
    running.current = abort;
    setFetched(0);
    try {
      const rows = await everything(auditQuery(filter), abort.signal, setFetched);
      saveCsv(`${t('audit.file')}.csv`, [header.map((key) => t(`audit.${key}`)), ...rows.map(line)]);
    } catch (error) {
      if (!abort.signal.aborted) notifyError(error);
    } finally {
      setFetched(null);
    }
  }
  return { start, cancel: () => running.current?.abort(), fetched };
}

async function everything(
  query: ReturnType<typeof auditQuery>,
  signal: AbortSignal,
  onProgress: (fetched: number) => void,
): Promise<AuditEntry[]> {
  const rows: AuditEntry[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const asked = { ...query, limit: pageSize, purpose: 'export' as const, ...(cursor ? { cursor } : {}) };
    const page = await call('listAudit', { query: asked }, { signal });
    rows.push(...page.entries);
    onProgress(rows.length);
    cursor = page.nextCursor;
  }
  return rows;
}
