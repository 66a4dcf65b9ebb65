import { Button, TextInput } from '@mantine/core';
import { IconChartLine, IconX } from '@tabler/icons-react';
import type { LogFilter } from '@varde/catalogue/log-filters';
import type { Dispatch, SetStateAction } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '#kit/form/date-field.tsx';
import { MultiChoice } from '#kit/form/multi-choice.tsx';
import { SearchInput } from '#kit/form/search-input.tsx';
import { isChosen, type LogFields, nothingChosen } from './log-choice.ts';
import styles from './log-tools.module.css';

interface LogToolsProps {
  /** Those that the device offers. */
  filters: readonly LogFilter[];
  fields: LogFields;
  onChange: Dispatch<SetStateAction<LogFields>>;
  graph: { isOpen: boolean; isLoading: boolean; onToggle: () => void };
}

/** The filters of the log, and the button of the graph beside them. */
export function LogTools({ filters, fields, onChange, graph }: LogToolsProps) {
  const { t } = useTranslation();
  // On what was chosen last, which may not be drawn yet: a search runs by itself while somebody is at another field.
  const set = (changed: Partial<LogFields>) => onChange((latest) => ({ ...latest, ...changed }));
  return (
    <div className={styles.tools}>
      <Moment
        day={{ label: t('deviceLog.from'), value: fields.from, onChange: (from) => set({ from }) }}
        time={{
          label: t('deviceLog.fromTime'),
          value: fields.fromTime,
          onChange: (time) => set({ fromTime: time || nothingChosen.fromTime }),
        }}
      />
      <Moment
        day={{ label: t('deviceLog.to'), value: fields.to, onChange: (to) => set({ to }) }}
        time={{
          label: t('deviceLog.toTime'),
          value: fields.toTime,
          onChange: (time) => set({ toTime: time || nothingChosen.toTime }),
        }}
      />
      <MultiChoice
        label={t('deviceLog.filter')}
        none={t('deviceLog.filterNone')}
        choices={filters.map((value) => ({ value, text: t(`deviceLog.filters.${value}`) }))}
        chosen={[...fields.filters]}
        onChange={(chosen) => set({ filters: chosen })}
      />
      <SearchInput
        label={t('deviceLog.search')}
        placeholder={t('deviceLog.search')}
        value={fields.search}
        onChange={(search) => set({ search })}
      />
      {isChosen(fields) && (
        <Button variant="subtle" leftSection={<IconX size={16} aria-hidden />} onClick={() => onChange(nothingChosen)}>
          {t('deviceLog.clearFilters')}
        </Button>
      )}
      <Button
        variant="default"
        className={styles.last}
        leftSection={<IconChartLine size={16} aria-hidden />}
        aria-pressed={graph.isOpen}
        disabled={graph.isLoading}
        onClick={graph.onToggle}
      >
        {t('deviceLog.graph')}
      </Button>
    </div>
  );
}

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function Moment({ day, time }: { day: FieldProps; time: FieldProps }) {
  return (
    <div className={styles.moment}>
      <DateField {...day} />
      <TextInput
        type="time"
        aria-label={time.label}
        value={time.value}
        disabled={day.value === ''}
        onChange={(event) => time.onChange(event.currentTarget.value)}
      />
    </div>
  );
}
