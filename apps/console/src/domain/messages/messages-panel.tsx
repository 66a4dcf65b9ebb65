import { Paper } from '@mantine/core';
import type { DeviceDetail } from '@varde/contract/devices';
import { DeviceMessages } from './device-messages.tsx';

/**
 * The messages to a device on its page; absent for devices without a display, and for users who may not send messages.
 */
export function MessagesPanel({ device }: { device: DeviceDetail }) {
  if (!device.actions.includes('message')) return null;
  return (
    <Paper withBorder p="md">
      <DeviceMessages device={device} />
    </Paper>
  );
}
