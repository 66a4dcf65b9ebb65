import type { QueryClient } from '@tanstack/react-query';
import type { DeviceActionKey } from '@varde/catalogue/device-actions';
import type { ListedDevice } from '@varde/contract/devices';
import i18next from 'i18next';
import { call } from '#data/api/call.ts';
import { notifyDone, notifyFailure } from '#kit/state/notify.ts';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { notifyError } from '../errors/notify-error.ts';

/** Asks for confirmation or values where the command needs them, queues the command and reports the outcome. */
export async function sendCommand(
  key: DeviceActionKey,
  device: ListedDevice,
  cache: QueryClient,
): Promise<void> {
  const { t } = i18next;
  const { deviId, deviceName: name } = device;
  const ask = await import('./ask-before-action.tsx').catch(() => null);
  if (ask === null) return notifyFailure(t('common.partFailed'));
  const body = await ask.askBeforeAction(key, device);
  if (body === null) return;
  try {
    await call('performAction', { params: { deviId, action: key }, body });
    const action = t(`actions.names.${key}`);
    notifyDone(t(device.connected ? 'actions.queued' : 'actions.queuedAway', { action, name }));
    await cache.invalidateQueries({ queryKey: ['listCommands', { params: { deviId } }] });
  } catch (error) {
    notifyError(error);
  }
}

/** Opens the dialog that assigns a device to a customer. */
export async function openAssign(device: ListedDevice): Promise<void> {
  const dialog = await withAdministrationTexts(() => import('./assign-dialog.tsx')).catch(() => null);
  if (dialog === null) notifyFailure(i18next.t('common.partFailed'));
  else await dialog.openAssignDialog(device);
}
