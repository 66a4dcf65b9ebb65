import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';

type SteadyButtonProps = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>;

/**
 * A button that keeps the focus while it works, and when there is nothing more to do: the browser takes it away from one
 * that is disabled. It looks and counts as disabled, and does nothing.
 */
export function SteadyButton({ disabled = false, loading = false, onClick, ...props }: SteadyButtonProps) {
  const rests = disabled || loading;
  return (
    <Button
      {...props}
      {...{ disabled, loading }}
      renderRoot={(root) => (
        <button
          {...root}
          disabled={false}
          aria-disabled={rests || undefined}
          onClick={rests ? (event) => event.preventDefault() : onClick}
        />
      )}
    />
  );
}
