import { hardwareById } from '@varde/catalogue/hardware/index';
import type { ListedDevice } from '@varde/contract/devices';

export interface DeviceAreas {
  /** What the device's page shows first; null: nothing that this user may see. */
  page: 'map' | 'log' | null;
  settings: boolean;
}

/** The areas of a device that the user can open: what the server allows, as far as the hardware has it. */
export function areasOf({ dehaId, abilities }: Pick<ListedDevice, 'dehaId' | 'abilities'>): DeviceAreas {
  const hasPlace = hardwareById(dehaId)?.capabilities.positioning ?? false;
  const log = abilities.includes('transactions') ? 'log' : null;
  return {
    page: hasPlace && abilities.includes('map') ? 'map' : log,
    settings: abilities.includes('settings'),
  };
}
