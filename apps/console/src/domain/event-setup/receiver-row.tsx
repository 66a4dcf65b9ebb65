import { ActionIcon, Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { channelRules, isWithdrawn, type ReceiverChannel, receiverChannels } from '@varde/contract/event-setup-form';
import { useTranslation } from 'react-i18next';
import { useSortableRow } from '#kit/sortable/sortable-list.tsx';
import { languageNames } from '#texts/language.ts';
import { AskAgain } from './ask-again.tsx';
import { kinText, wayText } from './channel-texts.ts';
import { clockOf } from './clock-of.ts';
import { type DraftReceiver, isUser } from './draft-receiver.ts';
import styles from './event-setup.module.css';

interface ReceiverRowProps {
  /** Its key in the list that it is sorted in. */
  id: string;
  receiver: DraftReceiver;
  /** Channels on which messages wait. */
  unavailable: readonly ReceiverChannel[];
  /** Faults that the server found in it. */
  faults: readonly string[];
  /** Somebody is told after this one: the next receiver, another list, or the alarm centre. */
  isFollowed: boolean;
  /** Asks the receiver to confirm the number; null: not from here. */
  onAsk: (() => Promise<unknown>) | null;
  /** Null: the list is read only. */
  edit: null | {
    isFirst: boolean;
    isLast: boolean;
    onMove: (by: -1 | 1) => void;
    onEdit: () => void;
    onRemove: () => void;
  };
}

/** Somebody whom alarms are told to: how, of what, when, and the wait before the next one. */
export function ReceiverRow({ id, receiver, unavailable, faults, isFollowed, onAsk, edit }: ReceiverRowProps) {
  const { t } = useTranslation();
  const { row, handle } = useSortableRow(id);
  const {
    name,
    leftOut,
    mobile,
    email,
    channels,
    events,
    hours,
    waitSeconds,
    language = 'nb',
    hasPin,
    isUnconfirmed,
    withdrawn,
    nextOfKin,
  } = receiver;
  const recipients = { mobile, email, browser: null };
  const ways = receiverChannels
    .filter((channel) => channels.includes(channel))
    .map((channel) => {
      const way = wayText(t, channel, recipients[channelRules[channel].leadsTo]);
      if (isWithdrawn(withdrawn, channel)) return t('eventSetup.withdrawn', { way });
      return unavailable.includes(channel) ? t('eventSetup.waits', { way }) : way;
    });
  const kinds =
    events.length === 0
      ? t('eventSetup.allEvents')
      : events.map((kind) => t(`catalogue.messageTypes.${kind}`)).join(', ');
  const when =
    hours === null
      ? t('eventSetup.always')
      : t('eventSetup.between', { from: clockOf(hours.from), to: clockOf(hours.to) });
  return (
    <li className={styles.row} {...row}>
      {edit && <span>{handle}</span>}
      <div className={styles.who}>
        <span>
          <strong>{name}</strong>
          {isUser(receiver) && <span className={styles.dim}> · {t('eventSetup.user')}</span>}
        </span>
        {nextOfKin && <span className={styles.dim}>{t('eventSetup.kin.row', { rights: kinText(t, nextOfKin) })}</span>}
        {leftOut !== null && (
          <span className={styles.warning}>
            <IconAlertTriangle size={16} aria-hidden /> {t(`eventSetup.leftOut.${leftOut}`)}
          </span>
        )}
        {isUnconfirmed && <AskAgain name={name} onAsk={onAsk} />}
        <span>{ways.join(' · ')}</span>
        <span className={styles.dim}>
          {[
            kinds,
            when,
            ...(!isUser(receiver) && language !== 'nb' ? [languageNames[language]] : []),
            ...(hasPin ? [t('eventSetup.pin.row')] : []),
          ].join(' · ')}
        </span>
        {isFollowed && (
          <span className={styles.dim}>
            {waitSeconds === 0 ? t('eventSetup.noWait') : t('eventSetup.wait', { seconds: waitSeconds })}
          </span>
        )}
        {faults.map((text) => (
          <span key={text} className={styles.fault} role="alert">
            {text}
          </span>
        ))}
      </div>
      {edit && <RowButtons name={name} {...edit} />}
    </li>
  );
}

interface RowButtonsProps extends NonNullable<ReceiverRowProps['edit']> {
  name: string;
}

function RowButtons({ name, isFirst, isLast, onMove, onEdit, onRemove }: RowButtonsProps) {
  const { t } = useTranslation();
  return (
    <Group gap={6} wrap="nowrap">
      {/* Without `disabled`: a button that was moved to an end must keep the focus. */}
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('eventSetup.up', { name })}
        aria-disabled={isFirst}
        onClick={() => !isFirst && onMove(-1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('eventSetup.down', { name })}
        aria-disabled={isLast}
        onClick={() => !isLast && onMove(1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      <Button variant="default" size="xs" aria-label={t('eventSetup.editOf', { name })} onClick={onEdit}>
        {t('eventSetup.edit')}
      </Button>
      <Button variant="default" size="xs" aria-label={t('eventSetup.removeOf', { name })} onClick={onRemove}>
        {t('eventSetup.remove')}
      </Button>
    </Group>
  );
}
