import { Checkbox } from '@mantine/core';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { useSession } from '#data/session.ts';
import { Failure } from '#kit/form/failure.tsx';
import { useDeviceChange } from './use-device-change.ts';

/** Whether the training of the wearer is approved. Hidden from private users, who train nobody. */
export function TrainingField({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { change, busy, failure } = useDeviceChange(device);
  const isPrivate = useSession().abilities.includes('private');
  if (isPrivate) return null;
  const { deviId, trainingApprovedBy, trainingApprovedByName: name } = device;
  return (
    <>
      <Checkbox
        mt="sm"
        label={t('deviceInfo.training')}
        description={name === null ? undefined : t('deviceInfo.trainingBy', { name })}
        checked={trainingApprovedBy !== null}
        disabled={busy || !device.abilities.includes('editInfo')}
        onChange={({ currentTarget: { checked: status } }) =>
          void change(() => call('updateTraining', { params: { deviId }, body: { status } }))
        }
      />
      <Failure text={failure} />
    </>
  );
}
