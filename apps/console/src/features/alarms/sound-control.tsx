import { ActionIcon, Button } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useTimeWords } from '#kit/time-words.ts';
import type { AlarmSound } from './play-alarm-sound.ts';
import styles from './sound-control.module.css';

/** State of the alarm sound on this screen, always visible, with the buttons that change it. */
export function SoundControl({ sound }: { sound: AlarmSound }) {
  const { t } = useTranslation();
  const text = useSoundText(sound);
  const silent = sound.blocked || sound.mutedUntil !== null;
  const Icon = silent ? IconVolumeOff : IconVolume;
  return (
    <div className={styles.control} data-warning={silent && (sound.blocked || sound.waiting > 0) ? '' : undefined}>
      <span role="status" className={styles.text}>
        {silent && text}
      </span>
      {silent && (
        <span className={styles.short} aria-hidden>
          {t('alarms.soundIsOff')}
        </span>
      )}
      {sound.silence && !silent && (
        <Button size="compact-sm" variant="default" title={t('alarms.silenceHelp')} onClick={sound.silence}>
          {t('alarms.silence')}
        </Button>
      )}
      {silent && (
        <Button size="compact-sm" className={styles.change} onClick={sound.blocked ? sound.enable : sound.toggleMute}>
          {t('alarms.enableSound')}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        className={styles.toggle}
        size={32}
        aria-pressed={sound.mutedUntil === null}
        aria-label={t('alarms.sound')}
        title={text}
        onClick={sound.toggleMute}
      >
        <Icon size={20} aria-hidden />
      </ActionIcon>
    </div>
  );
}

function useSoundText({ mutedUntil, blocked, waiting }: AlarmSound): string {
  const { t } = useTranslation();
  const words = useTimeWords();
  if (blocked) return t('alarms.soundBlocked');
  if (mutedUntil === null) return t('alarms.soundOn');
  if (waiting > 0) return t('alarms.soundOffWaiting', { count: waiting });
  return t('alarms.soundOff', { at: words.at(mutedUntil, Date.now()) });
}
