import { type AlarmFilter, type AlarmFilterPredicate, alarmFilters } from '@varde/catalogue/alarm-filters';
import { hasTechnicalWarning, rankOf } from '@varde/catalogue/statuses';
import { type WarningFlag, warningFlags } from '@varde/catalogue/warning-flags';
import type { DeviceFilter } from '@varde/contract/devices';
import { and, eq, isNotNull, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm';
import { devices } from '#domain/devices/tables.ts';
import { likeWords } from '#domain/search-words.ts';
import type { other } from './store-sorts.ts';

/** A device, or in a condition on it the other unit of its pair. */
export type Unit = typeof devices | typeof other;

/** The second condition lets the planner use the small index `devices_user_tag`. */
export function tagged(wanted: readonly string[]): SQL | undefined {
  return and(
    sql`${devices.userTag} = any(${sql.param([...wanted])}::text[])`,
    wanted.includes('NONE') ? undefined : sql`${devices.userTag} <> 'NONE'`,
  );
}

export function withWords(search: string): SQL {
  return sql`${devices.deviId} in (select devi_id from device_search where words like ${likeWords(search)})`;
}

const clear = rankOf('clear');

/**
 * A pair is clear when both units are. The second condition of the others lets the planner use the small index
 * `devices_status`.
 */
export function hasStatus(unit: Unit, status: NonNullable<DeviceFilter['status']>): SQL | undefined {
  if (status === 'clear') return and(isWithoutWarning(unit), isNotNull(unit.lastMsgIn));
  if (status === 'neverUsed') return and(eq(unit.priority, clear), isNull(unit.lastMsgIn));
  return and(eq(unit.priority, rankOf(status)), lt(unit.priority, sql.raw(String(clear))));
}

const isWithoutWarning = (unit: Unit): SQL => eq(unit.entryPriority, clear);

/**
 * Two comparisons instead of one with `coalesce`, which PostgreSQL does not look up in an index behind a policy: it is
 * not known to keep secrets.
 */
export const testedBefore = ({ lastTestAt }: Unit, time: number): SQL | undefined =>
  or(isNull(lastTestAt), lt(lastTestAt, new Date(time)));

export function filterNamed(word: NonNullable<DeviceFilter['filter']>): AlarmFilter {
  const found = alarmFilters.find(({ key, value }) => key === word || String(value) === word);
  if (found === undefined) throw new Error(`alarm filter ${word} is not in the catalogue`);
  return found;
}

export function passing(unit: Unit, predicate: AlarmFilterPredicate): SQL | undefined {
  const { anyFlag, noFlag, charging, everInContact, technical, clear } = predicate;
  return and(
    anyFlag === undefined ? undefined : hasAny(unit, anyFlag),
    noFlag === undefined ? undefined : not(hasAny(unit, noFlag)),
    charging === undefined ? undefined : eq(unit.charging, charging),
    everInContact === undefined ? undefined : everInContact ? isNotNull(unit.lastMsgIn) : isNull(unit.lastMsgIn),
    technical ? isTechnical(unit) : undefined,
    clear ? isWithoutWarning(unit) : undefined,
  );
}

/** Flags that many devices have, as in the index `devices_rare_flags`. */
const commonFlags: readonly string[] = [
  'batteryWarning',
  'outOfBatteryWarning',
  'offline',
  'offlineWarning',
  'outdatedPositionWarning',
  'generalWarning',
] satisfies WarningFlag[];

/** Each has a small index of its own: devices with other common flags are many more. */
const flagsWithIndex: readonly string[] = [
  'outOfBatteryWarning',
  'outdatedPositionWarning',
  'generalWarning',
] satisfies WarningFlag[];

/** The second half lets the planner use a small index: of the flag, `devices_rare_flags` or `devices_flagged`. */
function hasAny({ flags: set }: Unit, flags: readonly string[]): SQL {
  const [only, ...others] = flags;
  const list = (some: readonly string[]) => sql.raw(`'{${some.join(',')}}'`);
  const isRare = !flags.some((flag) => commonFlags.includes(flag));
  const hasOwn = only !== undefined && others.length === 0 && flagsWithIndex.includes(only);
  const indexed = hasOwn
    ? sql`${set} && ${list([only])}`
    : isRare
      ? sql`not ${set} <@ ${list(commonFlags)}`
      : sql`${set} <> '{}'`;
  return sql`(${set} && ${sql.param([...flags])}::text[] and ${indexed})`;
}

const technicalFlags = (charging: boolean) =>
  warningFlags.filter((flag) => hasTechnicalWarning({ [flag]: true }, { charging }));
const isTechnical = (unit: Unit): SQL | undefined =>
  or(hasAny(unit, technicalFlags(true)), and(eq(unit.charging, false), hasAny(unit, technicalFlags(false))));
