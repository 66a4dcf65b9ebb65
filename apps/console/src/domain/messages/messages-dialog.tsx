import type { ListedDevice } from '@varde/contract/devices';
import i18next from 'i18next';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DeviceMessages } from './device-messages.tsx';

/** Shows the messages to a device, and sends new ones. */
export async function openMessagesDialog(device: ListedDevice): Promise<void> {
  await openDialog<void>({
    title: i18next.t('messages.of', { name: device.deviceName }),
    content: () => <DeviceMessages device={device} />,
  });
}
