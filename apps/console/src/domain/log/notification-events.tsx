import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { messageTypeKey } from '#domain/status/alarm-kind.ts';
import { useFormats } from '#kit/use-formats.ts';
import { technicalName } from './technical-name.ts';
import styles from './transaction-table.module.css';

/** The events that a message is about, each with its time and what is known of it. */
export function NotificationEvents({ deviId, tranId }: { deviId: number; tranId: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    ...apiQuery('listNotificationEvents', { params: { deviId, tranId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={40} />;
  return (
    <>
      <p className={styles.detailTitle}>{t('deviceLog.events')}</p>
      <dl className={styles.facts}>
        {data.events.map(({ evtyId, createdTime, eventType, description }) => (
          <div key={evtyId}>
            <dt>{t(`catalogue.messageTypes.${messageTypeKey(evtyId)}`)}</dt>
            <dd>{formats.exact(createdTime)}</dd>
            {description !== null && (
              <dd>{eventType.name === 'technical' ? technicalName(description, t) : description}</dd>
            )}
          </div>
        ))}
      </dl>
    </>
  );
}
