import { hardwareById } from '@varde/catalogue/hardware/index';
import type { ListedDevice } from '@varde/contract/devices';

export interface DeviceAreas {
  /** What the device's page shows first; null: nothing that this user may see. */
  page: 'map' | 'log' | null;
  settings: boolean;
}

/** The areas of a device that somebody can open: what the server allows, as far as the device has it. */
export function areasOf({ dehaId, abilities }: Pick<ListedDevice, 'dehaId' | 'abilities'>): DeviceAreas {
  const positioning = hardwareById(dehaId)?.capabilities.positioning ?? false;
  const log = abilities.includes('transactions') ? 'log' : null;
  return {
    page: !abilities.includes('map') ? null : positioning && abilities.includes('positions') ? 'map' : log,
    settings: abilities.includes('settings'),
  };
}
