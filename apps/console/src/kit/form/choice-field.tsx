import { Button, Input, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import styles from './choice-field.module.css';

interface ChoiceFieldProps {
  label: string;
  /** What is chosen. */
  shown: string;
  children: ReactNode;
}

/** A field whose choices open below it. */
export function ChoiceField({ label, shown, children }: ChoiceFieldProps) {
  const id = useId();
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id: `${id}-label` }}>
      <div>
        <Popover position="bottom-start" trapFocus>
          <Popover.Target>
            <Button
              variant="default"
              fw={400}
              justify="space-between"
              px={12}
              rightSection={<IconChevronDown size={16} aria-hidden />}
              aria-labelledby={`${id}-label ${id}`}
            >
              <span id={id}>{shown}</span>
            </Button>
          </Popover.Target>
          <Popover.Dropdown className={styles.dropdown} aria-labelledby={`${id}-label`}>
            {children}
          </Popover.Dropdown>
        </Popover>
      </div>
    </Input.Wrapper>
  );
}
