import { ActionIcon, Button } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './sound-controls.module.css';
import type { AlarmSound } from './use-alarm-sound.ts';

/** Shows whether alarms are heard, and turns the sound off and on for this user. */
export function MuteToggle({ sound }: { sound: AlarmSound }) {
  const { t } = useTranslation();
  const label = sound.muted ? t('alarms.soundOff') : t('alarms.soundOn');
  const Icon = sound.muted ? IconVolumeOff : IconVolume;
  return (
    <ActionIcon
      variant={sound.muted ? 'light' : 'subtle'}
      color={sound.muted ? 'red.8' : 'gray'}
      className={styles.toggle}
      data-muted={sound.muted ? '' : undefined}
      size="lg"
      aria-pressed={!sound.muted}
      aria-label={t('alarms.sound')}
      title={label}
      onClick={sound.toggleMute}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  );
}

/** A bar that stays until the browser lets the alarms be heard. */
export function SoundBlockedBar({ sound }: { sound: AlarmSound }) {
  const { t } = useTranslation();
  if (!sound.blocked) return null;
  return (
    <div className={styles.bar} role="status">
      <IconVolumeOff size={18} aria-hidden />
      <span>{t('alarms.soundBlocked')}</span>
      <Button size="compact-sm" onClick={sound.enable}>
        {t('alarms.enableSound')}
      </Button>
    </div>
  );
}
