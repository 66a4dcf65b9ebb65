import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { typeDetailsOf } from '@varde/catalogue/type-details';
import type { ListedDevice } from '@varde/contract/devices';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { notifyError } from '../errors/notify-error.ts';
import { useSubmit } from '../errors/use-submit.ts';

/** Asks before a device is deleted; for a twin it explains why that is not possible. */
export async function openDeleteDialog(device: ListedDevice): Promise<void> {
  const { t } = i18next;
  const name = device.deviceName;
  await openDialog<void>({
    title: t('deviceLife.deleteTitle', { name }),
    content: (close) =>
      device.twin === 'NONE' ? (
        <DeleteForm device={device} onDone={() => close()} />
      ) : (
        <TwinNotice onClose={() => close()} />
      ),
  });
}

function TwinNotice({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text size="sm">{t('deviceLife.twinNotice')}</Text>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </Stack>
  );
}

function DeleteForm({ device, onDone }: { device: ListedDevice; onDone: () => void }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { submit, busy, failure } = useSubmit();
  const { deviId, deviceName: name } = device;
  const { climax } = typeDetailsOf(device.dehaId);

  async function remove() {
    const deleted = await submit(() => call('deleteDevice', { params: { deviId } }));
    if (!deleted) return;
    onDone();
    notifyDone(t('deviceLife.deleted', { name: deleted.deviceName }));
    window.location.hash = '#/vardes';
    await cache.invalidateQueries({ queryKey: ['listDevices'] });
  }
  return (
    <Stack>
      <Text size="sm">{t('deviceLife.deleteBody', { name })}</Text>
      {climax && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t('deviceLife.gx8Warning')}
        </Alert>
      )}
      <DialogButtons failure={failure} busy={busy} destructive onCancel={onDone} onProceed={() => void remove()}>
        {t('deviceLife.delete')}
      </DialogButtons>
    </Stack>
  );
}

/** Asks before the history of a device's present wearer is deleted, and deletes it. */
export async function forgetHistory(device: ListedDevice, cache: QueryClient): Promise<void> {
  const { t } = i18next;
  const { deviId, deviceName: name } = device;
  const yes = await confirm({
    title: t('deviceLife.forgetHistory'),
    body: t('deviceLife.forgetBody', { name }),
    cancel: t('common.cancel'),
    proceed: t('deviceLife.forgetHistory'),
    destructive: true,
  });
  if (!yes) return;
  try {
    await call('forgetHistory', { params: { deviId } });
    notifyDone(t('deviceLife.forgotten', { name }));
    await cache.invalidateQueries();
  } catch (error) {
    notifyError(error);
  }
}
