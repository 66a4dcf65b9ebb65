import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { CustomerRow } from '@varde/contract/customers';
import type { ListedDevice } from '@varde/contract/devices';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { CustomerPicker } from '../customers/customer-picker.tsx';
import { useSubmit } from '../errors/use-submit.ts';

/** Asks for the customer that the device is assigned to. */
export function openAssignDialog(device: ListedDevice): Promise<void> {
  return openDialog<void>({
    title: i18next.t('assignments.title', { name: device.deviceName }),
    content: (close) => <AssignForm device={device} onDone={() => close()} />,
  }) as Promise<void>;
}

/** Customers where the caller may not arrange devices (specification 2, section 2 "Organisation"). */
const mayNotReceive = ({ abilities }: CustomerRow) => !abilities.includes('receiveDevices');

function AssignForm({ device, onDone }: { device: ListedDevice; onDone: () => void }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { submit, busy, failure } = useSubmit();
  const { deviId, deviceName } = device;
  const [chosen, setChosen] = useState({ custId: device.ownedByCustId, firmName: device.ownedByCustName });

  async function save() {
    const body = { custId: chosen.custId };
    const saved = await submit(() => call('assignDevice', { params: { deviId }, body }));
    if (!saved) return;
    onDone();
    notifyDone(t('assignments.done', { name: deviceName, customer: saved.firmName }));
    // History, place and perhaps the right to see the device have changed.
    await cache.invalidateQueries();
  }
  return (
    <Stack>
      <Text size="sm">{t('assignments.help')}</Text>
      <CustomerPicker value={chosen.custId} onChange={setChosen} dims={mayNotReceive} />
      <Text size="sm" fw={600} role="status">
        {chosen.custId === device.ownedByCustId
          ? t('assignments.same', { customer: chosen.firmName })
          : t('assignments.other', { customer: chosen.firmName })}
      </Text>
      <DialogButtons failure={failure} onCancel={onDone} destructive busy={busy} onProceed={() => void save()}>
        {t('assignments.begin', { name: deviceName })}
      </DialogButtons>
    </Stack>
  );
}
