import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { mostWebHooks } from '@varde/contract/web-hook-form';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '#data/api/api-error.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import styles from '#ui/panes.module.css';
import { WebHookCard } from './web-hook-card.tsx';
import { useNewWebHook } from './web-hook-dialogs.tsx';

/** While something waits, its state changes without the user. */
const lookAgainMs = 5000;

/** Other systems that hear of the alarms of a customer; nothing without the right to it. */
export function WebHookSection({ custId }: { custId: number }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const query = apiQuery('listWebHooks', { params: { custId } });
  const { data, error, refetch } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.hooks.some(({ waiting }) => waiting > 0) ? lookAgainMs : false),
  });
  const add = useNewWebHook(custId);
  if (error && !data) {
    const hidden = ['notAllowed', 'notFound'].includes(errorCodeOf(error));
    return hidden ? null : <ErrorState error={error} onRetry={refetch} />;
  }
  const full = (data?.hooks.length ?? 0) >= mostWebHooks;
  return (
    <section className={styles.section} style={{ justifyItems: 'stretch' }} aria-labelledby="customer-hooks">
      <h3 id="customer-hooks" className={styles.sectionTitle}>
        {t('webHooks.title')}
      </h3>
      <p className={styles.facts}>{t('webHooks.help')}</p>
      {!data && <Skeleton height={80} />}
      {data?.hooks.length === 0 && <p className={styles.facts}>{t('webHooks.none')}</p>}
      {data?.hooks.map((hook) => (
        <WebHookCard
          key={hook.hookId}
          custId={custId}
          hook={hook}
          mayEdit={data.mayEdit}
          onChanged={(changed) => cache.setQueryData(query.queryKey, changed)}
        />
      ))}
      {full && <p className={styles.facts}>{t('webHooks.full', { count: mostWebHooks })}</p>}
      {data?.mayEdit && !full && (
        <Button
          variant="default"
          size="xs"
          style={{ justifySelf: 'start' }}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => void add()}
        >
          {t('webHooks.add')}
        </Button>
      )}
    </section>
  );
}
