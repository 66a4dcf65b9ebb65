import { Checkbox } from '@mantine/core';
import { choosesReceiver } from '@varde/catalogue/device-functions';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { Failure } from '#kit/form/failure.tsx';
import { useDeviceChange } from './use-device-change.ts';

/** Whether Varde receives the alarms of the device; absent for hardware without another receiver. */
export function ReceiverField({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { change, busy, failure } = useDeviceChange(device);
  if (!choosesReceiver(device.dehaId)) return null;
  return (
    <>
      <Checkbox
        mt="sm"
        label={t('deviceInfo.receiver')}
        description={t('deviceInfo.receiverHelp')}
        checked={device.vardeAsReceiver}
        disabled={busy || !device.abilities.includes('editInfo')}
        onChange={({ currentTarget: { checked: vardeAsReceiver } }) =>
          void change(() =>
            call('setVardeAsReceiver', { params: { deviId: device.deviId }, body: { vardeAsReceiver } }),
          )
        }
      />
      <Failure text={failure} />
    </>
  );
}
