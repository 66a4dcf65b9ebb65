import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './schema-form.module.css';

interface AdvancedSettingsProps {
  /** One of them is not at its default: they are open until somebody closes them. */
  areChanged: boolean;
  /** One of them was refused: they are open. */
  areFaulty: boolean;
  children: ReactNode;
}

/** The settings that a form shows only when somebody asks for more, or when there is something to see. */
export function AdvancedSettings({ areChanged, areFaulty, children }: AdvancedSettingsProps) {
  const { t } = useTranslation();
  const id = useId();
  const [asked, setAsked] = useState<boolean | null>(null);
  const isOpen = areFaulty || (asked ?? areChanged);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div className={styles.advanced}>
      <UnstyledButton
        className={styles.disclosure}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setAsked(!isOpen)}
      >
        <Chevron size={16} aria-hidden />
        {t('settings.advanced')}
      </UnstyledButton>
      <div id={id}>{isOpen && children}</div>
    </div>
  );
}
