import { Button } from '@mantine/core';
import { IconArrowDown, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { Alarm } from '@varde/contract/alarms';
import { useTranslation } from 'react-i18next';
import styles from './alarm-region.module.css';

interface AlarmSummaryProps {
  rows: readonly Alarm[];
  /** New alarms that stand last while the rows keep their places. */
  freshCount: number;
  onShowFresh: () => void;
  /** Null where there is too little to fold. */
  fold: { folded: boolean; onToggle: () => void } | null;
}

/** How many alarms there are. It is there with the first alarm, so that more of them do not push the rows down. */
export function AlarmSummary({ rows, freshCount, onShowFresh, fold }: AlarmSummaryProps) {
  const { t } = useTranslation();
  const count = rows.filter(({ state }) => state !== 'reset').length;
  const unclaimed = rows.filter(({ state }) => state === 'open').length;
  const FoldIcon = fold?.folded ? IconChevronDown : IconChevronUp;
  return (
    <div className={styles.summary}>
      <strong>{t('alarms.openCount', { count })}</strong>
      <span>{t('alarms.unclaimedCount', { count: unclaimed })}</span>
      {freshCount > 0 && !fold?.folded && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconArrowDown size={16} aria-hidden />}
          onClick={onShowFresh}
        >
          {t('alarms.freshCount', { count: freshCount })}
        </Button>
      )}
      {fold && (
        <Button
          className={styles.fold}
          size="compact-sm"
          variant="subtle"
          aria-expanded={!fold.folded}
          rightSection={<FoldIcon size={16} aria-hidden />}
          onClick={fold.onToggle}
        >
          {t(fold.folded ? 'alarms.unfold' : 'alarms.fold')}
        </Button>
      )}
    </div>
  );
}
