import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClock, IconClockX, IconSend } from '@tabler/icons-react';
import type { CommandState as State } from '@varde/contract/commands';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '#kit/relative-time.tsx';
import styles from './command-state.module.css';

const icons: Record<State, typeof IconClock> = {
  pending: IconClock,
  sent: IconSend,
  confirmed: IconCircleCheck,
  failed: IconAlertTriangle,
  expired: IconClockX,
  cancelled: IconCircleX,
};

interface CommandStateProps {
  state: State;
  reason: string | null;
  /** The device's own words when it refused. */
  answer?: string | null;
  /** When it entered this state. */
  at: number;
  /** The device has received it, which proves nothing about its values. */
  isReceipt?: boolean;
}

/** Progress of a command to a device, the reason of a failure, and the time. */
export function CommandState({ state, reason, answer = null, at, isReceipt = false }: CommandStateProps) {
  const { t } = useTranslation();
  const Icon = icons[state];
  return (
    <span className={styles.state} data-state={state}>
      <Icon size={16} aria-hidden />
      <span>{isReceipt ? t('commandStates.received') : t(`commandStates.states.${state}`)}</span>
      {reason !== null && <span>{reasonText(reason)}</span>}
      {answer !== null && <span>{t('commandStates.answer', { answer })}</span>}
      <span className={styles.dim}>
        <RelativeTime time={at} />
      </span>
    </span>
  );
}

/** Why a command failed, in words. */
export function reasonText(reason: string): string {
  const path = `commandStates.reasons.${reason}`;
  return i18next.exists(path) ? i18next.t(path as 'commandStates.reasons.noAnswer') : reason;
}
