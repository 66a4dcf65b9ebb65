import { useNavigate } from '@tanstack/react-router';
import type { DeviceDetail } from '@varde/contract/devices';

/** Leads from a page about sensors to the list of them. `ignoreBlocker`: nothing is left to lose. */
export function useWayToSensors({ deviId, dehaId }: Pick<DeviceDetail, 'deviId' | 'dehaId'>) {
  const navigate = useNavigate();
  return (options: { ignoreBlocker?: boolean } = {}): Promise<void> =>
    navigate({
      to: '/settings/$deviId/$dehaId/{-$tab}/{-$part}/{-$item}',
      params: {
        deviId: String(deviId),
        dehaId: String(dehaId),
        tab: 'sensor',
        part: undefined,
        item: undefined,
      },
      ...options,
    });
}
