import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Role, roles } from '@varde/catalogue/permissions';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { useSession } from '#data/session.ts';

interface RoleSelectProps {
  /** Where the role is to be held. Null: everywhere, for an administrator of everything, or nothing chosen yet. */
  custId: number | null;
  /** To an invited user or one whom there is. */
  to: 'invited' | 'added';
  value: Role | null;
  onChange: (role: Role | null) => void;
  /** No role can be chosen too. */
  optional?: boolean;
}

/** The roles that the user may give at a customer. */
export function RoleSelect({ custId, to, value, onChange, optional = false }: RoleSelectProps) {
  const { t } = useTranslation();
  const admin = useSession().abilities.includes('admin');
  const asks = !admin && custId !== null;
  const { data } = useQuery({
    ...apiQuery('listGivableRoles', { params: { custId: custId ?? 0 } }),
    enabled: asks,
  });
  const all = roles.map(({ key }) => key);
  const choices = admin ? all : asks ? (data?.[to] ?? []) : [];
  const known = value !== null && choices.includes(value);
  const helps = admin || custId !== null ? 'users.rolesHelp' : 'users.roleNeedsCustomer';
  return (
    <NativeSelect
      label={t('users.role')}
      description={t(helps)}
      value={known ? value : ''}
      disabled={choices.length === 0}
      data={[
        ...(optional || !known ? [{ value: '', label: t(optional ? 'common.none' : 'users.chooseRole') }] : []),
        ...choices.map((key) => ({ value: key, label: t(`catalogue.roles.${key}`) })),
      ]}
      onChange={({ currentTarget }) => onChange(choices.find((key) => key === currentTarget.value) ?? null)}
    />
  );
}
