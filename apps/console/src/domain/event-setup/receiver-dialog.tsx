import { Checkbox, Group, Stack, TextInput } from '@mantine/core';
import type { AlarmKind } from '@varde/catalogue/alarm-kinds';
import { isByPhone, receiverChannels, receiverForm } from '@varde/contract/event-setup-form';
import i18next from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { channelName } from './channel-texts.ts';
import { ReceiverRules, type RuleField } from './receiver-rules.tsx';
import { RecipientField } from './recipient-field.tsx';
import type { DraftReceiver } from './told-order.ts';
import type { NotificationList } from './use-list-draft.ts';

const empty: DraftReceiver = {
  ...{ name: '', mobile: null, email: null, events: [], channels: ['sms'], hours: null, waitSeconds: 60 },
  ...{ leftOut: null, hasMobile: false, hasEmail: false },
};

interface ReceiverChoices {
  /** The alarms that it can be told of. One to change keeps its others. */
  kinds: readonly AlarmKind[];
  rights: NotificationList['rights'];
}

/** Asks for a receiver; `stored`: the one to change. Resolves to `undefined` when it was cancelled. */
export const openReceiverDialog = (
  choices: ReceiverChoices,
  stored?: DraftReceiver,
): Promise<DraftReceiver | undefined> =>
  openDialog<DraftReceiver>({
    title: i18next.t(stored ? 'eventSetup.editTitle' : 'eventSetup.addTitle'),
    content: (close) => <ReceiverForm {...choices} stored={stored ?? empty} isNew={!stored} onDone={close} />,
  });

type Field = 'name' | 'mobile' | 'email' | 'channels' | RuleField;

/** The first fault of each field. */
function faultsOf(receiver: DraftReceiver): ReadonlySet<Field> {
  const { channels, hasMobile, hasEmail, hours } = receiver;
  const issues = receiverForm.safeParse(receiver).error?.issues ?? [];
  return new Set<Field>([
    ...issues.map(({ path }) => path[0] as Field),
    ...(channels.some(isByPhone) && !hasMobile ? (['mobile'] as const) : []),
    ...(channels.includes('email') && !hasEmail ? (['email'] as const) : []),
    ...(hours !== null && hours.from === hours.to ? (['hours'] as const) : []),
  ]);
}

interface ReceiverFormProps extends ReceiverChoices {
  stored: DraftReceiver;
  isNew: boolean;
  onDone: (receiver?: DraftReceiver) => void;
}

function ReceiverForm({ kinds, rights, stored, isNew, onDone }: ReceiverFormProps) {
  const { t } = useTranslation();
  const [receiver, setReceiver] = useState(stored);
  const [shown, setShown] = useState(false);
  const change = (fields: Partial<DraftReceiver>) => setReceiver((before) => ({ ...before, ...fields }));
  const faults = faultsOf(receiver);
  const fault = (field: Field) => shown && faults.has(field) && t(`eventSetup.faults.${field}`);

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
            {receiverChannels.map((channel) => (
              <Checkbox key={channel} value={channel} label={channelName(t, channel)} />
            ))}
          </Group>
        </Checkbox.Group>
        <RecipientField
          field="mobile"
          right={rights.mobile}
          value={receiver.mobile}
          has={receiver.hasMobile}
          fault={fault('mobile')}
          onChange={(mobile) => change({ mobile, hasMobile: mobile !== null })}
        />
        <RecipientField
          field="email"
          right={rights.email}
          value={receiver.email}
          has={receiver.hasEmail}
          fault={fault('email')}
          onChange={(email) => change({ email, hasEmail: email !== null })}
        />
        <ReceiverRules kinds={kinds} stored={stored} receiver={receiver} fault={fault} onChange={change} />
        <DialogButtons onCancel={() => onDone()}>
          {isNew ? t('common.add') : t('eventSetup.change')}
        </DialogButtons>
      </Stack>
    </form>
  );
}
