import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/nb';
import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDay, writtenDay } from '#ui/day.ts';

interface DateFieldProps {
  label: string;
  /** The label is not shown. */
  isBare?: boolean;
  description?: string;
  error?: ReactNode;
  /** `2026-12-31`; empty: none. */
  value: string;
  onChange: (day: string) => void;
}

/**
 * A day, typed or chosen in a calendar, in the language of the console whatever that of the browser is. What cannot be read
 * changes nothing, and the field shows its value again when it is left.
 */
export function DateField({ label, isBare = false, value, onChange, error, description }: DateFieldProps) {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && typed.length >= writtenLength && readDay(typed) === null;
  function type(text: string) {
    setTyped(text);
    const day = readDay(text);
    if (day !== null && day !== value) onChange(day);
  }
  const leave = () => setTyped(null);
  return (
    <TextInput
      {...(isBare ? { 'aria-label': label, title: label } : { label })}
      description={description}
      error={isWrong ? t('dates.wrong') : error}
      autoComplete="off"
      value={typed ?? writtenDay(value, i18n.language)}
      placeholder={isBare ? label : undefined}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && leave()}
      rightSection={
        <CalendarButton
          label={t('dates.choose', { field: label })}
          value={value}
          onChoose={(day) => {
            leave();
            onChange(day);
          }}
        />
      }
    />
  );
}

/** Of `31.12.2026`. */
const writtenLength = 10;

interface CalendarButtonProps {
  label: string;
  value: string;
  onChoose: (day: string) => void;
}

function CalendarButton({ label, value, onChoose }: CalendarButtonProps) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Popover opened={open} onChange={setOpen} trapFocus returnFocus position="bottom-end">
      <Popover.Target>
        <ActionIcon variant="subtle" aria-label={label} onClick={() => setOpen(!open)}>
          <IconCalendar size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <DatePicker
          locale={i18n.language}
          hideOutsideDates
          weekendDays={[]}
          value={value || null}
          {...(value && { defaultDate: value })}
          onChange={(day) => {
            if (day !== null) onChoose(day);
            setOpen(false);
          }}
          ariaLabels={{
            ...{ previousMonth: t('dates.previous'), nextMonth: t('dates.next') },
            ...{ previousYear: t('dates.previous'), nextYear: t('dates.next') },
            ...{ previousDecade: t('dates.previous'), nextDecade: t('dates.next') },
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
