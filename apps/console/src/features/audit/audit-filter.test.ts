import { expect, it } from 'vitest';
import { readAuditFilter } from './audit-filter.ts';
import { auditQuery } from './audit-query.ts';

it('reads the filter from the address and ignores the rest', () => {
  expect(
    readAuditFilter({
      cust: '7',
      device: -1,
      user: 'kari',
      action: 'alarm.reset',
      kind: 'x',
      from: '2026-13',
      to: 1,
    }),
  ).toEqual({ cust: 7, user: 'kari', action: 'alarm.reset' });
});

it('queries from the beginning of the first day to the end of the last', () => {
  const day = 86_400_000;
  const query = auditQuery({ from: '2026-06-01', to: '2026-06-02' });
  expect(query.from).toBe(new Date(2026, 5, 1).getTime());
  expect(Number(query.to) - Number(query.from)).toBe(2 * day);
});

it('queries for an action that there is, and leaves out any other that an address names', () => {
  expect(auditQuery(readAuditFilter({ action: 'alarm.reset' })).action).toBe('alarm.reset');
  expect(auditQuery(readAuditFilter({ action: 'alarm.danced' })).action).toBeUndefined();
  expect(readAuditFilter({ action: 'alarm' }).action).toBeUndefined();
});
