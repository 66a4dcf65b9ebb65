import { NativeSelect } from '@mantine/core';
import { userTags } from '@varde/catalogue/user-tags';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { Failure } from '#kit/form/failure.tsx';
import { useDeviceChange } from './use-device-change.ts';

/** The use of the device; saved as soon as it is chosen. */
export function UserTagField({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { change, busy, failure } = useDeviceChange(device);
  return (
    <>
      <NativeSelect
        mt="sm"
        label={t('deviceInfo.userTag')}
        value={device.userTag}
        disabled={busy || !device.abilities.includes('editInfo')}
        data={userTags.map((value) => ({ value, label: t(`catalogue.userTags.${value}`) }))}
        onChange={({ currentTarget: { value } }) => {
          const userTag = userTags.find((tag) => tag === value) ?? 'NONE';
          void change(() => call('setUserTag', { params: { deviId: device.deviId }, body: { userTag } }));
        }}
      />
      <Failure text={failure} />
    </>
  );
}
