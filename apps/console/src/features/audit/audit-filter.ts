import { auditFilterFields, idField } from '@varde/contract/filters';
import { dayField } from '#data/day-parameter.ts';
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
