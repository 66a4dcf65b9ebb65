import { NativeSelect } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  isClosedTo,
  type Policy,
  policies,
  type Role,
  requiredInformation,
  showingPolicies,
} from '@varde/catalogue/permissions';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '#data/api/api-error.ts';
import { call, type Output } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { notifyDone } from '#kit/state/notify.ts';
import styles from './role-policies-page.module.css';

interface RolePolicyCellProps {
  given: Output<'getRolePolicies'>;
  role: Role;
  policy: Policy;
}

/** `read`: active for reading only. */
const choices = ['active', 'read', 'inactive'] as const;
type Choice = (typeof choices)[number] | null;

const choiceOf = ({ status, information }: Output<'getRolePolicies'>['rolePolicies'][number]): Choice =>
  status === 'active' && information === 'read' ? 'read' : status;

/** Whether reading and acting differ: a policy that only reads, or that is given in full only, has no `read` choice. */
const hasLooking = (policy: Policy) => requiredInformation[policy] === undefined && !showingPolicies.has(policy);

const inheritedTexts = { active: 'yesBy', read: 'readBy', inactive: 'noBy' } as const;

/** Whether a role has a policy at this customer, and the choice where the user may change it. */
export function RolePolicyCell({ given, role, policy }: RolePolicyCellProps) {
  const { t } = useTranslation();
  const said = given.rolePolicies.find((each) => each.role === role && each.policy === policy);
  const own = said?.saidBy.custId === given.custId ? choiceOf(said) : null;
  const save = useSave(given, role, policy);
  const holders: readonly Role[] = policies[policy];
  if (holders.includes(role)) {
    return (
      <span className={styles.held} title={t('rolePolicies.held')}>
        <IconCheck size={16} aria-hidden />
        <span className={styles.hidden}>{t('rolePolicies.held')}</span>
      </span>
    );
  }
  if (isClosedTo({ policies: [{ role, custId: null }] }, policy)) {
    return (
      <span className={styles.never} title={t('rolePolicies.never')}>
        <IconMinus size={16} aria-hidden />
        <span className={styles.hidden}>{t('rolePolicies.never')}</span>
      </span>
    );
  }
  const above = said !== undefined && own === null ? said : null;
  const inherited = above
    ? t(`rolePolicies.${inheritedTexts[choiceOf(above) ?? 'inactive']}`, { name: above.saidBy.firmName })
    : t(own === null ? 'rolePolicies.no' : 'rolePolicies.asAbove');
  return (
    <NativeSelect
      size="xs"
      className={styles.select}
      data-given={said?.status === 'active' ? '' : undefined}
      aria-label={`${t(`catalogue.roles.${role}`)}: ${t(`rolePolicies.policies.${policy}`)}`}
      value={own ?? ''}
      error={save.error && t(`errors.${errorCodeOf(save.error)}`)}
      disabled={!given.changeable.includes(policy) || save.isPending}
      onChange={({ currentTarget: { value } }) => save.mutate(choices.find((choice) => choice === value) ?? null)}
      data={[
        { value: '', label: inherited },
        { value: 'active', label: t('rolePolicies.yes') },
        ...(hasLooking(policy) ? [{ value: 'read', label: t('rolePolicies.read') }] : []),
        { value: 'inactive', label: t('rolePolicies.takenBack') },
      ]}
    />
  );
}

function useSave({ custId, firmName }: Output<'getRolePolicies'>, role: Role, policy: Policy) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (choice: Choice) => {
      const status = choice === 'read' ? 'active' : choice;
      const full = requiredInformation[policy] ?? null;
      const information = choice === 'read' ? 'read' : choice === 'active' ? full : null;
      return call('saveRolePolicy', { params: { custId }, body: { role, policy, status, information } });
    },
    onSuccess: async (saved) => {
      cache.setQueryData(queryKey('getRolePolicies', { params: { custId } }), saved);
      notifyDone(t('rolePolicies.saved', { name: firmName }));
      // Customers below may inherit it.
      await cache.invalidateQueries({ queryKey: queryKey('getRolePolicies') });
    },
  });
}
