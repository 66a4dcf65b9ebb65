import { ActionIcon, Checkbox, Stack, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { SensorDay } from '@varde/catalogue/sensor-event-config';
import { useTranslation } from 'react-i18next';
import styles from './sensors.module.css';

/** When the events of a sensor count: each day of the week with its times, which can be copied to the other days. */
export function ScheduleField({
  schedule,
  onChange,
}: {
  schedule: SensorDay[];
  onChange: (schedule: SensorDay[]) => void;
}) {
  const { t } = useTranslation();
  const names = t('sensors.days', { returnObjects: true });
  const change = (day: number, fields: Partial<SensorDay>) =>
    onChange(schedule.map((each) => (each.day === day ? { ...each, ...fields } : each)));
  const copy = ({ active, fromTime, toTime }: SensorDay) =>
    onChange(schedule.map((each) => ({ ...each, active, fromTime, toTime })));
  return (
    <fieldset className={styles.part}>
      <legend className={styles.title}>{t('sensors.form.schedule')}</legend>
      <Stack gap={6}>
        {/* Each field has its own name for screen readers. */}
        <div className={styles.day} aria-hidden>
          <span />
          <span className={styles.columnName}>{t('sensors.form.from')}</span>
          <span className={styles.columnName}>{t('sensors.form.to')}</span>
        </div>
        {schedule.map((given) => {
          const { day, active, fromTime, toTime } = given;
          const name = names[day] ?? '';
          return (
            <div key={day} className={styles.day}>
              <Checkbox
                label={name}
                checked={active}
                onChange={({ currentTarget }) => change(day, { active: currentTarget.checked })}
              />
              <TextInput
                type="time"
                aria-label={t('sensors.form.fromOn', { day: name })}
                value={fromTime}
                disabled={!active}
                onChange={({ currentTarget }) => change(day, { fromTime: currentTarget.value || '00:00' })}
              />
              <TextInput
                type="time"
                aria-label={t('sensors.form.toOn', { day: name })}
                value={toTime}
                disabled={!active}
                onChange={({ currentTarget }) => change(day, { toTime: currentTarget.value || '23:59' })}
              />
              <ActionIcon
                variant="subtle"
                size={44}
                aria-label={t('sensors.form.copyDay', { day: name })}
                title={t('sensors.form.copyDay', { day: name })}
                onClick={() => copy(given)}
              >
                <IconCopy size={18} aria-hidden />
              </ActionIcon>
            </div>
          );
        })}
      </Stack>
    </fieldset>
  );
}
