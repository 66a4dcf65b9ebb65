import { IconAlertCircle, IconBatteryExclamation } from '@tabler/icons-react';
import { badgesOf, type StatusBadge, type StatusKey, statusByKey, statusColour } from '@varde/catalogue/statuses';
import type { WarningFlags } from '@varde/catalogue/warning-flags';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './status-cell.module.css';
import { statusIcons } from './status-icons.ts';

const badgeIcons: Record<StatusBadge, typeof IconAlertCircle> = {
  generalWarning: IconAlertCircle,
  sensorLowBattery: IconBatteryExclamation,
};

interface StatusCellProps {
  device: { status: StatusKey } & WarningFlags;
  /** The alarm-handling partners' view, where an alarm that was not escalated has another colour. */
  ahp: boolean;
}

/** A device's status: icon, text and colour together, and small badges for events that the status hides. */
export function StatusCell({ device, ahp }: StatusCellProps) {
  const { t } = useTranslation();
  const status = statusByKey(device.status);
  const Icon = statusIcons[status.icon];
  const word = ahp && status.colour === 'alarm' && t(escalationKey(device.escalated));
  const colour = statusColour(status, { ahp, escalated: device.escalated });
  return (
    <span className={styles.cell} data-colour={colour} style={colourStyle(colour)}>
      <Icon size={18} stroke={2} aria-hidden />
      <span className={styles.text}>
        {t(`catalogue.statuses.${device.status}`)}
        {word && <small title={word}>{word}</small>}
      </span>
      {badgesOf(device, status).map((badge) => {
        const Badge = badgeIcons[badge];
        const text = t(`catalogue.badges.${badge}`);
        return (
          <span key={badge} className={styles.badge} role="img" aria-label={text} title={text}>
            <Badge size={15} aria-hidden />
          </span>
        );
      })}
    </span>
  );
}

/** Whether an alarm has come to the alarm centre, in words. */
export const escalationKey = (escalated: boolean) =>
  escalated ? ('alarms.escalated' as const) : ('alarms.notEscalated' as const);

/** The colours of the status scale for one element. */
export function colourStyle(colour: string): CSSProperties {
  return {
    '--status-colour': `var(--varde-status-${colour})`,
    '--status-soft': `var(--varde-status-${colour}-soft)`,
  } as CSSProperties;
}
