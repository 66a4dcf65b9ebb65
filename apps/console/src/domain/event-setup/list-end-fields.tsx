import { Group, NativeSelect } from '@mantine/core';
import { longestPauseSeconds, mostRepeats } from '@varde/contract/event-setup-form';
import { useTranslation } from 'react-i18next';
import type { ListEnd } from './use-list-draft.ts';

const minutes = [1, 2, 3, 5, 10, 15, 30, longestPauseSeconds / 60];
const times = Array.from({ length: mostRepeats }, (_, index) => index + 1);

interface ListEndFieldsProps {
  end: ListEnd;
  onChange: (changed: Partial<ListEnd>) => void;
}

/** What comes after everybody on the list, while nobody has taken the alarm. */
export function ListEndFields({ end: { repeats, pauseSeconds }, onChange }: ListEndFieldsProps) {
  const { t, i18n } = useTranslation();
  const numbers = new Intl.NumberFormat(i18n.language);
  const stored = pauseSeconds / 60;
  const offered = [...new Set([...minutes, stored])].sort((a, b) => a - b);
  return (
    <Group gap="sm" align="flex-start">
      <NativeSelect
        label={t('eventSetup.repeats')}
        value={repeats === null ? '' : String(repeats)}
        data={[
          { value: '', label: t('eventSetup.untilTaken') },
          { value: '0', label: t('eventSetup.notAgain') },
          ...times.map((count) => ({ value: String(count), label: t('eventSetup.times', { count }) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ repeats: value === '' ? null : Number(value) })
        }
      />
      <NativeSelect
        label={t('eventSetup.pause')}
        value={String(stored)}
        disabled={repeats === 0}
        data={offered.map((each) => ({
          value: String(each),
          label: t('eventSetup.minutes', { minutes: numbers.format(each) }),
        }))}
        onChange={({ currentTarget: { value } }) => onChange({ pauseSeconds: Number(value) * 60 })}
      />
    </Group>
  );
}
