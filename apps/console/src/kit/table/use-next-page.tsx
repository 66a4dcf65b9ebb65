import { Button, Loader } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './use-next-page.module.css';

type Pages = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>;

/** The rest of a table that loads while it is scrolled. After a failure the user asks for the next page. */
export function useNextPage(list: Pages): { onNearEnd: () => void; footer: ReactNode } {
  const { t } = useTranslation();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const footer = (isFetchingNextPage || isFetchNextPageError) && (
    <div className={styles.footer}>
      {isFetchingNextPage ? <Loader size="sm" /> : <span role="alert">{t('common.moreFailed')}</span>}
      {isFetchNextPageError && (
        <Button size="compact-sm" variant="default" onClick={() => void fetchNextPage()}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  );
  return { onNearEnd, footer };
}
