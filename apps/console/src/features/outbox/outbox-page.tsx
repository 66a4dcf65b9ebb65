import { Alert, Skeleton } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { MoreButton } from '#kit/more-button.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import styles from './outbox-page.module.css';
import { OutboxTable } from './outbox-table.tsx';

/** Polling interval; there is no live topic for the list. */
const refreshMs = 10_000;

function useOutbox() {
  return useInfiniteQuery({
    queryKey: queryKey('listOutbox', { query: {} }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      call('listOutbox', { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: refreshMs,
  });
}

/** Delivery state of the mails; without a mail server they are read here. */
export function OutboxPage() {
  const { t } = useTranslation();
  const list = useOutbox();
  return (
    <div className={styles.page}>
      <PageTitle text={t('outbox.title')} />
      <h1 className={styles.title}>{t('outbox.title')}</h1>
      <p className={styles.intro}>{t('outbox.intro')}</p>
      <Outbox list={list} />
    </div>
  );
}

function Outbox({ list }: { list: ReturnType<typeof useOutbox> }) {
  const { t } = useTranslation();
  if (list.isError && !list.data) return <ErrorState error={list.error} onRetry={list.refetch} />;
  if (!list.data) return <Skeleton height={200} />;
  const readable = list.data.pages.every(({ mailServer }) => !mailServer);
  const mails = list.data.pages.flatMap((page) => page.mails);
  return (
    <>
      {readable && (
        <Alert variant="default" icon={<IconMail size={18} aria-hidden />}>
          {t('outbox.noServer')}
        </Alert>
      )}
      {mails.length === 0 ? (
        <StatePanel icon={<IconMail size={26} />} title={t('outbox.none')} body={t('outbox.noneHelp')} />
      ) : (
        <OutboxTable mails={mails} readable={readable} />
      )}
      <MoreButton list={list} />
    </>
  );
}
