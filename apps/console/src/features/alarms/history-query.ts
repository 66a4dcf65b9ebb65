import type { Input } from '#data/api/call.ts';
import { startOf } from '#ui/day.ts';
import type { HistoryFilter } from './history-filter.ts';

/** The filter as query parameters: from the beginning of a day to the end of one. */
export function historyQuery(filter: HistoryFilter): Input<'listAlarmHistory'>['query'] {
  const { search, cust, kind, outcome, escalated, who, from, to } = filter;
  return {
    search: search || undefined,
    custId: cust,
    metyId: kind,
    outcome,
    escalated,
    who: who || undefined,
    from: from && startOf(from),
    to: to && startOf(to, 1),
  };
}
