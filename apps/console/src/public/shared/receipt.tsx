import type { PinRefusal, SharedAlarm } from '@varde/contract/sharing';
import { type FormEvent, useState } from 'react';
import { PublicAlert } from '../form/public-alert.tsx';
import styles from '../public.module.css';
import shared from './shared-screen.module.css';
import type { SharedTexts } from './shared-texts.ts';
import { usePin } from './use-pin.tsx';
import type { GivenAnswer, SharedAnswer } from './use-shared-alarm.ts';

/** Who has the alarm, for a receiver with what this receiver has answered. */
export function statusOf({ state, receipt, goesOn }: SharedAlarm, texts: SharedTexts): string {
  const { answers } = texts.receipt;
  if (receipt?.takenBy) return answers.takenBy.replace('{{name}}', receipt.takenBy);
  if (receipt?.answer === 'declined' && !goesOn) return answers.declinedLast;
  return receipt?.answer ? answers[receipt.answer] : texts[state];
}

/** Whether others have been reached, while nobody has the alarm; to a receiver beside this one. */
export function reachText({ state, receipt, reach: { reached } }: SharedAlarm, texts: SharedTexts): string | null {
  if (state === 'claimed') return null;
  const { none, one, more } = receipt === null ? texts.reach : texts.receipt.reach;
  return reached === 0 ? none : reached === 1 ? one : more.replace('{{count}}', String(reached));
}

type Receipt = NonNullable<SharedAlarm['receipt']>;

interface AnswerProps {
  texts: SharedTexts;
  answer(given: GivenAnswer): Promise<SharedAnswer>;
}

/** The answers of a receiver, until somebody has the alarm. */
export function AnswerButtons({ receipt, texts, answer }: AnswerProps & { receipt: Receipt }) {
  const { name, answer: given, takenBy, pin } = receipt;
  const { isSending, hasFailed, refused, send } = useAnswer(answer);
  if (given === 'taken' || takenBy !== null) return null;
  const { prompt, cannot, failed } = texts.receipt;
  const isBlocked = pin?.triesLeft === 0;
  return (
    <div className={shared.answer}>
      {given === null && <p className={shared.prompt}>{prompt.replace('{{name}}', name)}</p>}
      {hasFailed && <PublicAlert kind="error">{failed}</PublicAlert>}
      {isBlocked ? (
        <PublicAlert kind="error">{texts.receipt.pin.blocked}</PublicAlert>
      ) : (
        <Take {...{ receipt, texts, isSending, refused }} onTake={(entered) => send({ answer: 'taken', ...entered })} />
      )}
      {given === null && (
        <button
          type="button"
          className={styles.secondary}
          disabled={isSending}
          onClick={() => send({ answer: 'declined' })}
        >
          {cannot}
        </button>
      )}
    </div>
  );
}

interface TakeProps {
  receipt: Receipt;
  texts: SharedTexts;
  isSending: boolean;
  /** What became of the last PIN. */
  refused: PinRefusal | null;
  onTake(entered: { pin?: string }): void;
}

/** Takes the alarm, with the PIN of a receiver who has one. */
function Take({ receipt: { answer: given, pin }, texts, isSending, refused, onTake }: TakeProps) {
  const { take, stillTake } = texts.receipt;
  const { field, withPin } = usePin({ pin, refused, texts });
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    withPin(onTake);
  }
  return (
    <form className={shared.answer} onSubmit={onSubmit} noValidate>
      {field}
      <button type="submit" className={styles.submit} disabled={isSending}>
        {given === null ? take : stillTake}
      </button>
    </form>
  );
}

/** At the end of the page, where no second press on "take" reaches it; with the PIN as well. */
export function GiveBack({ receipt: { pin }, texts, answer }: AnswerProps & { receipt: Receipt }) {
  const { isSending, hasFailed, refused, send } = useAnswer(answer);
  const { field, withPin } = usePin({ pin, refused, texts });
  if (pin?.triesLeft === 0) return <PublicAlert kind="error">{texts.receipt.pin.blockedGivingBack}</PublicAlert>;
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    withPin((entered) => void send({ answer: 'declined', ...entered }));
  }
  return (
    <form className={shared.answer} onSubmit={onSubmit} noValidate>
      {hasFailed && <PublicAlert kind="error">{texts.receipt.failed}</PublicAlert>}
      {field}
      <button type="submit" className={styles.secondary} disabled={isSending}>
        {texts.receipt.giveBack}
      </button>
    </form>
  );
}

function useAnswer(answer: AnswerProps['answer']) {
  const [isSending, setIsSending] = useState(false);
  const [result, setResult] = useState<SharedAnswer | null>(null);
  async function send(given: GivenAnswer): Promise<void> {
    setIsSending(true);
    setResult(null);
    setResult(await answer(given));
    setIsSending(false);
  }
  return { isSending, hasFailed: result?.arrived === false, refused: result?.refused ?? null, send };
}
