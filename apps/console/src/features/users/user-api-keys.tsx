import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '@varde/contract/users';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { ApiKeyList } from '#domain/api-keys/api-key-list.tsx';
import { ErrorState } from '#domain/errors/error-state.tsx';
import styles from '#ui/panes.module.css';
import { fullName } from './user-name.ts';

/** The keys of another user's programs, if there are any, for those who may edit the user. */
export function UserApiKeys({ user }: { user: User }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const params = { userId: user.userId };
  const query = apiQuery('listUserApiKeys', { params });
  const { data, error, refetch } = useQuery({ ...query, enabled: user.abilities.includes('edit') });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.keys.length === 0) return null;
  return (
    <section className={styles.section} style={{ justifyItems: 'stretch' }} aria-labelledby="user-api-keys">
      <h3 id="user-api-keys" className={styles.sectionTitle}>
        {t('apiKeys.title')}
      </h3>
      <p className={styles.facts}>{t('apiKeys.userHelp', { name: fullName(user) })}</p>
      <ApiKeyList
        keys={data.keys}
        revoke={(keyId) => call('endUserApiKey', { params: { ...params, keyId } })}
        onChanged={() => void cache.invalidateQueries(query)}
      />
    </section>
  );
}
