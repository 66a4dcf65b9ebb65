import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '#data/api/api-error.ts';
import { call } from '#data/api/call.ts';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { ListEditor } from '#domain/event-setup/list-editor.tsx';
import styles from '#ui/panes.module.css';

interface NotificationSectionProps {
  custId: number;
  /** The alarm centre that comes after the list, unless a device has another one; null: none. */
  centre: { firmName: string } | null;
}

/** The notification list of a customer, for its devices without one of their own; nothing without the right to it. */
export function NotificationSection({ custId, centre }: NotificationSectionProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const params = { custId };
  const query = apiQuery('getCustomerEventSetup', { params });
  const { data, error, refetch } = useQuery(query);
  if (error && !data) {
    const hidden = ['notAllowed', 'notFound'].includes(errorCodeOf(error));
    return hidden ? null : <ErrorState error={error} onRetry={refetch} />;
  }
  const keep = async (saved: NonNullable<typeof data>) => {
    // Devices and customers below may inherit it.
    for (const name of ['getEventSetup', 'getCustomerEventSetup'] as const) {
      await cache.invalidateQueries({ queryKey: queryKey(name), refetchType: 'none' });
    }
    cache.setQueryData(query.queryKey, saved);
    return saved;
  };
  return (
    <section className={styles.section} style={{ justifyItems: 'stretch' }} aria-labelledby="customer-list">
      <h3 id="customer-list" className={styles.sectionTitle}>
        {t('eventSetup.customerTitle')}
      </h3>
      <p className={styles.facts}>{t('eventSetup.customerHelp')}</p>
      {data ? (
        <ListEditor
          key={custId}
          list={data}
          own={data.source.kind === 'customer' && data.source.custId === custId}
          owner={params}
          centre={centre}
          calls={{
            save: async (body) => keep(await call('saveCustomerEventSetup', { params, body })),
            remove: async () => keep(await call('deleteCustomerEventSetup', { params })),
            ask: async (receiverId) => keep(await call('askCustomerReceiver', { params: { custId, receiverId } })),
            reload: refetch,
          }}
        />
      ) : (
        <Skeleton height={200} />
      )}
    </section>
  );
}
