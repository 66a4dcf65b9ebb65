import { Button } from '@mantine/core';
import type { Alarm } from '@varde/contract/alarms';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { isTaken } from '#domain/alarms/alarm-groups.ts';
import { messageTypeKey } from '#domain/status/alarm-kind.ts';
import styles from './alarm-bar.module.css';
import { AlarmAge } from './alarm-facts.tsx';
import { useAlarmActions } from './use-alarm-actions.tsx';
import { useHandlerWords } from './use-handler-words.ts';

/** The alarm of the device whose page is open, with the action that comes next; all others are in its row. */
export function DeviceAlarm({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const { userId } = useSession();
  const { claim, claimLabel, reset, busy, failure } = useAlarmActions(alarm);
  const handler = useHandlerWords(alarm);
  const may = (ability: Alarm['abilities'][number]) => alarm.abilities.includes(ability);
  const isOwn = isTaken(alarm) && alarm.claimedBy?.userId === userId;
  return (
    <div className={styles.own} data-guarded data-own>
      <span className={styles.ownText} role={failure ? 'alert' : undefined}>
        {failure ?? (
          <>
            <strong>{t(`catalogue.messageTypes.${messageTypeKey(alarm.metyId)}`)}</strong>{' '}
            <span>{handler || <AlarmAge alarm={alarm} />}</span>
          </>
        )}
      </span>
      {may('claim') && (
        <Button size="compact-sm" variant="white" aria-busy={busy} onClick={() => void claim()}>
          {claimLabel}
        </Button>
      )}
      {isOwn && may('reset') && (
        <Button size="compact-sm" variant="default" onClick={() => void reset()}>
          {t('alarms.reset')}
        </Button>
      )}
    </div>
  );
}
