import type { AlarmAnswer, SharedAlarm } from '@varde/contract/sharing';
import { useState } from 'react';
import { PublicAlert } from '../form/public-alert.tsx';
import styles from '../public.module.css';
import shared from './shared-screen.module.css';
import type { SharedTexts } from './shared-texts.ts';

/** Who has the alarm, for a receiver with what this receiver has answered. */
export function statusOf({ state, receipt }: SharedAlarm, texts: SharedTexts): string {
  const { answers } = texts.receipt;
  if (receipt?.takenBy) return answers.takenBy.replace('{{name}}', receipt.takenBy);
  return receipt?.answer ? answers[receipt.answer] : texts[state];
}

interface AnswerProps {
  texts: SharedTexts;
  answer(answer: AlarmAnswer): Promise<boolean>;
}

/** The answers of a receiver, until somebody has the alarm. */
export function AnswerButtons({
  receipt: { name, answer: given, takenBy },
  texts,
  answer,
}: AnswerProps & { receipt: NonNullable<SharedAlarm['receipt']> }) {
  const { isSending, hasFailed, send } = useAnswer(answer);
  if (given === 'taken' || takenBy !== null) return null;
  const { prompt, take, stillTake, cannot, failed } = texts.receipt;
  return (
    <div className={shared.answer}>
      {given === null && <p className={shared.prompt}>{prompt.replace('{{name}}', name)}</p>}
      {hasFailed && <PublicAlert kind="error">{failed}</PublicAlert>}
      <button type="button" className={styles.submit} disabled={isSending} onClick={() => send('taken')}>
        {given === null ? take : stillTake}
      </button>
      {given === null && (
        <button
          type="button"
          className={styles.secondary}
          disabled={isSending}
          onClick={() => send('declined')}
        >
          {cannot}
        </button>
      )}
    </div>
  );
}

/** At the end of the page, where no second press on "take" reaches it. */
export function GiveBack({ texts, answer }: AnswerProps) {
  const { isSending, hasFailed, send } = useAnswer(answer);
  return (
    <div className={shared.answer}>
      {hasFailed && <PublicAlert kind="error">{texts.receipt.failed}</PublicAlert>}
      <button
        type="button"
        className={styles.secondary}
        disabled={isSending}
        onClick={() => send('declined')}
      >
        {texts.receipt.giveBack}
      </button>
    </div>
  );
}

function useAnswer(answer: AnswerProps['answer']) {
  const [isSending, setIsSending] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  async function send(given: AlarmAnswer): Promise<void> {
    setIsSending(true);
    setHasFailed(false);
    setHasFailed(!(await answer(given)));
    setIsSending(false);
  }
  return { isSending, hasFailed, send };
}
