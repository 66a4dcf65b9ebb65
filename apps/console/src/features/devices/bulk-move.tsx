import { Text } from '@mantine/core';
import type { CustomerRow } from '@varde/contract/customers';
import type { ListedDevice } from '@varde/contract/devices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { CustomerPicker } from '#domain/customers/customer-picker.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { type BulkProps, divided } from './bulk-props.ts';

/** Assigns devices to one customer. */
export function BulkMove({ devices, ...dialog }: BulkProps) {
  const { t } = useTranslation();
  const [target, setTarget] = useState<CustomerRow | null>(null);
  const { affected, excluded } = divided(devices, ({ abilities }) => abilities.includes('assign'));
  const count = affected.length;
  return (
    <BulkDialog
      {...{ affected, excluded, ...dialog }}
      reason={t('bulk.noRight')}
      choice={
        <>
          <Text size="sm">{t('assignments.help')}</Text>
          <CustomerPicker value={target?.custId ?? null} onChange={setTarget} dims={mayNotReceive} />
        </>
      }
      preview={target && t('bulk.preview', { count, customer: target.firmName })}
      proceed={t('bulk.moveAll', { count })}
      destructive
      present={({ ownedByCustName }) => ownedByCustName}
      work={(device) => move(device, target?.custId ?? device.ownedByCustId)}
    />
  );
}

/** Customers where the caller may not arrange devices (specification 2, section 2 "Organisation"). */
const mayNotReceive = ({ abilities }: CustomerRow) => !abilities.includes('receiveDevices');

async function move({ deviId, ownedByCustId }: ListedDevice, custId: number): Promise<'there' | 'moved'> {
  // A move to the same customer would mean a new wearer, which the user did not choose here.
  if (ownedByCustId === custId) return 'there';
  await call('assignDevice', { params: { deviId }, body: { custId } });
  return 'moved';
}
