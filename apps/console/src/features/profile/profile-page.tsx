import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { ApiKeySection } from './api-key-section.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import styles from './profile-page.module.css';
import { PushSection } from './push-section.tsx';
import { SessionList } from './session-list.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

/** The user's own profile, password, second step, push messages, API keys and sessions. */
export function ProfilePage() {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <PageTitle text={t('profile.title')} />
      <h1 className={styles.title}>{t('profile.title')}</h1>
      <Profile />
    </div>
  );
}

function Profile() {
  const { t } = useTranslation();
  const profile = useQuery(apiQuery('getProfile', {}));
  if (!profile.data) return <LoadState error={profile.error} onRetry={profile.refetch} height={320} />;
  return (
    <>
      <ProfileForm profile={profile.data} />
      <PasswordForm username={profile.data.username} />
      <TwoFactorSection />
      <PushSection />
      <ApiKeySection />
      <SessionList />
      <p className={styles.intro}>
        <Anchor href="#/gdpr">{t('profile.gdpr')}</Anchor>
      </p>
    </>
  );
}
