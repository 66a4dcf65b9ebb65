import { Button } from '@mantine/core';
import { IconHandStop, IconListDetails, IconMap2, IconRotate } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { statusColour } from '@varde/catalogue/statuses';
import type { Alarm } from '@varde/contract/alarms';
import { useTranslation } from 'react-i18next';
import { useSession } from '#kit/session.ts';
import { messageTypeKey, statusOfAlarm } from '#kit/status/alarm-kind.ts';
import { colourStyle } from '#kit/status/status-cell.tsx';
import { statusIcons } from '#kit/status/status-icons.ts';
import { AlarmAge, AlarmPlace, AlarmSource } from './alarm-facts.tsx';
import styles from './alarm-row.module.css';
import { useAlarmActions } from './use-alarm-actions.tsx';

/**
 * One open alarm with what somebody must know to act, and the actions. Its colour is that of its device in the list:
 * in the alarm-handling partners' view another one, since nothing hands an alarm on to them yet.
 */
export function AlarmRow({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const { context } = useSession();
  const status = statusOfAlarm(alarm.metyId);
  const Icon = statusIcons[status.icon];
  const kind = t(`catalogue.messageTypes.${messageTypeKey(alarm.metyId)}`);
  return (
    <li
      className={styles.row}
      data-claimed={alarm.state === 'claimed' ? '' : undefined}
      style={colourStyle(statusColour(status, { ahp: context === 'AHP', escalated: false }))}
      aria-label={t('alarms.rowLabel', { kind, name: alarm.deviceName })}
    >
      <span className={styles.icon}>
        <Icon size={22} aria-hidden />
      </span>
      <div className={styles.what}>
        <span className={styles.kind}>{kind}</span>
        <span className={styles.age}>
          <AlarmAge alarm={alarm} />
        </span>
      </div>
      <div className={styles.who}>
        <Link to="/mapsingle/$deviId" params={{ deviId: String(alarm.deviId) }} className={styles.name}>
          {alarm.deviceName}
        </Link>
        <span className={styles.dim}>{alarm.custName}</span>
      </div>
      <div className={styles.where}>
        <span>
          <AlarmPlace alarm={alarm} />
        </span>
        <span className={styles.dim}>
          <AlarmSource alarm={alarm} />
        </span>
      </div>
      <Handling alarm={alarm} />
    </li>
  );
}

function Handling({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const { claim, claiming, reset } = useAlarmActions(alarm);
  const { userId } = useSession();
  const { state, claimedBy } = alarm;
  const positioning = hardwareById(alarm.dehaId)?.capabilities.positioning ?? false;
  return (
    <div className={styles.actions}>
      {claimedBy && (
        <span className={styles.claimed} data-again={state === 'open' ? '' : undefined}>
          {t(state === 'open' ? 'alarms.newSignal' : 'alarms.claimedBy', { name: claimedBy.name })}
        </span>
      )}
      {state === 'open' && alarm.abilities.includes('claim') && (
        <Button
          size="xs"
          leftSection={<IconHandStop size={16} aria-hidden />}
          loading={claiming}
          onClick={claim}
        >
          {t(claimedBy?.userId === userId ? 'alarms.claimAgain' : 'alarms.claim')}
        </Button>
      )}
      {alarm.abilities.includes('reset') && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRotate size={16} aria-hidden />}
          onClick={reset}
        >
          {t('alarms.reset')}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={
          positioning ? <IconMap2 size={16} aria-hidden /> : <IconListDetails size={16} aria-hidden />
        }
        renderRoot={(props) => (
          <Link {...props} to="/mapsingle/$deviId" params={{ deviId: String(alarm.deviId) }} />
        )}
      >
        {t(positioning ? 'alarms.showMap' : 'alarms.showLog')}
      </Button>
    </div>
  );
}
