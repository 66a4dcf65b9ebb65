import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { statusColour } from '@varde/catalogue/statuses';
import type { Alarm } from '@varde/contract/alarms';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { isTaken } from '#domain/alarms/alarm-groups.ts';
import { messageTypeKey, statusOfAlarm } from '#domain/status/alarm-kind.ts';
import { colourStyle, escalationKey } from '#domain/status/status-cell.tsx';
import { statusIcons } from '#domain/status/status-icons.ts';
import { useKeptFocus } from '#kit/steady/use-kept-focus.ts';
import { ErrorBoundary } from '#ui/error-boundary.tsx';
import { AlarmAge, AlarmContact, AlarmPlace } from './alarm-facts.tsx';
import { AlarmHandling } from './alarm-handling.tsx';
import { alarmKeys } from './alarm-keys.ts';
import styles from './alarm-row.module.css';
import { BareAlarm } from './bare-alarms.tsx';
import { AlarmContext } from './late-context.ts';

interface AlarmRowProps {
  alarm: Alarm;
  /** Called when the user begins to reset it here; what it returns, once it is reset. */
  onResetting: () => () => void;
}

/** One alarm. What its row throws costs neither the other rows nor the way to take it; a change of it is another try. */
export function AlarmRow(props: AlarmRowProps) {
  const { alarm } = props;
  return (
    <ErrorBoundary resetOn={{ rev: alarm.rev }} fallback={(retry) => <BareAlarm alarm={alarm} onRetry={retry} />}>
      <Row {...props} />
    </ErrorBoundary>
  );
}

/**
 * One alarm with the facts needed to act, and its actions. It has the colour of its device in the list: in the
 * alarm-handling partners' view another one, with words, until it has come to the alarm centre.
 */
function Row({ alarm, onResetting }: AlarmRowProps) {
  const { t } = useTranslation();
  const ahp = useSession().context === 'AHP';
  const escalated = alarm.escalatedAt !== null;
  const row = useRef<HTMLLIElement>(null);
  useKeptFocus(row); // its buttons change with its alarm
  const [expanded, setExpanded] = useState(false);
  const status = statusOfAlarm(alarm.metyId);
  const Icon = statusIcons[status.icon];
  const kind = t(`catalogue.messageTypes.${messageTypeKey(alarm.metyId)}`);
  return (
    <li
      ref={row}
      tabIndex={-1}
      className={styles.row}
      data-alarm={alarm.alarmId}
      data-state={alarm.state === 'claimed' && !isTaken(alarm) ? 'open' : alarm.state}
      style={colourStyle(statusColour(status, { ahp, escalated }))}
      aria-label={t('alarms.rowLabel', { kind, name: alarm.deviceName })}
    >
      <span className={styles.start}>
        {alarm.state !== 'reset' && (
          <button
            type="button"
            className={styles.expander}
            aria-expanded={expanded}
            aria-keyshortcuts={alarmKeys.details}
            aria-label={t('alarms.details')}
            onClick={() => setExpanded(!expanded)}
          >
            <IconChevronRight size={18} aria-hidden />
          </button>
        )}
        <span className={styles.icon}>
          <Icon size={22} aria-hidden />
        </span>
      </span>
      <div className={styles.who}>
        <Link to="/mapsingle/$deviId" params={{ deviId: String(alarm.deviId) }} className={styles.name}>
          {alarm.deviceName}
        </Link>
        <span className={styles.status}>
          <span className={styles.kind}>{kind}</span> {alarm.geofence && <span>{`«${alarm.geofence}» `}</span>}
          <AlarmAge alarm={alarm} />
          {ahp && <span className={styles.escalation}>{t(escalationKey(escalated))}</span>}
        </span>
      </div>
      <div className={styles.where}>
        <AlarmPlace alarm={alarm} />
      </div>
      <div className={styles.contact}>
        <AlarmContact alarm={alarm} />
      </div>
      <AlarmHandling alarm={alarm} onResetting={onResetting} />
      {expanded && <AlarmContext alarm={alarm} />}
    </li>
  );
}
