import { auditFilterFields, idField } from '@varde/contract/filters';
import type { Input } from '#data/api/call.ts';
import { dayField, startOf } from '#data/day-parameter.ts';
import { parameter, searchReader } from '#data/search-parameters.ts';

/** Reads the filter of the audit log from an address. */
export const readAuditFilter = searchReader({
  cust: parameter(idField),
  device: parameter(idField),
  user: parameter(auditFilterFields.user),
  action: parameter(auditFilterFields.action),
  kind: parameter(auditFilterFields.kind),
  from: parameter(dayField),
  to: parameter(dayField),
});
export type AuditFilter = ReturnType<typeof readAuditFilter>;

/** The filter as query parameters: from the beginning of a day to the end of one. */
export function auditQuery(filter: AuditFilter): Input<'listAudit'>['query'] {
  const { cust, device, user, action, kind, from, to } = filter;
  return {
    custId: cust,
    deviId: device,
    user,
    action,
    kind,
    from: from && startOf(from),
    to: to && startOf(to, 1),
  };
}
