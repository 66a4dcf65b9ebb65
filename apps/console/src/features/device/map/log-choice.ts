import type { LogFilter } from '@varde/catalogue/log-filters';
import type { LogChoice } from '#data/live/belongs-to-log.ts';
import { timeZone } from '#ui/time-zone.ts';

/** What somebody has chosen above the log. Days as `2026-11-27`, times as `14:05`; empty: none. */
export interface LogFields {
  from: string;
  fromTime: string;
  to: string;
  toTime: string;
  filters: readonly LogFilter[];
  search: string;
}

export const nothingChosen: LogFields = {
  ...{ from: '', fromTime: '00:00', to: '', toTime: '23:59' },
  filters: [],
  search: '',
};

export const isChosen = ({ from, to, filters, search }: LogFields): boolean =>
  from !== '' || to !== '' || search !== '' || filters.length > 0;

/** The query of the call. */
export function logChoiceOf({ from, fromTime, to, toTime, filters, search }: LogFields): LogChoice {
  return {
    ...(from && { fromDate: localTime(from, fromTime) }),
    ...(to && { toDate: localTime(to, toTime) }),
    ...((from || to) && { timeZone: timeZone() }),
    ...(filters.length > 0 && { filters: filters.join(',') }),
    ...(search && { search }),
  };
}

/** `27-11-2026T14:05`, the form of the specification (2, section 7 "Transactions by date range"). */
const localTime = (day: string, time: string): string => `${day.split('-').reverse().join('-')}T${time}`;
