import type { Alarm } from '@varde/contract/alarms';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '#data/api/api-error.ts';
import { call } from '#data/api/call.ts';
import { useTakeAlarm } from '#data/live/use-take-alarm.ts';
import { useAlarms } from '#domain/alarms/use-alarms.ts';
import { messageTypeKey } from '#domain/status/alarm-kind.ts';
import styles from './bare-alarms.module.css';

interface Retry {
  onRetry: () => void;
}

/**
 * The open alarms in the place of a bar that could not be rendered: what they are, and how to take them. With as little
 * as possible that could fail in turn.
 */
export function BareAlarms({ onRetry }: Retry) {
  const { t } = useTranslation();
  const open = useAlarms().filter(({ state }) => state !== 'reset');
  return (
    <section className={styles.alarms} data-bare aria-label={t('alarms.regionLabel')}>
      <p role="alert" className={styles.notice}>
        <span>{t('alarms.bare')}</span>
        <button type="button" className={styles.button} onClick={onRetry}>
          {t('common.retry')}
        </button>
      </p>
      <ul className={styles.list} aria-label={t('alarms.listLabel')}>
        {open.map((alarm) => (
          <BareRow key={alarm.alarmId} alarm={alarm} />
        ))}
      </ul>
    </section>
  );
}

/** One alarm in the place of a row that could not be rendered. */
export function BareAlarm({ alarm, onRetry }: { alarm: Alarm } & Retry) {
  const { t } = useTranslation();
  return (
    <BareRow alarm={alarm}>
      <button type="button" className={styles.button} onClick={onRetry}>
        {t('alarms.bareRetry')}
      </button>
    </BareRow>
  );
}

function BareRow({ alarm, children }: { alarm: Alarm; children?: ReactNode }) {
  const { t } = useTranslation();
  const take = useTakeAlarm();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { alarmId, metyId, deviceName, state } = alarm;
  const name = t('alarms.rowLabel', {
    kind: t(`catalogue.messageTypes.${messageTypeKey(metyId)}`),
    name: deviceName,
  });
  async function claim() {
    setBusy(true);
    setFailure(null);
    await call('claimAlarm', { params: { alarmId } }, { repeatable: true }).then(take, (error) =>
      setFailure(t('alarms.claimFailed', { reason: t(`errors.${errorCodeOf(error)}`) })),
    );
    setBusy(false);
  }
  return (
    <li className={styles.row} data-alarm={alarmId} data-state={state} aria-label={name}>
      <strong>{name}</strong>
      <span className={styles.actions}>
        {state === 'open' && alarm.abilities.includes('claim') && (
          <button type="button" className={styles.button} aria-busy={busy} onClick={() => busy || void claim()}>
            {t(busy ? 'alarms.claiming' : 'alarms.claim')}
          </button>
        )}
        <a className={styles.button} href={`#/alarms/${alarmId}`}>
          {t('alarms.details')}
        </a>
        {children}
      </span>
      {failure && <span role="alert">{failure}</span>}
    </li>
  );
}
