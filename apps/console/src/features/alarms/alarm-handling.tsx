import { Button } from '@mantine/core';
import { IconArrowBackUp, IconHandStop, IconListDetails, IconMap2, IconRotate } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { Alarm } from '@varde/contract/alarms';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import styles from './alarm-row.module.css';
import { useAlarmActions } from './use-alarm-actions.tsx';

/** Who handles the alarm, the actions that the user may perform on it, and the reason of a failed one. */
export function AlarmHandling({ alarm, onReset }: { alarm: Alarm; onReset: () => void }) {
  const { t } = useTranslation();
  const { claim, release, reset, busy, failure } = useAlarmActions(alarm);
  const { userId } = useSession();
  const may = (ability: Alarm['abilities'][number]) => alarm.abilities.includes(ability);
  const isOwn = alarm.claimedBy?.userId === userId;
  return (
    <>
      <Handler alarm={alarm} />
      <div className={styles.actions}>
        {may('claim') && (
          <Button
            size="xs"
            leftSection={<IconHandStop size={16} aria-hidden />}
            aria-busy={busy}
            onClick={() => void claim()}
          >
            {t(isOwn ? 'alarms.claimAgain' : 'alarms.claim')}
          </Button>
        )}
        {may('release') && (
          <Button
            size="xs"
            variant={isOwn ? 'default' : 'subtle'}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            aria-busy={busy}
            onClick={() => void release()}
          >
            {t('alarms.release')}
          </Button>
        )}
        {may('reset') && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRotate size={16} aria-hidden />}
            // After the dialog has given the focus back.
            onClick={() => void reset().then((done) => done && setTimeout(onReset, 0))}
          >
            {t('alarms.reset')}
          </Button>
        )}
        <ShowDevice alarm={alarm} />
      </div>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </>
  );
}

/** Who claimed the alarm, or reset it. */
function Handler({ alarm: { state, claimedBy, resetBy } }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const { userId } = useSession();
  const person = state === 'reset' ? resetBy : claimedBy;
  if (!person) return <span className={styles.handler}>{state === 'reset' && t('alarms.ended')}</span>;
  const isOwn = person.userId === userId;
  const texts = {
    open: isOwn ? t('alarms.newSignalAfterYou') : t('alarms.newSignal', { name: person.name }),
    claimed: isOwn ? t('alarms.claimedByYou') : t('alarms.claimedBy', { name: person.name }),
    reset: isOwn ? t('alarms.resetByYou') : t('alarms.resetBy', { name: person.name }),
  };
  return (
    <span className={styles.handler} title={texts[state]}>
      {texts[state]}
    </span>
  );
}

function ShowDevice({ alarm: { deviId, dehaId } }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const positioning = hardwareById(dehaId)?.capabilities.positioning ?? false;
  const Icon = positioning ? IconMap2 : IconListDetails;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/mapsingle/$deviId" params={{ deviId: String(deviId) }} />}
    >
      {t(positioning ? 'alarms.showMap' : 'alarms.showLog')}
    </Button>
  );
}
