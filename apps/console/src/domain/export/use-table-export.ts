import type { CsvCell } from '@varde/contract/csv';
import { useRef, useState } from 'react';
import { saveCsv } from './csv.ts';

export interface TableExport<Row> {
  /** File name without time and extension. */
  name: string;
  header: readonly string[];
  line(row: Row): readonly CsvCell[];
  /** A page of rows; without a cursor the first one. */
  page(cursor: string | undefined, signal: AbortSignal): Promise<{ rows: readonly Row[]; nextCursor: string | null }>;
  onError(error: unknown): void;
}

/**
 * Fetches a whole list page by page and saves it as a file. It can be cancelled. Each page is converted to lines at
 * once, so that only text stays in memory.
 */
export function useTableExport<Row>({ name, header, line, page, onError }: TableExport<Row>) {
  /** Number of rows so far; null: no export is running. */
  const [fetched, setFetched] = useState<number | null>(null);
  const running = useRef<AbortController>(undefined);

  async function start(): Promise<void> {
    const abort = new AbortController();
    running.current = abort;
    setFetched(0);
    try {
      const lines: (readonly CsvCell[])[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const { rows, nextCursor }: Awaited<ReturnType<typeof page>> = await page(cursor, abort.signal);
        for (const row of rows) lines.push(line(row));
        setFetched(lines.length);
        cursor = nextCursor;
      }
      saveCsv(name, [header, ...lines]);
    } catch (error) {
      if (!abort.signal.aborted) onError(error);
    } finally {
      setFetched(null);
    }
  }
  return { start, cancel: () => running.current?.abort(), fetched };
}
