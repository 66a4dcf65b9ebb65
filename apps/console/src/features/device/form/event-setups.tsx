import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Output } from '#data/api/call.ts';
import styles from './settings-page.module.css';

/** Whose notification list counts for alarms of the device, and the way to it, for users who may see it. */
export function EventSetups({ settings }: { settings: Output<'getSettings'> }) {
  const { t } = useTranslation();
  const { deviId, deviceEventSetups } = settings;
  if (!deviceEventSetups) return null;
  return (
    <p className={styles.kept}>
      <span>{t(`settingsPage.eventSetups.${deviceEventSetups}`)}</span>{' '}
      <Anchor href={`#/event_setup/${deviId}`} inherit underline="always">
        {t('settingsPage.eventSetups.open')}
      </Anchor>
    </p>
  );
}
