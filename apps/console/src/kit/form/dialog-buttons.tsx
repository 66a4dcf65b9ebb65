import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './dialog-buttons.module.css';
import { Failure } from './failure.tsx';
import { SteadyButton } from './steady-button.tsx';

/** The foot of a dialog: the error, Cancel, and the main button, which submits the form unless it has a handler. */
export function DialogButtons({
  failure = null,
  busy = false,
  disabled = false,
  destructive = false,
  onCancel,
  onProceed,
  children,
}: {
  failure?: string | null;
  busy?: boolean;
  disabled?: boolean;
  destructive?: boolean;
  onCancel: () => void;
  onProceed?: () => void;
  /** Label of the main button. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end" className={styles.buttons}>
      <Failure text={failure} />
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <SteadyButton
        type={onProceed ? 'button' : 'submit'}
        {...(destructive && { color: 'red' })}
        loading={busy}
        disabled={disabled}
        {...(onProceed && { onClick: onProceed })}
      >
        {children}
      </SteadyButton>
    </Group>
  );
}
