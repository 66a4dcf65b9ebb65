import { Button } from '@mantine/core';
import { IconArrowDown, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { Alarm } from '@varde/contract/alarms';
import { useTranslation } from 'react-i18next';
import { isTaken } from './alarm-groups.ts';
import styles from './alarm-region.module.css';

interface AlarmSummaryProps {
  rows: readonly Alarm[];
  /** New alarms at the end while the rows keep their places. */
  freshCount: number;
  onShowFresh: () => void;
  /** Null with too few alarms to fold. */
  fold: { folded: boolean; onToggle: () => void } | null;
}

/** The number of alarms. Shown from the first alarm on, so that later ones do not move the rows down. */
export function AlarmSummary({ rows, freshCount, onShowFresh, fold }: AlarmSummaryProps) {
  const { t } = useTranslation();
  const open = rows.filter(({ state }) => state !== 'reset');
  const unclaimed = open.filter((alarm) => !isTaken(alarm)).length;
  const FoldIcon = fold?.folded ? IconChevronDown : IconChevronUp;
  return (
    <div className={styles.summary}>
      <strong>{t('alarms.openCount', { count: open.length })}</strong>
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
          data-shows-all={fold.folded || undefined}
          rightSection={<FoldIcon size={16} aria-hidden />}
          onClick={fold.onToggle}
        >
          {t(fold.folded ? 'alarms.unfold' : 'alarms.fold')}
        </Button>
      )}
    </div>
  );
}
