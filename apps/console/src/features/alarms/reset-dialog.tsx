import { Alert, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Alarm } from '@varde/contract/alarms';
import { alarmOutcomes } from '@varde/contract/filters';
import i18next from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiErrorCode, errorCodeOf } from '#data/api/api-error.ts';
import { call } from '#data/api/call.ts';
import { messageTypeKey } from '#domain/status/alarm-kind.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import styles from './reset-dialog.module.css';

type Outcome = NonNullable<Alarm['outcome']>;

interface ResetDialogProps {
  alarm: Alarm;
  ownName: string;
  /** The claimant, unless it is the user: they may be on their way. */
  takenBy: string | null;
  /** Without an alarm: nothing was reset. */
  onDone: (alarm?: Alarm) => void;
}

/**
 * Asks who handled an alarm and its outcome. Resolves to the alarm when it was reset. `takenBy`: the claimant, unless it
 * is the user.
 */
export async function askReset(
  alarm: Alarm,
  ownName: string,
  takenBy: string | null,
): Promise<Alarm | undefined> {
  const answer = await openDialog<Alarm>({
    title: i18next.t('resetDialog.title', { name: alarm.deviceName }),
    content: (close) => <ResetDialog alarm={alarm} ownName={ownName} takenBy={takenBy} onDone={close} />,
  });
  if (answer) notifyDone(i18next.t('resetDialog.done', { name: alarm.deviceName }));
  return answer;
}

function ResetDialog({ alarm, ownName, takenBy, onDone }: ResetDialogProps) {
  const { t } = useTranslation();
  const [handledBy, setHandledBy] = useState(ownName);
  const [chosen, setOutcome] = useState<Outcome | null>(null);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiErrorCode | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!chosen || !handledBy.trim()) return;
    setBusy(true);
    setFailure(null);
    try {
      const body = { handledBy, outcome: chosen, ...(note.trim() ? { note } : {}) };
      onDone(await call('resetAlarm', { params: { alarmId: alarm.alarmId }, body }));
    } catch (error) {
      setFailure(errorCodeOf(error));
      setBusy(false);
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {failure && (
          <Alert color="red" role="alert">
            {t(`errors.${failure}`)}
          </Alert>
        )}
        {takenBy && (
          <Alert color="yellow" role="note">
            {t('resetDialog.ofOther', { name: takenBy })}
          </Alert>
        )}
        <Text size="sm">
          {t('resetDialog.intro', {
            kind: t(`catalogue.messageTypes.${messageTypeKey(alarm.metyId)}`),
            name: alarm.deviceName,
            serial: alarm.deviceSNNum,
          })}
        </Text>
        <TextInput
          label={t('resetDialog.handledBy')}
          value={handledBy}
          maxLength={120}
          onChange={(event) => setHandledBy(event.currentTarget.value)}
          error={tried && !handledBy.trim() && t('resetDialog.handledByMissing')}
          required
          data-autofocus
        />
        <OutcomeChoice chosen={chosen} missing={tried && !chosen} onChoose={setOutcome} />
        <Textarea
          label={t('resetDialog.note')}
          value={note}
          maxLength={1000}
          rows={3}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <DialogButtons onCancel={() => onDone()} busy={busy}>
          {t('alarms.reset')}
        </DialogButtons>
      </Stack>
    </form>
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
      <legend className={styles.legend}>{t('alarms.outcome')}</legend>
      {alarmOutcomes.map((outcome) => (
        <label key={outcome} className={styles.outcome}>
          <input
            type="radio"
            name="outcome"
            className={styles.radio}
            checked={chosen === outcome}
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
