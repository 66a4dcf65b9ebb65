import { hardwareById } from '@varde/catalogue/hardware/index';
import type { ListedDevice } from '@varde/contract/devices';

export interface DeviceAreas {
  /** The first part of the device's page; null: the user may see neither map nor log. */
  page: 'map' | 'log' | null;
  settings: boolean;
}

/** The areas of a device that the user can open: allowed by the server, and supported by the hardware. */
export function areasOf({ dehaId, abilities }: Pick<ListedDevice, 'dehaId' | 'abilities'>): DeviceAreas {
  const hasPlace = hardwareById(dehaId)?.capabilities.positioning ?? false;
  const log = abilities.includes('transactions') ? 'log' : null;
  return {
    page: hasPlace && abilities.includes('map') ? 'map' : log,
    settings: abilities.includes('settings'),
  };
}
