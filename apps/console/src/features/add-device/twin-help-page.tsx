import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '#kit/page-title.tsx';
import styles from './add-device-page.module.css';

/** Explains twins and how they behave. */
export function TwinHelpPage() {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <PageTitle text={t('twin.help.title')} />
      <h1 className={styles.title}>{t('twin.help.title')}</h1>
      <Text size="sm">{t('twin.help.what')}</Text>
      <List size="sm" spacing="xs">
        <List.Item>{t('twin.help.list')}</List.Item>
        <List.Item>{t('twin.help.alarms')}</List.Item>
        <List.Item>{t('twin.help.note')}</List.Item>
        <List.Item>{t('twin.help.swap')}</List.Item>
        <List.Item>{t('twin.help.separate')}</List.Item>
      </List>
    </div>
  );
}
