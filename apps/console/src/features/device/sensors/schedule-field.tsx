import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { SensorDay } from '@varde/catalogue/sensor-event-config';
import { useTranslation } from 'react-i18next';
import styles from './sensors.module.css';

/** When the events of a sensor count: each day of the week with its times. */
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
        {schedule.map(({ day, active, fromTime, toTime }) => {
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
            </div>
          );
        })}
      </Stack>
    </fieldset>
  );
}
