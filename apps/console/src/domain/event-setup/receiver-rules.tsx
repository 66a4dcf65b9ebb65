import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { type AlarmKind, alarmKinds } from '@varde/catalogue/alarm-kinds';
import { longestWaitSeconds } from '@varde/contract/event-setup-form';
import { useTranslation } from 'react-i18next';
import { clockOf, minuteOf } from './clock-of.ts';
import type { DraftReceiver } from './draft-receiver.ts';
import styles from './event-setup.module.css';
import { KindsChoice } from './kinds-choice.tsx';

const usualHours = { from: 480, to: 960 };

type RuleField = 'hours' | 'waitSeconds';

interface ReceiverRulesProps {
  kinds: readonly AlarmKind[];
  /** As it was when the dialog opened. */
  stored: DraftReceiver;
  receiver: DraftReceiver;
  fault: (field: RuleField) => string | false;
  onChange: (fields: Partial<DraftReceiver>) => void;
}

/** Of which alarms a receiver is told, when, and how long is waited before the next one. */
export function ReceiverRules({ kinds, stored, receiver, fault, onChange }: ReceiverRulesProps) {
  const { t } = useTranslation();
  const offered = alarmKinds.filter((kind) => kinds.includes(kind) || stored.events.includes(kind));
  return (
    <>
      <KindsChoice offered={offered} chosen={receiver.events} onChange={(events) => onChange({ events })} />
      <HoursFields hours={receiver.hours} fault={fault('hours')} onChange={(hours) => onChange({ hours })} />
      <NumberInput
        label={t('eventSetup.waitSeconds')}
        description={t('eventSetup.waitHelp')}
        min={0}
        max={longestWaitSeconds}
        clampBehavior="none"
        allowDecimal={false}
        value={Number.isNaN(receiver.waitSeconds) ? '' : receiver.waitSeconds}
        error={fault('waitSeconds')}
        onChange={(value) => onChange({ waitSeconds: value === '' ? Number.NaN : Number(value) })}
      />
    </>
  );
}

interface HoursFieldsProps {
  hours: DraftReceiver['hours'];
  fault: string | false;
  onChange: (hours: DraftReceiver['hours']) => void;
}

/** Always, or from one time of the day to another. */
function HoursFields({ hours, fault, onChange }: HoursFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Checkbox
        label={t('eventSetup.onlyHours')}
        description={t('eventSetup.hoursHelp')}
        checked={hours !== null}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? usualHours : null)}
      />
      {hours && (
        <div className={styles.hours}>
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="time"
              label={t(`eventSetup.${end}`)}
              value={clockOf(hours[end])}
              error={end === 'to' && fault}
              onChange={({ currentTarget: { value } }) => onChange({ ...hours, [end]: minuteOf(value) ?? hours[end] })}
            />
          ))}
        </div>
      )}
    </>
  );
}
