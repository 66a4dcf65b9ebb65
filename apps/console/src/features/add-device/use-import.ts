import { useQueryClient } from '@tanstack/react-query';
import { userTags } from '@varde/catalogue/user-tags';
import type { ImportRow } from '@varde/contract/device-import';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, type Output } from '#data/api/call.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { Unreadable, type UnreadableReason } from './cell.ts';
import type { SheetFault } from './changed-cells.ts';
import { type ImportTable, importRowsOf } from './import-rows.ts';
import { readTable } from './read-table.ts';

type Answer = Output<'importDevices'>['rows'][number];
type Fault = Answer['faults'][number];
export interface ImportResult extends Omit<Answer, 'faults'> {
  faults: readonly (Fault | (Omit<Fault, 'fault'> & { fault: SheetFault }))[];
}

/** State of a device import: file read, dry run, import. */
export interface Import {
  /** The name of the file. */
  file: string;
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

  async function read(file: File): Promise<void> {
    setCurrent(null);
    setUnreadable(null);
    try {
      const table = importRowsOf(await readTable(file), tagNamed);
      const tried = await send(table.rows, true);
      if (tried) setCurrent({ file: file.name, table, results: triedResults(tried.rows, table), imported: false });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      setUnreadable(error.reason);
    }
  }

  async function run({ file, table, results }: Import): Promise<void> {
    const ready = table.rows.filter(({ line }) => results.get(line)?.faults.length === 0);
    const done = await send(ready, false);
    if (!done) return;
    setCurrent({ file, table, results: new Map([...results, ...byLine(done.rows)]), imported: done.imported });
    await cache.invalidateQueries();
  }
  return { current, unreadable, busy, failure, read, run, restart: () => setCurrent(null) };
}

/** The answers to the trial; a cell that the spreadsheet has changed has no fault but that. */
const triedResults = (rows: readonly Answer[], { faults }: ImportTable) =>
  byLine(
    rows.map((row) => {
      const changed = faults.filter(({ line }) => line === row.line);
      if (changed.length === 0) return row;
      const others = row.faults.filter(({ column }) => changed.every((one) => one.column !== column));
      const own = changed.map(({ column, reason }) => ({ column, fault: reason, otherLine: null }));
      return { ...row, origin: null, faults: [...own, ...others] };
    }),
  );

const byLine = (rows: readonly ImportResult[]) => new Map(rows.map((row) => [row.line, row]));
