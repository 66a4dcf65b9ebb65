import { type Role, roles } from '@varde/catalogue/permissions';
import type { Session } from '@varde/contract/session';
import type { HolderRecord } from '#domain/accounts/holders.ts';
import type { Arrival } from '../../platform/http/arrival.ts';

type Rights = Pick<HolderRecord, 'policies' | 'given'>;

/**
 * A user's rights reduced to the selected roles: never more than without a selection. Ids of roles that the user does
 * not hold are ignored; when no selected role is held, no rights remain.
 */
export function narrowed<R extends Rights>(record: R, selected: Arrival['roles']): R {
  if (selected === null) return record;
  const isSelected = ({ role }: { role: Role }) => selected.includes(role);
  return {
    ...record,
    policies: record.policies.filter(isSelected),
    given: record.given.filter(isSelected),
  };
}

/** The roles that the user holds, each once, and whether each is selected. */
export function rolesOf({ policies }: Rights, selected: Arrival['roles']): Session['roles'] {
  return roles
    .filter(({ key }) => policies.some(({ role }) => role === key))
    .map(({ key }) => ({ role: key, selected: selected === null || selected.includes(key) }));
}
