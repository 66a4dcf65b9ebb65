import { Button, NativeSelect } from '@mantine/core';
import type { Alarm } from '@varde/contract/alarms';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { type AlarmGroup, alarmGroups, groupOf, isTaken } from '#domain/alarms/alarm-groups.ts';
import { messageTypeKey } from '#domain/status/alarm-kind.ts';
import styles from './alarms-page.module.css';
import type { Passes } from './steady-rows.ts';

/** The filter of the open alarms; null: all. */
interface Narrowing {
  group: AlarmGroup | null;
  metyId: number | null;
  /** Those alone that came to an alarm centre. */
  escalated: boolean;
}

const everything: Narrowing = { group: null, metyId: null, escalated: false };

/** The filter starts empty with each visit, so that no returning user misses alarms. */
export function useNarrowing() {
  const { userId } = useSession();
  const [shown, change] = useState(everything);
  const passes = useMemo<Passes>(
    () => (alarm) =>
      (shown.group === null || groupOf(alarm, userId) === shown.group) &&
      (shown.metyId === null || alarm.metyId === shown.metyId) &&
      (!shown.escalated || alarm.escalatedAt !== null),
    [shown, userId],
  );
  const isNarrow = shown.group !== null || shown.metyId !== null || shown.escalated;
  return { shown, change, passes, isNarrow, showAll: () => change(everything) };
}

interface AlarmGroupsProps {
  /** Alarms that are not reset. */
  alarms: readonly Alarm[];
  shown: Narrowing;
  onChange: (shown: Narrowing) => void;
}

/** The number of alarms in each group; pressing a group shows it alone, and pressing it again shows all. */
export function AlarmGroups({ alarms, shown, onChange }: AlarmGroupsProps) {
  const { t } = useTranslation();
  const { userId, context } = useSession();
  const kinds = [...new Set([...alarms.map(({ metyId }) => metyId), ...(shown.metyId ? [shown.metyId] : [])])];
  return (
    <fieldset className={styles.groups} aria-label={t('alarms.show')}>
      {alarmGroups.map((group) => (
        <Button
          key={group}
          size="xs"
          variant={shown.group === group ? 'filled' : 'default'}
          aria-pressed={shown.group === group}
          onClick={() => onChange({ ...shown, group: shown.group === group ? null : group })}
        >
          {t(`alarms.groups.${group}`, {
            count: alarms.filter((alarm) => groupOf(alarm, userId) === group).length,
          })}
        </Button>
      ))}
      {context === 'AHP' && (
        <Button
          size="xs"
          variant={shown.escalated ? 'filled' : 'default'}
          aria-pressed={shown.escalated}
          onClick={() => onChange({ ...shown, escalated: !shown.escalated })}
        >
          {t('alarms.escalated')}
        </Button>
      )}
      <NativeSelect
        size="xs"
        aria-label={t('alarms.kind')}
        value={shown.metyId ?? ''}
        onChange={(event) => onChange({ ...shown, metyId: Number(event.currentTarget.value) || null })}
        data={[
          { value: '', label: t('alarms.allKinds') },
          ...kinds.map((metyId) => ({
            value: String(metyId),
            label: t(`catalogue.messageTypes.${messageTypeKey(metyId)}`),
          })),
        ]}
      />
    </fieldset>
  );
}

interface OutsideFilterProps {
  /** Alarms that are not reset and have no row. */
  alarms: readonly Alarm[];
  onShowAll: () => void;
}

/** The number of alarms that the filter hides. As high with none of them, so that a new one moves no row. */
export function OutsideFilter({ alarms, onShowAll }: OutsideFilterProps) {
  const { t } = useTranslation();
  const unclaimed = alarms.filter((alarm) => !isTaken(alarm)).length;
  return (
    <div className={styles.outside} data-urgent={unclaimed > 0 || undefined}>
      <span>{t('alarms.outsideFilter', { count: alarms.length })}</span>
      {alarms.length > 0 && <span>{t('alarms.unclaimedCount', { count: unclaimed })}</span>}
      <Button size="compact-sm" variant="subtle" className={styles.showAll} data-shows-all onClick={onShowAll}>
        {t('alarms.showAll')}
      </Button>
    </div>
  );
}
