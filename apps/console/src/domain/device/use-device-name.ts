import type { DeviceRow } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';

/** The displayed name of a device: the master of a pair has a suffix (specification 1, section 3 "Device twin"). */
export function useDeviceName({ deviceName, twin }: Pick<DeviceRow, 'deviceName' | 'twin'>): string {
  const { t } = useTranslation();
  return twin === 'MASTER' ? t('device.withTwin', { name: deviceName }) : deviceName;
}
