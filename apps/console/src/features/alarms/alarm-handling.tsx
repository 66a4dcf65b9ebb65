import { ActionIcon, Button } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconHandStop,
  IconListDetails,
  IconMap2,
  IconRotate,
  IconShare,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { Alarm } from '@varde/contract/alarms';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { alarmKeys } from './alarm-keys.ts';
import { AlarmReach } from './alarm-reach.tsx';
import styles from './alarm-row.module.css';
import { useAlarmActions } from './use-alarm-actions.tsx';
import { useHandlerWords } from './use-handler-words.ts';

interface AlarmHandlingProps {
  alarm: Alarm;
  /** Called when the user begins to reset it; what it returns, once it is reset. */
  onResetting: () => () => void;
}

/** The handler of the alarm, the actions that the user may perform on it, and the error of a failed one. */
export function AlarmHandling({ alarm, onResetting }: AlarmHandlingProps) {
  const { t } = useTranslation();
  const { claim, claimLabel, release, handOver, share, reset, busy, failure } = useAlarmActions(alarm);
  const { userId } = useSession();
  const may = (ability: Alarm['abilities'][number]) => alarm.abilities.includes(ability);
  const isOwn = alarm.claimedBy?.userId === userId;
  async function resetHere() {
    const onReset = onResetting();
    // After the dialog has returned the focus.
    if (await reset()) setTimeout(onReset, 0);
  }
  return (
    <div className={styles.handling}>
      <Handler alarm={alarm} />
      <div className={styles.actions} data-actions>
        {may('claim') && (
          <Button
            size="xs"
            aria-keyshortcuts={alarmKeys.claim}
            leftSection={<IconHandStop size={16} aria-hidden />}
            aria-busy={busy}
            onClick={() => void claim()}
          >
            {claimLabel}
          </Button>
        )}
        {may('release') && may('claim') && (
          <SmallButton name={t('alarms.release')} icon={IconArrowBackUp} busy={busy} onClick={() => void release()} />
        )}
        {may('release') && !may('claim') && (
          <Button
            size="xs"
            variant={isOwn ? 'default' : 'subtle'}
            className={styles.quiet}
            title={t('alarms.release')} // where there is room for its icon alone
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            aria-busy={busy}
            onClick={() => void release()}
          >
            {t('alarms.release')}
          </Button>
        )}
        {may('handOver') && (
          <SmallButton
            name={t('alarms.handOver')}
            shortcut={alarmKeys.handOver}
            icon={IconArrowForwardUp}
            busy={busy}
            onClick={() => void handOver()}
          />
        )}
        {may('share') && (
          <SmallButton name={t('alarms.share')} icon={IconShare} busy={busy} onClick={() => void share()} />
        )}
        {may('reset') && (
          <Button
            size="xs"
            aria-keyshortcuts={alarmKeys.reset}
            // Neutral until the alarm is claimed.
            variant={alarm.state === 'claimed' ? 'default' : 'subtle'}
            className={alarm.state === 'claimed' ? undefined : styles.quiet}
            title={t('alarms.reset')}
            leftSection={<IconRotate size={16} aria-hidden />}
            onClick={() => void resetHere()}
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
    </div>
  );
}

interface SmallButtonProps {
  name: string;
  shortcut?: string;
  icon: typeof IconArrowBackUp;
  busy: boolean;
  onClick: () => void;
}

/** Where there is no room for the label. */
function SmallButton({ name, shortcut, icon: Icon, busy, onClick }: SmallButtonProps) {
  return (
    <ActionIcon
      size={30}
      variant="default"
      aria-label={name}
      aria-keyshortcuts={shortcut}
      title={name}
      aria-busy={busy}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

/** Who claimed the alarm, handed it over or reset it; of one that nobody has taken whether anybody has been reached. */
function Handler({ alarm }: { alarm: Alarm }) {
  const words = useHandlerWords(alarm);
  return (
    <span className={styles.handler} title={words || undefined}>
      {alarm.state !== 'reset' && <AlarmReach alarm={alarm} />} {words && <span>{words}</span>}
    </span>
  );
}

function ShowDevice({ alarm: { deviId, dehaId } }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const positioning = hardwareById(dehaId)?.capabilities.positioning ?? false;
  const Icon = positioning ? IconMap2 : IconListDetails;
  const name = t(positioning ? 'alarms.showMap' : 'alarms.showLog');
  return (
    <ActionIcon
      size={30}
      variant="default"
      className={styles.show}
      aria-label={name}
      title={name}
      renderRoot={(props) => <Link {...props} to="/mapsingle/$deviId" params={{ deviId: String(deviId) }} />}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
