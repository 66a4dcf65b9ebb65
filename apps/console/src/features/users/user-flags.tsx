import { Stack } from '@mantine/core';
import { userFlags } from '@varde/catalogue/user-flags';
import type { User } from '@varde/contract/users';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { Failure } from '#kit/form/failure.tsx';
import { Toggle } from '#kit/form/toggle.tsx';
import styles from '#ui/panes.module.css';
import { useKeepUser } from './use-keep-user.ts';
import { fullName } from './user-name.ts';

/** What is shown to a user beyond their rights; only to those who may set it. Every change is saved at once. */
export function UserFlags({ user }: { user: User }) {
  const { t } = useTranslation();
  const keep = useKeepUser();
  const { submit, busy, failure } = useSubmit();
  if (!user.abilities.includes('flags')) return null;

  async function save(changed: Partial<Pick<User, 'beta' | 'translator'>>) {
    const { userId, beta, translator } = user;
    const body = { beta, translator, ...changed };
    const saved = await submit(() => call('setUserFlags', { params: { userId }, body }));
    if (saved) keep(saved, t('users.saved', { name: fullName(saved) }));
  }

  return (
    <section className={styles.section} aria-labelledby="user-flags">
      <h3 id="user-flags" className={styles.sectionTitle}>
        {t('users.flags')}
      </h3>
      <Stack gap="sm">
        {userFlags.map((flag) => (
          <Toggle
            key={flag}
            label={t(`users.${flag}`)}
            description={t(`users.${flag}Help`)}
            checked={user[flag]}
            disabled={busy}
            onChange={({ currentTarget: { checked } }) => void save({ [flag]: checked })}
          />
        ))}
      </Stack>
      <Failure text={failure} />
    </section>
  );
}
