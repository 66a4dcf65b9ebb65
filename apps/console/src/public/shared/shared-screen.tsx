import type { SharedAlarm } from '@varde/contract/sharing';
import type { ReactNode } from 'react';
import { timeFormats } from '#ui/time-format.ts';
import { tokenOf } from '../access/token-of.ts';
import { PublicAlert } from '../form/public-alert.tsx';
import styles from '../public.module.css';
import type { PublicScreenProps } from '../screen-props.ts';
import { KinSection } from './kin-section.tsx';
import { AnswerButtons, GiveBack, reachText, statusOf } from './receipt.tsx';
import shared from './shared-screen.module.css';
import { type SharedTexts, sharedTexts } from './shared-texts.ts';
import { type SharedLink, useSharedAlarm } from './use-shared-alarm.ts';
import { Where } from './where.tsx';

/**
 * An alarm for the holder of a link: somebody with whom it was shared, or a receiver of its messages, who answers here.
 * Nothing of it is shown once it is over.
 */
export function SharedScreen({ language, hash }: PublicScreenProps) {
  const texts = sharedTexts[language];
  const { state, ...link } = useSharedAlarm(tokenOf(hash));
  const zone = state.kind === 'shown' ? state.alarm.timeZone : undefined;
  const at = timeFormats(language, zone).exact;
  return (
    <>
      <title>{`${texts.title} – Varde`}</title>
      {state.kind === 'shown' ? (
        <Facts alarm={state.alarm} texts={texts} at={at} now={state.at} link={link}>
          {(state.stale ? texts.stale : texts.live).replace('{{at}}', at(state.at))}
        </Facts>
      ) : (
        <h1 className={styles.title}>{texts.title}</h1>
      )}
      {state.kind === 'loading' && <p className={styles.intro}>{texts.loading}</p>}
      {state.kind === 'over' && <PublicAlert kind="done">{texts.over}</PublicAlert>}
      {state.kind === 'invalid' && <PublicAlert kind="error">{texts.errors.linkInvalid}</PublicAlert>}
      {state.kind === 'ended' && <PublicAlert kind="error">{texts.ended[state.why]}</PublicAlert>}
      {state.kind === 'unreachable' && <PublicAlert kind="error">{texts.errors.other}</PublicAlert>}
    </>
  );
}

interface FactsProps {
  alarm: SharedAlarm;
  texts: SharedTexts;
  /** A time, in words. */
  at: (time: number) => string;
  /** When the server was asked. */
  now: number;
  link: SharedLink;
  /** How fresh it is. */
  children: ReactNode;
}

function Facts({ alarm, texts, at, now, link, children }: FactsProps) {
  const { answer, setHours, imageUrl } = link;
  const kinds: Record<string, string> = texts.kinds;
  const reach = reachText(alarm, texts);
  const { kind, name, state, happenedAt, lastSignalAt, signalCount, place, receipt, kin } = alarm;
  return (
    <>
      <h1 className={styles.title}>{`${kinds[kind] ?? texts.kinds.alarm}: ${name}`}</h1>
      <p className={state === 'open' ? styles.error : styles.done} role="status">
        <span>{statusOf(alarm, texts)}</span>
        {reach && (
          <>
            {' '}
            <span className={styles.hint}>{reach}</span>
          </>
        )}
      </p>
      {receipt !== null && <AnswerButtons receipt={receipt} texts={texts} answer={answer} />}
      <dl className={shared.facts}>
        <dt>{texts.happened}</dt>
        <dd>
          <span>{at(happenedAt)}</span>
          {signalCount > 1 && (
            <span className={shared.more}>
              {texts.signals.replace('{{count}}', String(signalCount)).replace('{{at}}', at(lastSignalAt))}
            </span>
          )}
        </dd>
        <dt>{texts.place}</dt>
        <dd>{place === null ? texts.noPlace : <Where place={place} texts={texts} at={at} />}</dd>
      </dl>
      {kin && <KinSection {...{ kin, texts, at, now, imageUrl, setHours }} pin={receipt?.pin ?? null} />}
      <p className={styles.help}>{children}</p>
      {receipt?.answer === 'taken' && <GiveBack receipt={receipt} texts={texts} answer={answer} />}
    </>
  );
}
