import { auditFilterFields, idField } from '@varde/contract/filters';
import * as z from 'zod/mini';
import type { Input } from '#data/api/call.ts';
import { parameter, searchReader } from '#data/search-parameters.ts';

/** A day where the reader is, `2026-11-20`, that has a moment which the server takes. */
const dayField = z.iso.date().check(z.refine((day) => startOf(day) !== undefined));

/** Reads what the audit log is narrowed to from an address. */
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

/** The filter as the call takes it: from the beginning of a day to the end of one. */
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

function startOf(text: string, daysLater = 0): number | undefined {
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
  const time = new Date(year, month - 1, date + daysLater).getTime();
  return Number.isNaN(time) || time < 0 ? undefined : time;
}
