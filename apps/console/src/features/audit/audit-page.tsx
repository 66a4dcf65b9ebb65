import { Button } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import type { AuditEntry } from '@varde/contract/audit';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadState } from '#domain/errors/load-state.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import type { Column } from '#kit/table/columns.ts';
import { ResourceTable } from '#kit/table/resource-table.tsx';
import { useNextPage } from '#kit/table/use-next-page.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import { AuditActionsBar } from './audit-actions-bar.tsx';
import { AuditDetails } from './audit-details.tsx';
import type { AuditFilter } from './audit-filter.ts';
import styles from './audit-page.module.css';
import { AuditToolbar } from './audit-toolbar.tsx';
import { useAuditLog } from './use-audit-log.ts';
import { useAuditWords } from './use-audit-words.ts';

interface AuditPageProps {
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
}

/** Actions and looks with actor, time and origin. The filter is in the address. */
export function AuditPage({ filter, onFilter }: AuditPageProps) {
  const { t } = useTranslation();
  const log = useAuditLog(filter);
  return (
    <div className={styles.page}>
      <PageTitle text={t('audit.title')} />
      <header className={styles.header}>
        <h1 className={styles.title}>{t('audit.title')}</h1>
        {filter.device !== undefined && (
          <Button variant="light" size="compact-sm" onClick={() => onFilter(withoutDevice(filter))}>
            {t('audit.ofDevice', { name: deviceNameIn(log.rows) ?? filter.device })}
          </Button>
        )}
        <AuditActionsBar filter={filter} mayVerify={log.mayVerify} />
      </header>
      <AuditToolbar filter={filter} onFilter={onFilter} />
      <AuditRows log={log} filtered={Object.keys(filter).length > 0} onClear={() => onFilter({})} />
    </div>
  );
}

const withoutDevice = ({ device: _, ...rest }: AuditFilter): AuditFilter => rest;
const deviceNameIn = (rows: readonly AuditEntry[]) => rows.find(({ device }) => device)?.device?.deviceName;

interface AuditRowsProps {
  log: ReturnType<typeof useAuditLog>;
  filtered: boolean;
  onClear: () => void;
}

function AuditRows({ log, filtered, onClear }: AuditRowsProps) {
  const { t } = useTranslation();
  const { rows, hasNextPage } = log;
  const nextPage = useNextPage(log);
  const columns = useAuditColumns();
  const formats = useFormats();
  if (!log.data) return <LoadState error={log.error} onRetry={log.refetch} height={400} />;
  if (rows.length === 0) {
    return (
      <StatePanel
        role="status"
        icon={<IconListSearch size={26} />}
        title={t(filtered ? 'audit.noMatch' : 'audit.empty')}
        body={t(filtered ? 'audit.noMatchHelp' : 'audit.emptyHelp')}
        action={
          filtered && (
            <Button variant="default" onClick={onClear}>
              {t('audit.clear')}
            </Button>
          )
        }
      />
    );
  }
  return (
    <ResourceTable
      label={t('audit.title')}
      rows={rows}
      rowKey={entryKey}
      columns={columns}
      details={entryDetails}
      expandLabel={({ at }) => t('audit.more', { time: formats.exact(at) })}
      total={hasNextPage ? -1 : rows.length}
      {...nextPage}
    />
  );
}

const entryKey = ({ auditId }: AuditEntry) => auditId;
const entryDetails = (entry: AuditEntry) => <AuditDetails entry={entry} />;

function useAuditColumns(): Column<AuditEntry>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const { who, what, about, whose } = useAuditWords();
  return useMemo(
    () => [
      { key: 'time', header: t('audit.time'), width: '190px', cell: ({ at }) => formats.exact(at) },
      {
        key: 'who',
        header: t('audit.who'),
        width: 'minmax(0, 1.2fr)',
        foldBelow: 768,
        cell: (entry) => <span className={styles.clipped}>{who(entry)}</span>,
      },
      {
        key: 'what',
        header: t('audit.action'),
        width: 'minmax(0, 1.5fr)',
        cell: (entry) => <span className={styles.clipped}>{what(entry)}</span>,
      },
      {
        key: 'about',
        header: t('audit.about'),
        width: 'minmax(0, 1.3fr)',
        foldBelow: 768,
        cell: (entry) => <span className={styles.clipped}>{about(entry)}</span>,
      },
      {
        key: 'customer',
        header: t('audit.customer'),
        width: 'minmax(0, 1.2fr)',
        foldBelow: 992,
        cell: (entry) => <span className={styles.clipped}>{whose(entry)}</span>,
      },
      {
        key: 'address',
        header: t('audit.address'),
        width: '140px',
        foldBelow: 1200,
        cell: ({ address }) => address ?? t('common.none'),
      },
    ],
    [t, formats, who, what, about, whose],
  );
}
