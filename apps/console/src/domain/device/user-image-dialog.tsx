import type { ListedDevice } from '@varde/contract/devices';
import i18next from 'i18next';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { UserImage } from './user-image.tsx';

/** Shows the image of a device's wearer. */
export function openUserImageDialog({ deviId, deviceName, userImageVersion }: ListedDevice): Promise<void> {
  return openDialog<void>({
    title: i18next.t('deviceHeader.userImageOf', { name: deviceName }),
    content: () => <UserImage deviId={deviId} version={userImageVersion} />,
  }) as Promise<void>;
}
