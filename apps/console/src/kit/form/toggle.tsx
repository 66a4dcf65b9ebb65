import { Switch, type SwitchProps } from '@mantine/core';

interface ToggleProps extends SwitchProps {
  label: string;
}

/**
 * A switch whose name is its label. Mantine's lies in its `<label>` with its description, which belongs to its name then and
 * is read out twice.
 */
export function Toggle(props: ToggleProps) {
  return <Switch aria-label={props.label} {...props} />;
}
