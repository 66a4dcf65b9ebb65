import { Alert, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Alarm } from '@varde/contract/alarms';
import { alarmOutcomes } from '@varde/contract/filters';
import i18next from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { displayName, useSession } from '#data/session.ts';
import { useDraft } from '#data/use-draft.ts';
import { notifyError } from '#domain/errors/notify-error.ts';
import { messageTypeKey } from '#domain/status/alarm-kind.ts';
import { notifyUndo } from '#kit/dialogs/notify-undo.tsx';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { useFormats } from '#kit/use-formats.ts';
import styles from './reset-dialog.module.css';
import { changeSince, isTakenBy, useLatest, useReset } from './use-reset.ts';

type Outcome = NonNullable<Alarm['outcome']>;

interface Entered {
  handledBy: string;
  chosen: Outcome | null;
  note: string;
}

interface ResetDialogProps {
  /** As it was when the dialog was opened. */
  opened: Alarm;
  /** Without an alarm: nothing was reset. */
  onDone: (alarm?: Alarm) => void;
}

/** Asks for the outcome of an alarm and who handled it. Resolves to the alarm when it was reset; `onReopened`: if that is undone. */
export async function askReset(opened: Alarm, onReopened: (alarm: Alarm) => void): Promise<Alarm | undefined> {
  const answer = await openDialog<Alarm>({
    title: i18next.t('resetDialog.title', { name: opened.deviceName }),
    content: (close) => <ResetDialog opened={opened} onDone={close} />,
  });
  if (answer) notifyReset(answer, onReopened);
  return answer;
}

function notifyReset({ alarmId, deviceName, abilities }: Alarm, onReopened: (alarm: Alarm) => void): void {
  const said = i18next.t('resetDialog.done', { name: deviceName });
  const undo = () => call('reopenAlarm', { params: { alarmId } }).then(onReopened, notifyError);
  if (abilities.includes('reopen')) notifyUndo(said, undo);
  else notifyDone(said);
}

function ResetDialog({ opened, onDone }: ResetDialogProps) {
  const { t } = useTranslation();
  const user = useSession();
  const alarm = useLatest(opened);
  const [entered, setEntered] = useDraft<Entered>(`reset-${opened.alarmId}`, {
    handledBy: displayName(user),
    chosen: null,
    note: '',
  });
  const { handledBy, chosen, note } = entered;
  const enter = (part: Partial<Entered>) => setEntered({ ...entered, ...part });
  const [tried, setTried] = useState(false);
  const { send, busy, errors, failure } = useReset(opened, alarm, onDone);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!chosen || !handledBy.trim()) return;
    void send({ handledBy, outcome: chosen, ...(note.trim() ? { note } : {}) });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <WhatHappened opened={opened} alarm={alarm} />
        <Text size="sm">
          {t('resetDialog.intro', {
            kind: t(`catalogue.messageTypes.${messageTypeKey(alarm.metyId)}`),
            name: alarm.deviceName,
            serial: alarm.deviceSNNum,
          })}
        </Text>
        <OutcomeChoice chosen={chosen} missing={tried && !chosen} onChoose={(outcome) => enter({ chosen: outcome })} />
        <TextInput
          label={t('resetDialog.handledBy')}
          value={handledBy}
          maxLength={120}
          onChange={(event) => enter({ handledBy: event.currentTarget.value })}
          error={tried && !handledBy.trim() ? t('resetDialog.handledByMissing') : errors.handledBy}
          required
        />
        <Textarea
          label={t('resetDialog.note')}
          value={note}
          maxLength={1000}
          rows={3}
          onChange={(event) => enter({ note: event.currentTarget.value })}
        />
        <DialogButtons failure={failure} busy={busy} disabled={alarm.state === 'reset'} onCancel={() => onDone()}>
          {t('alarms.reset')}
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** What has happened since the dialog was opened, and who has the alarm, unless it is the user: they may be on their way. */
function WhatHappened({ opened, alarm }: { opened: Alarm; alarm: Alarm }) {
  const { t } = useTranslation();
  const { clock } = useFormats();
  const { userId } = useSession();
  const change = changeSince(opened, alarm, userId);
  const name = (change === 'reset' ? alarm.resetBy : alarm.claimedBy)?.name ?? '';
  return (
    <>
      {change && (
        <Alert color="red" role="alert">
          {t(`resetDialog.${change}`, { name, time: clock(alarm.lastSignalAt) })}
        </Alert>
      )}
      {alarm.state === 'claimed' && change !== 'taken' && !isTakenBy(alarm, userId) && (
        <Alert color="yellow" role="note">
          {t('resetDialog.ofOther', { name })}
        </Alert>
      )}
    </>
  );
}

interface OutcomeChoiceProps {
  chosen: Outcome | null;
  /** The form was submitted without an outcome. */
  missing: boolean;
  onChoose: (outcome: Outcome) => void;
}

/** The outcomes as large buttons, one of which is pressed. */
function OutcomeChoice({ chosen, missing, onChoose }: OutcomeChoiceProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.outcomes} aria-describedby={missing ? 'outcome-missing' : undefined}>
      <legend className={styles.legend}>
        {t('alarms.outcome')}
        <span className="mantine-InputWrapper-required" aria-hidden>
          {' *'}
        </span>
      </legend>
      {alarmOutcomes.map((outcome, at) => (
        <label key={outcome} className={styles.outcome}>
          <input
            type="radio"
            name="outcome"
            className={styles.radio}
            checked={chosen === outcome}
            required
            data-autofocus={at === 0 || undefined}
            onChange={() => onChoose(outcome)}
          />
          {t(`alarms.outcomes.${outcome}`)}
        </label>
      ))}
      {missing && (
        <Text id="outcome-missing" size="sm" c="red" role="alert">
          {t('resetDialog.outcomeMissing')}
        </Text>
      )}
    </fieldset>
  );
}
