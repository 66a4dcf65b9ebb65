import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { Alarm } from '@varde/contract/alarms';
import type { ShareOutcome } from '@varde/contract/sharing';
import i18next from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, type Output } from '#data/api/call.ts';
import { useDraft } from '#data/use-draft.ts';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import styles from './share-dialog.module.css';

/** Asks for the recipients of an alarm, and shows the result of each. `name`: of the alarm, in the title. */
export async function askRecipients(alarm: SharedAlarm, name: string): Promise<void> {
  await openDialog({
    title: i18next.t('share.title', { name }),
    content: (close) => <ShareForm alarm={alarm} onClose={() => close()} />,
  });
}

/** An alarm, and its device. */
export type SharedAlarm = Pick<Alarm, 'alarmId' | 'deviId'>;

type Answer = Output<'shareAlarm'>;

/** Outcomes of recipients who have not got the alarm: their text stays, to be corrected or sent later. */
const unsent: ReadonlySet<ShareOutcome> = new Set(['notUnderstood', 'tooMany']);

/** The text is sent as it was typed: the server reads it. */
function ShareForm({ alarm, onClose }: { alarm: SharedAlarm; onClose: () => void }) {
  const { t } = useTranslation();
  const { submit, busy, errors, failure } = useFormSubmit();
  const [recipients, setRecipients] = useDraft(`share-${alarm.alarmId}`, '');
  const [answer, setAnswer] = useState<Answer | null>(null);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const { alarmId, deviId: deviceId } = alarm;
    const order = { params: { alarmId }, body: { deviceId, recipients } };
    const shared = await submit(() => call('shareAlarm', order));
    if (!shared) return;
    setAnswer(shared);
    const left = shared.results.filter(({ outcome }) => unsent.has(outcome));
    setRecipients(left.map(({ recipient }) => recipient).join(', '));
  }
  const isDone = answer !== null && answer.results.length > 0 && recipients === '';
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {answer && <Results answer={answer} />}
        {isDone ? (
          <Group justify="flex-end">
            <Button onClick={onClose} data-autofocus>
              {t('common.close')}
            </Button>
          </Group>
        ) : (
          <>
            <Text size="sm">{t('share.help')}</Text>
            <Textarea
              label={t('share.recipients')}
              description={t('share.recipientsHelp')}
              value={recipients}
              onChange={(event) => setRecipients(event.currentTarget.value)}
              error={errors.recipients && t('share.wrong')}
              rows={3}
              data-autofocus
            />
            <DialogButtons busy={busy} failure={failure} onCancel={onClose}>
              {t('share.proceed')}
            </DialogButtons>
          </>
        )}
      </Stack>
    </form>
  );
}

/** What became of each recipient, and what waits for a server that is not set up. */
function Results({ answer: { results, mailServer, smsGateway } }: { answer: Answer }) {
  const { t } = useTranslation();
  const has = (outcome: ShareOutcome) => results.some((result) => result.outcome === outcome);
  return (
    <div role="status" className={styles.answer}>
      {results.length === 0 && <Text size="sm">{t('share.none')}</Text>}
      <ul className={styles.results} aria-label={t('share.results')}>
        {results.map(({ recipient, outcome }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a recipient can be listed twice, and the order is fixed
          <li key={index} data-outcome={outcome}>
            <span className={styles.recipient}>{recipient}</span>
            <span className={styles.outcome}>{t(`share.outcomes.${outcome}`)}</span>
          </li>
        ))}
      </ul>
      {has('mailQueued') && !mailServer && <Alert color="yellow">{t('share.noMailServer')}</Alert>}
      {has('smsQueued') && !smsGateway && <Alert color="yellow">{t('share.noSmsGateway')}</Alert>}
    </div>
  );
}
