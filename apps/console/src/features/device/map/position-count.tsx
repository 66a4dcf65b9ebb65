import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface PositionCountProps {
  count: number;
  counts: readonly number[];
  onCount: (count: number) => void;
}

/** The number of last positions on the map. */
export function PositionCount({ count, counts, onCount }: PositionCountProps) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      size="xs"
      maw={260}
      aria-label={t('deviceLog.positionCount')}
      value={String(count)}
      onChange={(event) => onCount(Number(event.currentTarget.value))}
      data={counts.map((value) => ({
        value: String(value),
        label: t('deviceLog.positions', { count: value }),
      }))}
    />
  );
}
