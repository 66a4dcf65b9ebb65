import type { AlarmFilterKey } from '@varde/catalogue/alarm-filters';
import { type LogFilter, logFilterKeys } from '@varde/catalogue/log-filters';
import type { MapFilter } from '@varde/contract/map';

/** The filters in the address of the map, which has an alarm filter by its key. */
export type MapChoice = MapFilter & { filter?: AlarmFilterKey | undefined };

/** Of the address. */
export const warningsOf = ({ filters }: MapFilter): LogFilter[] =>
  logFilterKeys.filter((key) => filters?.split(',').includes(key));

/** The query of both calls; a filter that the map does not know is left out. */
export function queryOf(choice: MapFilter): MapFilter {
  const filters = warningsOf(choice).join(',');
  const { filters: _, ...listed } = choice;
  const given = Object.entries({ ...listed, filters }).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(given);
}

/** How many filters are set that only the device list shows. */
export const listFiltersIn = ({ filters: _, search: __, ...listed }: MapFilter): number =>
  Object.values(listed).filter((value) => value !== undefined && value !== '').length;
