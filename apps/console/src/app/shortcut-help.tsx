import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { alarmKeys } from '#features/alarms/alarm-keys.ts';
import type { Area } from './navigation.ts';
import styles from './shell.module.css';

const alarmKeyNames = Object.keys(alarmKeys) as (keyof typeof alarmKeys)[];

/** The keys and what they do. */
export function ShortcutHelp({ areas }: { areas: readonly Area[] }) {
  const { t } = useTranslation();
  return (
    <dl className={styles.keys}>
      <dt>
        <Kbd>/</Kbd>
      </dt>
      <dd>{t('shortcuts.search')}</dd>
      <dt>
        <Kbd>Ctrl</Kbd>
        <Kbd>K</Kbd>
      </dt>
      <dd>{t('shell.openPalette')}</dd>
      {areas.map(
        ({ key, shortcut }) =>
          shortcut && (
            <div key={key} style={{ display: 'contents' }}>
              <dt>
                <Kbd>g</Kbd>
                <Kbd>{shortcut}</Kbd>
              </dt>
              <dd>{t('shortcuts.go', { area: t(`shell.areas.${key}`) })}</dd>
            </div>
          ),
      )}
      <dt>
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd>
      </dt>
      <dd>{t('shortcuts.alarms')}</dd>
      {alarmKeyNames.map((name) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>
            <Kbd>{alarmKeys[name]}</Kbd>
          </dt>
          <dd>{t(`shortcuts.alarmKeys.${name}`)}</dd>
        </div>
      ))}
      <dt>
        <Kbd>h</Kbd>
      </dt>
      <dd>{t('shortcuts.actions')}</dd>
      <dt>
        <Kbd>?</Kbd>
      </dt>
      <dd>{t('shortcuts.help')}</dd>
    </dl>
  );
}
