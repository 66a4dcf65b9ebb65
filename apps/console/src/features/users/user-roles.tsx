import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { User } from '@varde/contract/users';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { Failure } from '#kit/form/failure.tsx';
import styles from '#ui/panes.module.css';
import { useAddRole } from './use-add-role.tsx';
import { useKeepUser } from './use-keep-user.ts';
import { fullName } from './user-name.ts';

type Held = Pick<User['policies'][number], 'role' | 'custId'>[];

/** The roles of a user, each at a customer. Every change is saved at once. */
export function UserRoles({ user }: { user: User }) {
  const { t } = useTranslation();
  const keep = useKeepUser();
  const ask = useAddRole();
  const { submit, busy, failure } = useSubmit();
  const mayChange = user.abilities.includes('policies');

  async function save(held: Held) {
    const policies = held.map(({ role, custId }) => ({ role, custId }));
    const params = { userId: user.userId };
    const saved = await submit(() => call('setUserPolicies', { params, body: { policies } }));
    if (saved) keep(saved, t('users.rolesSaved', { name: fullName(user) }));
  }
  async function add() {
    const added = await ask(fullName(user));
    if (added) await save([...user.policies, added]);
  }

  return (
    <section className={styles.section} aria-labelledby="user-roles">
      <h3 id="user-roles" className={styles.sectionTitle}>
        {t('users.roles')}
      </h3>
      <p className={styles.facts}>{t('users.rolesHelp')}</p>
      {user.policies.length === 0 && <p className={styles.facts}>{t('users.noRoles')}</p>}
      <ul className={styles.chips}>
        {user.policies.map((held) => {
          const role = t(`catalogue.roles.${held.role}`);
          const customer = held.custName ?? t('users.everywhere');
          return (
            <li key={`${held.role} ${held.custId}`} className={styles.chip}>
              <span>
                <strong>{role}</strong> · {customer}
              </span>
              {mayChange && held.mayTake && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  disabled={busy}
                  aria-label={t('users.removeRole', { role, customer })}
                  onClick={() => void save(user.policies.filter((each) => each !== held))}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              )}
            </li>
          );
        })}
      </ul>
      {user.otherPolicies > 0 && (
        <p className={styles.facts}>{t('users.otherPolicies', { count: user.otherPolicies })}</p>
      )}
      {mayChange && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={busy}
          onClick={() => void add()}
        >
          {t('users.addRole')}
        </Button>
      )}
      <Failure text={failure} />
    </section>
  );
}
