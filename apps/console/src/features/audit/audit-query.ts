import { auditActions } from '@varde/catalogue/audit-actions';
import type { Input } from '#data/api/call.ts';
import { startOf } from '#ui/day.ts';
import type { AuditFilter } from './audit-filter.ts';

/** The filter as query parameters: from the beginning of a day to the end of one. An action that there is not is left out. */
export function auditQuery(filter: AuditFilter): Input<'listAudit'>['query'] {
  const { cust, device, user, action, kind, from, to } = filter;
  return {
    custId: cust,
    deviId: device,
    user,
    action: auditActions.find(({ key }) => key === action)?.key,
    kind,
    from: from && startOf(from),
    to: to && startOf(to, 1),
  };
}
