import { ActionIcon, Button } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { longestMuteMs } from '#data/mute.ts';
import { notifyFailure } from '#kit/state/notify.ts';
import { useTimeWords } from '#kit/time-words.ts';
import { loadAlarmQuestions } from './load-alarm-questions.ts';
import type { AlarmSound } from './play-alarm-sound.ts';
import styles from './sound-control.module.css';

/** State of the alarm sound on this screen, always visible, with the buttons that change it. */
export function SoundControl({ sound }: { sound: AlarmSound }) {
  const { t } = useTranslation();
  const text = useSoundText(sound);
  const silent = sound.blocked || sound.mutedUntil !== null;
  const Icon = silent ? IconVolumeOff : IconVolume;
  const toggle = useToggle(sound);
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
        <Button size="compact-sm" className={styles.change} onClick={sound.blocked ? sound.enable : toggle}>
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
        onClick={toggle}
      >
        <Icon size={20} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** Turns the sound on, or off: while alarms wait for somebody to take them, once more asked. */
function useToggle({ mutedUntil, waiting, toggleMute }: AlarmSound): () => void {
  const { t } = useTranslation();
  const words = useTimeWords();
  async function ask() {
    const now = Date.now();
    const dialog = await loadAlarmQuestions().catch(() => null);
    if (dialog === null) notifyFailure(t('common.partFailed'));
    else if (await dialog.askMute(waiting, words.at(now + longestMuteMs, now))) toggleMute();
  }
  return () => (mutedUntil === null && waiting > 0 ? void ask() : toggleMute());
}

function useSoundText({ mutedUntil, blocked, waiting }: AlarmSound): string {
  const { t } = useTranslation();
  const words = useTimeWords();
  if (blocked) return t('alarms.soundBlocked');
  const now = Date.now();
  const at = words.at(mutedUntil ?? now + longestMuteMs, now);
  if (mutedUntil === null) return t('alarms.soundOn', { at });
  return waiting > 0 ? t('alarms.soundOffWaiting', { count: waiting, at }) : t('alarms.soundOff', { at });
}
