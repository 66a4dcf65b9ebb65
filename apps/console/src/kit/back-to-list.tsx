import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import styles from '#ui/panes.module.css';

/** From what is chosen back to the list, on screens that show one at a time. */
export function BackToList({ name, onBack }: { name: string; onBack: () => void }) {
  return (
    <Button
      className={styles.back}
      variant="subtle"
      size="compact-md"
      leftSection={<IconChevronLeft size={18} aria-hidden />}
      onClick={onBack}
    >
      {name}
    </Button>
  );
}
