import { type CustomerKind, kindsBelow } from '@varde/catalogue/customer-kinds';
import type { CustomerRow } from '@varde/contract/customers';
import type { Caller } from '#platform/caller.ts';

interface Placed {
  custId: number;
  parentId: number | null;
  kind: CustomerKind;
}

/** Whether the caller may add, move and remove customers directly below this one; null: at the top, above all of them. */
export const mayArrange = (caller: Caller, parentId: number | null): boolean =>
  parentId === null ? caller.scopeOf('EDIT_SUB_ORGS') === 'all' : caller.may('EDIT_SUB_ORGS', parentId);

/** A customer's details are changed by an administrator above it, or by its own. */
export const mayEdit = (caller: Caller, { custId, parentId }: Placed): boolean =>
  caller.may('ADMIN', custId) || mayArrange(caller, parentId);

export function abilitiesOn(caller: Caller, customer: Placed): CustomerRow['abilities'] {
  const { custId, kind, parentId } = customer;
  return [
    ...(mayEdit(caller, customer) ? (['edit'] as const) : []),
    ...(kindsBelow(kind).length > 0 && mayArrange(caller, custId) ? (['addBelow'] as const) : []),
    ...(mayArrange(caller, parentId) ? (['move'] as const) : []),
    ...(kindsBelow(kind).includes('private') && caller.may('COUPON_CODES', custId) ? (['coupons'] as const) : []),
    ...(caller.may('DEVICE_ORGANIZATION', custId) ? (['receiveDevices'] as const) : []),
  ];
}
