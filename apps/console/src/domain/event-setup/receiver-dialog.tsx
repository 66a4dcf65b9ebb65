import { Checkbox, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { type AlarmKind, alarmKinds } from '@varde/catalogue/alarm-kinds';
import {
  isByPhone,
  longestWaitSeconds,
  receiverChannels,
  receiverForm,
} from '@varde/contract/event-setup-form';
import i18next from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { MultiChoice } from '#kit/form/multi-choice.tsx';
import { clockOf, minuteOf } from './clock-of.ts';
import styles from './event-setup.module.css';
import type { NewReceiver } from './told-order.ts';

const empty: NewReceiver = {
  ...{ name: '', mobile: null, email: null, events: [], channels: ['sms'], hours: null, waitSeconds: 60 },
};
const usualHours = { from: 480, to: 960 };

/**
 * Asks for a receiver of these alarms; `stored`: the one to change, which keeps its others. Resolves to `undefined` when
 * it was cancelled.
 */
export const openReceiverDialog = (
  kinds: readonly AlarmKind[],
  stored?: NewReceiver,
): Promise<NewReceiver | undefined> =>
  openDialog<NewReceiver>({
    title: i18next.t(stored ? 'eventSetup.editTitle' : 'eventSetup.addTitle'),
    content: (close) => (
      <ReceiverForm kinds={kinds} stored={stored ?? empty} isNew={!stored} onDone={close} />
    ),
  });

type Field = 'name' | 'mobile' | 'email' | 'channels' | 'hours' | 'waitSeconds';

/** The first fault of each field. */
function faultsOf(receiver: NewReceiver): ReadonlySet<Field> {
  const { channels, mobile, email, hours } = receiver;
  const issues = receiverForm.safeParse(receiver).error?.issues ?? [];
  return new Set<Field>([
    ...issues.map(({ path }) => path[0] as Field),
    ...(channels.some(isByPhone) && mobile === null ? (['mobile'] as const) : []),
    ...(channels.includes('email') && email === null ? (['email'] as const) : []),
    ...(hours !== null && hours.from === hours.to ? (['hours'] as const) : []),
  ]);
}

interface ReceiverFormProps {
  kinds: readonly AlarmKind[];
  stored: NewReceiver;
  isNew: boolean;
  onDone: (receiver?: NewReceiver) => void;
}

function ReceiverForm({ kinds, stored, isNew, onDone }: ReceiverFormProps) {
  const { t } = useTranslation();
  const [receiver, setReceiver] = useState(stored);
  const [shown, setShown] = useState(false);
  const change = (fields: Partial<NewReceiver>) => setReceiver((before) => ({ ...before, ...fields }));
  const faults = faultsOf(receiver);
  const fault = (field: Field) => shown && faults.has(field) && t(`eventSetup.faults.${field}`);
  const offered = alarmKinds.filter((kind) => kinds.includes(kind) || stored.events.includes(kind));
  const typed = (value: string) => (value.trim() === '' ? null : value.trim());

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    setShown(true);
    if (faults.size === 0) onDone(receiver);
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t('eventSetup.name')}
          required
          data-autofocus
          maxLength={80}
          value={receiver.name}
          error={fault('name')}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
        />
        <Checkbox.Group
          label={t('eventSetup.channels')}
          value={receiver.channels}
          error={fault('channels')}
          onChange={(chosen) =>
            change({ channels: receiverChannels.filter((each) => chosen.includes(each)) })
          }
        >
          <Group mt={6}>
            <Checkbox value="sms" label={t('eventSetup.sms')} />
            <Checkbox value="call" label={t('eventSetup.callChannel')} />
            <Checkbox value="email" label={t('eventSetup.emailChannel')} />
          </Group>
        </Checkbox.Group>
        <TextInput
          label={t('eventSetup.mobile')}
          type="tel"
          value={receiver.mobile ?? ''}
          error={fault('mobile')}
          onChange={({ currentTarget: { value } }) => change({ mobile: typed(value) })}
        />
        <TextInput
          label={t('eventSetup.address')}
          type="email"
          value={receiver.email ?? ''}
          error={fault('email')}
          onChange={({ currentTarget: { value } }) => change({ email: typed(value) })}
        />
        <MultiChoice
          label={t('eventSetup.events')}
          none={t('eventSetup.allEvents')}
          choices={offered.map((value) => ({ value, text: t(`catalogue.messageTypes.${value}`) }))}
          chosen={receiver.events}
          onChange={(events) => change({ events })}
        />
        <HoursFields hours={receiver.hours} fault={fault('hours')} onChange={(hours) => change({ hours })} />
        <NumberInput
          label={t('eventSetup.waitSeconds')}
          description={t('eventSetup.waitHelp')}
          min={0}
          max={longestWaitSeconds}
          clampBehavior="none"
          allowDecimal={false}
          value={Number.isNaN(receiver.waitSeconds) ? '' : receiver.waitSeconds}
          error={fault('waitSeconds')}
          onChange={(value) => change({ waitSeconds: value === '' ? Number.NaN : Number(value) })}
        />
        <DialogButtons onCancel={() => onDone()}>
          {isNew ? t('common.add') : t('eventSetup.change')}
        </DialogButtons>
      </Stack>
    </form>
  );
}

interface HoursFieldsProps {
  hours: NewReceiver['hours'];
  fault: string | false;
  onChange: (hours: NewReceiver['hours']) => void;
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
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...hours, [end]: minuteOf(value) ?? hours[end] })
              }
            />
          ))}
        </div>
      )}
    </>
  );
}
