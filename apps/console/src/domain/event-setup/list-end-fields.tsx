import { Group, NativeSelect } from '@mantine/core';
import { longestPauseSeconds, mostRepeats } from '@varde/contract/event-setup-form';
import { useTranslation } from 'react-i18next';
import { Toggle } from '#kit/form/toggle.tsx';
import type { ListDraft } from './use-list-draft.ts';

const minutes = [1, 2, 3, 5, 10, 15, 30, longestPauseSeconds / 60];
const times = Array.from({ length: mostRepeats }, (_, index) => index + 1);

/** What comes after everybody on the list, while nobody has taken the alarm. */
export function ListEndFields({ draft }: { draft: Pick<ListDraft, 'end' | 'above' | 'setEnd'> }) {
  const { t, i18n } = useTranslation();
  const { repeats, pauseSeconds, continueAbove } = draft.end;
  const above = draft.above[0]?.customerName;
  const numbers = new Intl.NumberFormat(i18n.language);
  const stored = pauseSeconds / 60;
  const offered = [...new Set([...minutes, stored])].sort((a, b) => a - b);
  return (
    <Group gap="sm" align="flex-start">
      <Toggle
        w="100%"
        label={
          above === undefined ? t('eventSetup.continueAboveUnnamed') : t('eventSetup.continueAbove', { name: above })
        }
        description={above === undefined ? t('eventSetup.nothingAbove') : t('eventSetup.aboveHelp', { name: above })}
        checked={continueAbove}
        onChange={({ currentTarget: { checked } }) => draft.setEnd({ continueAbove: checked })}
      />
      <NativeSelect
        label={t('eventSetup.repeats')}
        value={repeats === null ? '' : String(repeats)}
        data={[
          { value: '', label: t('eventSetup.untilTaken') },
          { value: '0', label: t('eventSetup.notAgain') },
          ...times.map((count) => ({ value: String(count), label: t('eventSetup.times', { count }) })),
        ]}
        onChange={({ currentTarget: { value } }) => draft.setEnd({ repeats: value === '' ? null : Number(value) })}
      />
      <NativeSelect
        label={t('eventSetup.pause')}
        value={String(stored)}
        disabled={repeats === 0}
        data={offered.map((each) => ({
          value: String(each),
          label: t('eventSetup.minutes', { minutes: numbers.format(each) }),
        }))}
        onChange={({ currentTarget: { value } }) => draft.setEnd({ pauseSeconds: Number(value) * 60 })}
      />
    </Group>
  );
}
