import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from '#ui/panes.module.css';

/** Returns from the chosen record to the list, on screens that show one at a time. */
export function BackToList({ name, onBack }: { name: string; onBack: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      className={styles.back}
      variant="subtle"
      size="compact-md"
      leftSection={<IconChevronLeft size={18} aria-hidden />}
      onClick={onBack}
    >
      {t('common.backTo', { list: name })}
    </Button>
  );
}
