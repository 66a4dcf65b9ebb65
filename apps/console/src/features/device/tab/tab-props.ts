import type { DeviceTabKey } from '@varde/catalogue/device-tabs';
import type { DeviceDetail } from '@varde/contract/devices';

/** Props of each tab of a device's page. */
export interface TabProps {
  device: DeviceDetail;
  tab: DeviceTabKey;
  /** What is open within the tab, from the address. */
  part?: string | undefined;
}
