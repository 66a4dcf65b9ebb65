import { IconPlugConnected } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { pagesQuery } from '#data/api/pages-query.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { MoreButton } from '#kit/form/more-button.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { RelativeTime } from '#kit/relative-time.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import styles from './administration-page.module.css';
import { AdministrationTable } from './administration-table.tsx';
import { MalformedMessages } from './malformed-messages.tsx';

/** Polling interval; there is no live topic for the list. */
const refreshMs = 20_000;

function useUnknownDevices() {
  return useInfiniteQuery({ ...pagesQuery('listUnknownDevices', { query: {} }), refetchInterval: refreshMs });
}

/** Unregistered devices that call: an identity may be mistyped, or the device was plugged in too early. */
export function UnknownDevicesPage() {
  const { t } = useTranslation();
  const list = useUnknownDevices();
  return (
    <div className={styles.page}>
      <PageTitle text={t('unknown.title')} />
      <h1 className={styles.title}>{t('unknown.title')}</h1>
      <p className={styles.intro}>{t('unknown.intro')}</p>
      <UnknownDevices list={list} />
      <MalformedMessages />
    </div>
  );
}

function UnknownDevices({ list }: { list: ReturnType<typeof useUnknownDevices> }) {
  const { t } = useTranslation();
  if (!list.data) return <LoadState error={list.error} onRetry={list.refetch} height={200} />;
  const rows = list.data.pages.flatMap((page) => page.unknownDevices);
  if (rows.length === 0) {
    return <StatePanel icon={<IconPlugConnected size={26} />} title={t('unknown.none')} body={t('unknown.noneHelp')} />;
  }
  return (
    <>
      <UnknownTable rows={rows} />
      <MoreButton list={list} />
    </>
  );
}

type UnknownDevice = NonNullable<
  ReturnType<typeof useUnknownDevices>['data']
>['pages'][number]['unknownDevices'][number];

function UnknownTable({ rows }: { rows: UnknownDevice[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <AdministrationTable
      label={t('unknown.title')}
      rows={rows}
      keyOf={({ protocol, identity }) => `${protocol} ${identity}`}
      columns={[
        { key: 'identity', label: t('unknown.identity'), cell: ({ identity }) => identity },
        { key: 'protocol', label: t('unknown.protocol'), cell: ({ protocol }) => protocol },
        {
          key: 'count',
          label: t('unknown.count'),
          cell: ({ count }) => formats.number(count),
          isNumber: true,
        },
        {
          key: 'last',
          label: t('unknown.lastSeen'),
          cell: ({ lastSeen }) => <RelativeTime time={lastSeen} />,
        },
        {
          key: 'first',
          label: t('unknown.firstSeen'),
          cell: ({ firstSeen }) => <RelativeTime time={firstSeen} />,
        },
        { key: 'address', label: t('unknown.address'), cell: ({ lastAddress }) => lastAddress },
        { key: 'word', label: t('unknown.word'), cell: ({ lastWord }) => lastWord },
      ]}
    />
  );
}
