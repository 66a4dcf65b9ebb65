import { Checkbox, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { AlarmKind } from '@varde/catalogue/alarm-kinds';
import { isByBrowser, type ReceiverChannel, receiverChannels } from '@varde/contract/event-setup-form';
import i18next from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { channelName, missingText } from './channel-texts.ts';
import { type DraftReceiver, type Field, faultsOf, isUser, newReceiver, withReason } from './draft-receiver.ts';
import styles from './event-setup.module.css';
import { KinFields } from './kin-fields.tsx';
import { PinField } from './pin-field.tsx';
import { ReceiverRules } from './receiver-rules.tsx';
import { Recipients } from './recipient-fields.tsx';
import type { NotificationList } from './use-list-draft.ts';
import { type ListOwner, Who } from './who.tsx';

interface ReceiverChoices {
  /** The alarms that it can be told of. One to change keeps its others. */
  kinds: readonly AlarmKind[];
  rights: NotificationList['rights'];
  kinRights: NotificationList['kinRights'];
  /** Channels on which messages wait. */
  unavailable: readonly ReceiverChannel[];
  /** The country of a new number. */
  region: string;
  owner: ListOwner;
  /** Only who is told and how. */
  limited: boolean;
}

/** Asks for a receiver; `stored`: the one to change. Resolves to `undefined` when it was cancelled. */
export const openReceiverDialog = (
  choices: ReceiverChoices,
  stored?: DraftReceiver,
): Promise<DraftReceiver | undefined> =>
  openDialog<DraftReceiver>({
    title: i18next.t(stored ? 'eventSetup.editTitle' : 'eventSetup.addTitle'),
    content: (close) => <ReceiverForm {...choices} stored={stored ?? newReceiver} isNew={!stored} onDone={close} />,
  });

interface ReceiverFormProps extends ReceiverChoices {
  stored: DraftReceiver;
  isNew: boolean;
  onDone: (receiver?: DraftReceiver) => void;
}

function ReceiverForm({
  kinds,
  rights,
  kinRights,
  owner,
  unavailable,
  limited,
  region,
  stored,
  isNew,
  onDone,
}: ReceiverFormProps) {
  const { t } = useTranslation();
  const [receiver, setReceiver] = useState(stored);
  const [asUser, setAsUser] = useState(isUser(stored));
  const [shown, setShown] = useState(false);
  const change = (fields: Partial<DraftReceiver>) => setReceiver((before) => withReason({ ...before, ...fields }));
  const faults = faultsOf(receiver);
  const onAsUser = (as: boolean) => {
    setAsUser(as);
    if (as) change({ nextOfKin: null });
    else change({ channels: receiver.channels.filter((channel) => !isByBrowser(channel)) });
  };
  const fault = (field: Field) => shown && faults.has(field) && t(`eventSetup.faults.${field}`);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    setShown(true);
    if (faults.size === 0) onDone(receiver);
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        <Who
          owner={owner}
          receiver={receiver}
          isNew={isNew}
          asUser={asUser}
          onAsUser={onAsUser}
          fault={fault('name')}
          onChange={change}
        />
        <Channels
          chosen={receiver.channels}
          offered={receiverChannels.filter((channel) => asUser || !isByBrowser(channel))}
          unavailable={unavailable}
          fault={fault('channels')}
          onChange={(channels) => change({ channels })}
        />
        {asUser === isUser(receiver) && (
          <Recipients receiver={receiver} rights={rights} region={region} fault={fault} onChange={change} />
        )}
        {!asUser && <KinFields may={kinRights} receiver={receiver} onChange={change} />}
        <PinField stored={stored} receiver={receiver} fault={fault('pin')} onChange={change} />
        {!limited && (
          <ReceiverRules kinds={kinds} stored={stored} receiver={receiver} fault={fault} onChange={change} />
        )}
        <DialogButtons onCancel={() => onDone()}>{isNew ? t('common.add') : t('eventSetup.change')}</DialogButtons>
      </Stack>
    </form>
  );
}

interface ChannelsProps {
  chosen: readonly ReceiverChannel[];
  offered: readonly ReceiverChannel[];
  unavailable: readonly ReceiverChannel[];
  fault: string | false;
  onChange: (chosen: ReceiverChannel[]) => void;
}

/** How a receiver is told, and why a message would wait. */
function Channels({ chosen, offered, unavailable, fault, onChange }: ChannelsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Checkbox.Group
        label={t('eventSetup.channels')}
        value={[...chosen]}
        error={fault}
        onChange={(values) => onChange(receiverChannels.filter((each) => values.includes(each)))}
      >
        <Group mt={6}>
          {offered.map((channel) => (
            <Checkbox key={channel} value={channel} label={channelName(t, channel)} />
          ))}
        </Group>
      </Checkbox.Group>
      {unavailable
        .filter((channel) => chosen.includes(channel))
        .map((channel) => (
          <p key={channel} className={styles.warning} role="status">
            <IconAlertTriangle size={16} aria-hidden /> {missingText(t, channel)}
          </p>
        ))}
    </>
  );
}
