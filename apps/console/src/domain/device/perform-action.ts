import type { QueryClient } from '@tanstack/react-query';
import type { PressedActionKey } from '@varde/catalogue/device-actions';
import type { ListedDevice } from '@varde/contract/devices';
import i18next from 'i18next';
import { call } from '#data/api/call.ts';
import { notifyDone, notifyFailure } from '#kit/state/notify.ts';
import { withAdministrationTexts, withDevicePageTexts } from '#texts/i18n.ts';
import { notifyError } from '../errors/notify-error.ts';

/** Asks for confirmation or values where the command needs them, queues the command and reports the outcome. */
export async function sendCommand(key: PressedActionKey, device: ListedDevice, cache: QueryClient): Promise<void> {
  const { t } = i18next;
  const { deviId, deviceName: name } = device;
  const ask = await withDevicePageTexts(() => import('./ask-before-action.tsx')).catch(() => null);
  if (ask === null) return notifyFailure(t('common.partFailed'));
  const body = await ask.askBeforeAction(key, device);
  if (body === null) return;
  try {
    const { reason } = await call('performAction', { params: { deviId, action: key }, body });
    const action = t(`actions.names.${key}`);
    notifyDone(t(ask.outcomeText(key, reason, device), { action, name }));
    await cache.invalidateQueries({ queryKey: ['listCommands', { params: { deviId } }] });
  } catch (error) {
    notifyError(error);
  }
}

/** Loads a dialog with its texts, and opens it. */
async function openLoaded<Part>(load: () => Promise<Part>, open: (part: Part) => Promise<void>): Promise<void> {
  const part = await load().catch(() => null);
  if (part === null) notifyFailure(i18next.t('common.partFailed'));
  else await open(part);
}

/** Opens the note on a device. */
export const openNote = (device: ListedDevice): Promise<void> =>
  openLoaded(
    () => withDevicePageTexts(() => import('../notes/note-dialog.tsx')),
    (dialog) => dialog.openNoteDialog(device),
  );

/** Opens the messages to a device. */
export const openMessages = (device: ListedDevice): Promise<void> =>
  openLoaded(
    () => withDevicePageTexts(() => import('../messages/messages-dialog.tsx')),
    (dialog) => dialog.openMessagesDialog(device),
  );

/** Opens the dialog that assigns a device to a customer. */
export const openAssign = (device: ListedDevice): Promise<void> =>
  openLoaded(
    () => withAdministrationTexts(() => import('./assign-dialog.tsx')),
    (dialog) => dialog.openAssignDialog(device),
  );

/** Opens the dialog that replaces a device by another unit. */
export const openSwap = (device: ListedDevice): Promise<void> =>
  openLoaded(
    () => withDevicePageTexts(() => import('./swap-dialog.tsx')),
    (dialog) => dialog.openSwapDialog(device),
  );

/** Leads through a test of a device from end to end. */
export const openTest = (device: ListedDevice): Promise<void> =>
  openLoaded(
    () => withDevicePageTexts(() => import('./test-dialog.tsx')),
    (dialog) => dialog.openTestDialog(device),
  );

const loadDeletion = () => withDevicePageTexts(() => import('./delete-dialog.tsx'));

/** Asks before a device is deleted. */
export const openDelete = (device: ListedDevice): Promise<void> =>
  openLoaded(loadDeletion, (dialog) => dialog.openDeleteDialog(device));

/** Asks before the history of a device is deleted. */
export const openForgetHistory = (device: ListedDevice, cache: QueryClient): Promise<void> =>
  openLoaded(loadDeletion, (dialog) => dialog.forgetHistory(device, cache));

/** Shows the phone number of a device. */
export const openPhone = (device: ListedDevice): Promise<void> =>
  openLoaded(
    () => import('./phone-dialog.tsx'),
    (dialog) => dialog.openPhoneDialog(device),
  );

/** Shows the image of a device's wearer. */
export const openUserImage = (device: ListedDevice): Promise<void> =>
  openLoaded(
    () => withDevicePageTexts(() => import('./user-image-dialog.tsx')),
    (dialog) => dialog.openUserImageDialog(device),
  );
