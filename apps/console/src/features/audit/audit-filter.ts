import { type AuditAction, auditActions } from '@varde/catalogue/audit-actions';
import type { Input } from '#data/api/call.ts';

/** What the audit log is narrowed to, as it stands in the address. Dates are days where the reader is: `2026-11-20`. */
export interface AuditFilter {
  cust?: number;
  device?: number;
  user?: string;
  action?: AuditAction;
  kind?: 'changes' | 'looks';
  from?: string;
  to?: string;
}

const dayForm = /^\d{4}-\d{2}-\d{2}$/;
const id = (value: unknown) =>
  Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;
const day = (value: unknown) =>
  typeof value === 'string' && dayForm.test(value) && startOf(value) !== undefined ? value : undefined;

/** Reads an address that anybody may have written. */
export function readAuditFilter(given: Record<string, unknown>): AuditFilter {
  const kind = (['changes', 'looks'] as const).find((each) => each === given.kind);
  const action = auditActions.find(({ key }) => key === given.action)?.key;
  const found: { [K in keyof AuditFilter]: AuditFilter[K] | undefined } = {
    cust: id(given.cust),
    device: id(given.device),
    user: typeof given.user === 'string' && given.user !== '' ? given.user.slice(0, 100) : undefined,
    action,
    kind,
    from: day(given.from),
    to: day(given.to),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** The filter as the call takes it: from the beginning of a day to the end of one. */
export function auditQuery({
  cust,
  device,
  user,
  action,
  kind,
  from,
  to,
}: AuditFilter): Input<'listAudit'>['query'] {
  const after = to === undefined ? undefined : startOf(to, 1);
  const before = from === undefined ? undefined : startOf(from);
  return {
    ...(cust === undefined ? {} : { custId: cust }),
    ...(device === undefined ? {} : { deviId: device }),
    ...(user === undefined ? {} : { user }),
    ...(action === undefined ? {} : { action }),
    ...(kind === undefined ? {} : { kind }),
    ...(before === undefined ? {} : { from: before }),
    ...(after === undefined ? {} : { to: after }),
  };
}

function startOf(text: string, daysLater = 0): number | undefined {
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
  const time = new Date(year, month - 1, date + daysLater).getTime();
  return Number.isNaN(time) || time < 0 ? undefined : time;
}
