import { hasWords } from '@varde/catalogue/name-order';
import { type Policy, policies, roles } from '@varde/catalogue/permissions';
import { useTranslation } from 'react-i18next';
import type { Output } from '#data/api/call.ts';
import styles from './role-policies-page.module.css';
import { RolePolicyCell } from './role-policy-cell.tsx';

const names = Object.keys(policies) as Policy[];
/** Roles that reach all customers get nothing from one of them. */
const columns = roles.flatMap(({ key, everywhere }) => (everywhere ? [] : [key]));

/** A row for each policy, a column for each role. */
export function RolePoliciesTable({ given, search }: { given: Output<'getRolePolicies'>; search: string }) {
  const { t } = useTranslation();
  const shown = names.filter((policy) => hasWords(t(`rolePolicies.policies.${policy}`), search));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.scroller} aria-label={t('rolePolicies.title')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.role}>
              {t('rolePolicies.policy')}
            </th>
            {columns.map((role) => (
              <th key={role} scope="col" className={styles.role}>
                {t(`catalogue.roles.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((policy) => (
            <tr key={policy}>
              <th scope="row" className={styles.policy}>
                {t(`rolePolicies.policies.${policy}`)}
              </th>
              {columns.map((role) => (
                <td key={role}>
                  <RolePolicyCell given={given} role={role} policy={policy} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className={styles.nothing}>{t('rolePolicies.noMatch')}</p>}
    </section>
  );
}
