import { hardwareById } from '@varde/catalogue/hardware/index';
import type { ListedDevice } from '@varde/contract/devices';
import type { Session } from '@varde/contract/session';

export interface DeviceAreas {
  /** What the device's page shows first; null: nothing that this user may see. */
  page: 'map' | 'log' | null;
  settings: boolean;
}

/**
 * The areas of a device that somebody can open. In the alarm-handling partners' context these are not a matter of
 * policies (specification 1, section 6); otherwise of what the server says that the user may do. A tracker has the map
 * only, and no page at all for a device that has no position.
 */
export function areasOf(
  { dehaId, abilities }: Pick<ListedDevice, 'dehaId' | 'abilities'>,
  { context }: Pick<Session, 'context'>,
): DeviceAreas {
  const positioning = hardwareById(dehaId)?.capabilities.positioning ?? false;
  if (context === 'AHP') return { page: positioning ? 'map' : 'log', settings: true };
  const log = abilities.includes('transactions') ? 'log' : null;
  return {
    page: positioning && abilities.includes('map') ? 'map' : log,
    settings: abilities.includes('settings'),
  };
}
