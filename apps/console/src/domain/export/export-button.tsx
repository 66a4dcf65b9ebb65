import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#kit/use-formats.ts';
import { type TableExport, useTableExport } from './use-table-export.ts';

/** Exports a table; during the export it shows the progress, and a press cancels it. */
export function ExportButton<Row>({ table, label }: { table: TableExport<Row>; label?: ReactNode }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { start, cancel, fetched } = useTableExport(table);
  if (fetched !== null)
    return (
      <Button variant="default" onClick={cancel}>
        {t('common.cancelExport', { count: fetched, number: formats.number(fetched) })}
      </Button>
    );
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void start()}>
      {label ?? t('common.export')}
    </Button>
  );
}
