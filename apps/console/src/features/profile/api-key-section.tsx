import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { mostApiKeys } from '@varde/contract/api-key-limits';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { ApiKeyList } from '#domain/api-keys/api-key-list.tsx';
import { LoadState } from '#domain/errors/load-state.tsx';
import { createKey } from './new-api-key.tsx';
import styles from './profile-page.module.css';

const query = apiQuery('listApiKeys', {});

/** The keys of the user's programs; nothing for a user who has none and may make none. */
export function ApiKeySection() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(query);
  if (data?.keys.length === 0 && !data.mayCreate) return null;
  const refresh = () => void cache.invalidateQueries(query);
  const isFull = (data?.keys.length ?? 0) >= mostApiKeys;
  return (
    <section className={styles.section} aria-labelledby="profile-api-keys">
      <h2 className={styles.heading} id="profile-api-keys">
        {t('apiKeys.title')}
      </h2>
      <p className={styles.intro}>{t('apiKeys.intro')}</p>
      {!data && <LoadState error={error} onRetry={refetch} height={80} />}
      {data?.keys.length === 0 && <p className={styles.intro}>{t('apiKeys.none')}</p>}
      {data && data.keys.length > 0 && (
        <ApiKeyList keys={data.keys} revoke={(keyId) => call('endApiKey', { params: { keyId } })} onChanged={refresh} />
      )}
      {isFull && <p className={styles.intro}>{t('apiKeys.full', { count: mostApiKeys })}</p>}
      {data?.mayCreate && !isFull && (
        <div className={styles.buttons}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => void createKey(refresh)}
          >
            {t('apiKeys.create')}
          </Button>
        </div>
      )}
    </section>
  );
}
