import { Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserData } from '@varde/contract/personal-data';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { useFormats } from '#kit/use-formats.ts';
import styles from '#ui/panes.module.css';
import { ConsentList } from './consent-list.tsx';
import { EraseButton } from './erase-button.tsx';
import { ExportButton } from './export-button.tsx';
import { NewConsentButton } from './new-consent-button.tsx';

/** The personal data of a user. `onGone`: called after the erasure. */
export function UserPanel({ userId, onGone }: { userId: number; onGone: () => void }) {
  const { data, error, refetch } = useQuery(apiQuery('getUserData', { params: { userId } }));
  if (!data) return <LoadState error={error} onRetry={refetch} height={320} />;
  return (
    <section className={styles.panel} aria-labelledby="personal-data-name">
      <header className={styles.panelHeader}>
        <UserFacts user={data} />
        <UserActions user={data} onGone={onGone} />
      </header>
      <UserConsents user={data} />
    </section>
  );
}

function UserFacts({ user }: { user: UserData }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { name, username, custName, state, gdprAcceptedAt, erasable } = user;
  return (
    <div>
      <h2 id="personal-data-name" className={styles.panelTitle}>
        {name}
      </h2>
      <p className={styles.facts}>
        {[username, custName, t(`personalData.states.${state}`)].filter(Boolean).join(' · ')}
      </p>
      <p className={styles.facts}>
        {gdprAcceptedAt === null
          ? t('personalData.gdprNotAccepted')
          : t('personalData.gdprAccepted', { date: formats.dayAndClock(gdprAcceptedAt) })}
      </p>
      {!erasable && <p className={styles.facts}>{t('personalData.notErasable')}</p>}
    </div>
  );
}

function UserActions({ user, onGone }: { user: UserData; onGone: () => void }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { userId, name, username, erasable } = user;
  const params = { userId };
  async function erased() {
    onGone();
    cache.removeQueries({ queryKey: queryKey('getUserData', { params }) });
    cache.removeQueries({ queryKey: queryKey('getUser', { params }) });
    await cache.invalidateQueries();
  }
  return (
    <Group gap="xs">
      <ExportButton call="exportUserData" params={params} name={name} />
      {erasable && (
        <EraseButton
          name={name}
          title={t('personalData.eraseUserTitle', { name })}
          body={t('personalData.eraseUserBody')}
          confirmation={{ label: t('personalData.confirmUsername', { name: username }), wanted: username }}
          erase={({ confirmation }) => call('eraseUser', { params, body: { confirmation } })}
          onErased={erased}
        />
      )}
    </Group>
  );
}

function UserConsents({ user: { userId, consents } }: { user: UserData }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const params = { userId };
  return (
    <section className={styles.section} aria-labelledby="personal-data-consents">
      <h3 id="personal-data-consents" className={styles.sectionTitle}>
        {t('personalData.consents')}
      </h3>
      <ConsentList consents={consents} />
      <NewConsentButton
        of="user"
        record={(body) => call('recordUserConsent', { params, body })}
        onRecorded={(data) => cache.setQueryData(queryKey('getUserData', { params }), data)}
      />
    </section>
  );
}
