import { useQueryClient } from '@tanstack/react-query';
import { userTags } from '@varde/catalogue/user-tags';
import type { ImportRow } from '@varde/contract/device-import';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, type Output } from '#data/api/call.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { type ImportTable, importRowsOf } from './import-rows.ts';
import { readTable, Unreadable, type UnreadableReason } from './read-table.ts';

export type ImportResult = Output<'importDevices'>['rows'][number];

/** State of a device import: file read, dry run, import. */
export interface Import {
  table: ImportTable;
  /** By line; first those of the dry run, then those of the import. */
  results: ReadonlyMap<number, ImportResult>;
  imported: boolean;
}

/** Reads a file and runs the dry run, then imports the rows without faults. */
export function useImport() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { submit, busy, failure } = useSubmit();
  const [current, setCurrent] = useState<Import | null>(null);
  const [unreadable, setUnreadable] = useState<UnreadableReason | null>(null);

  const tagNamed = (text: string) =>
    userTags.find((tag) => t(`catalogue.userTags.${tag}`).toLowerCase() === text.toLowerCase());

  const send = (rows: ImportRow[], dryRun: boolean) =>
    submit(() => call('importDevices', { body: { rows, dryRun } }, { repeatable: dryRun }));

  async function read(file: Blob): Promise<void> {
    setCurrent(null);
    setUnreadable(null);
    try {
      const table = importRowsOf(await readTable(file), tagNamed);
      const tried = await send(table.rows, true);
      if (tried) setCurrent({ table, results: byLine(tried.rows), imported: false });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      setUnreadable(error.reason);
    }
  }

  async function run({ table, results }: Import): Promise<void> {
    const ready = table.rows.filter(({ line }) => results.get(line)?.faults.length === 0);
    const done = await send(ready, false);
    if (!done) return;
    setCurrent({ table, results: new Map([...results, ...byLine(done.rows)]), imported: done.imported });
    await cache.invalidateQueries();
  }
  return { current, unreadable, busy, failure, read, run, restart: () => setCurrent(null) };
}

const byLine = (rows: readonly ImportResult[]) => new Map(rows.map((row) => [row.line, row]));
