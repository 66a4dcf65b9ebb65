import { Button, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface UnavailableButtonProps {
  icon: ReactNode;
  /** Why it cannot be used. */
  reason: string;
  children: ReactNode;
}

/** A disabled button that says why. It can have the focus, so that a screen reader reads the reason. */
export function UnavailableButton({ icon, reason, children }: UnavailableButtonProps) {
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
      <Button
        size="xs"
        variant="default"
        data-disabled
        aria-disabled
        leftSection={icon}
        onClick={(event) => event.preventDefault()}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
