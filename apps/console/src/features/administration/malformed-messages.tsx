import { useInfiniteQuery } from '@tanstack/react-query';
import { malformedReasons } from '@varde/catalogue/malformed-reasons';
import { useTranslation } from 'react-i18next';
import { pagesQuery } from '#data/api/pages-query.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { MoreButton } from '#kit/form/more-button.tsx';
import { RelativeTime } from '#kit/relative-time.tsx';
import { useFormats } from '#kit/use-formats.ts';
import styles from './administration-page.module.css';
import { AdministrationTable } from './administration-table.tsx';

/** Polling interval; there is no live topic for the list. */
const refreshMs = 20_000;

/** What came on the ports of devices and could not be read: it could have been an alarm. */
export function MalformedMessages() {
  const { t } = useTranslation();
  const list = useInfiniteQuery({
    ...pagesQuery('listMalformedMessages', { query: {} }),
    refetchInterval: refreshMs,
  });
  return (
    <>
      <h2 className={styles.section}>{t('unknown.malformed.title')}</h2>
      <p className={styles.intro}>{t('unknown.malformed.intro')}</p>
      {list.data === undefined ? (
        <LoadState error={list.error} onRetry={list.refetch} height={120} />
      ) : (
        <>
          <Groups rows={list.data.pages.flatMap((page) => page.malformedMessages)} />
          <MoreButton list={list} />
        </>
      )}
    </>
  );
}

interface Group {
  protocol: string;
  remoteAddress: string;
  identity: string | null;
  reason: string;
  count: number;
  firstSeen: number;
  lastSeen: number;
}

function Groups({ rows }: { rows: Group[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (rows.length === 0) return <p className={styles.intro}>{t('unknown.malformed.none')}</p>;
  return (
    <AdministrationTable
      label={t('unknown.malformed.title')}
      rows={rows}
      keyOf={(row) => [row.protocol, row.remoteAddress, row.identity, row.reason].join(' ')}
      columns={[
        {
          key: 'reason',
          label: t('unknown.malformed.reason'),
          cell: ({ reason }) => {
            const known = malformedReasons.find((each) => each === reason);
            return known === undefined ? reason : t(`unknown.malformed.reasons.${known}`);
          },
        },
        { key: 'protocol', label: t('unknown.protocol'), cell: ({ protocol }) => protocol },
        {
          key: 'count',
          label: t('unknown.malformed.count'),
          cell: ({ count }) => formats.number(count),
          isNumber: true,
        },
        {
          key: 'last',
          label: t('unknown.malformed.last'),
          cell: ({ lastSeen }) => <RelativeTime time={lastSeen} />,
        },
        {
          key: 'first',
          label: t('unknown.malformed.first'),
          cell: ({ firstSeen }) => <RelativeTime time={firstSeen} />,
        },
        { key: 'address', label: t('unknown.address'), cell: ({ remoteAddress }) => remoteAddress },
        { key: 'identity', label: t('unknown.identity'), cell: ({ identity }) => identity ?? '–' },
      ]}
    />
  );
}
