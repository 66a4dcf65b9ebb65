import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DeviceDetail, Position } from '@varde/contract/devices';
import { positionsQuery } from '#data/live/positions-query.ts';
import { usePositionsNotice } from '#domain/positions/use-positions-notice.ts';

export type Positions = ReturnType<typeof usePositions>;

/** The last positions of a device, newest first, once its user has confirmed the notice about them. */
export function usePositions(device: DeviceDetail, { count, enabled }: { count: number; enabled: boolean }) {
  const notice = usePositionsNotice();
  const query = useQuery({
    ...positionsQuery(device.deviId, count),
    placeholderData: keepPreviousData,
    enabled: enabled && notice.seen,
  });
  const { data, error, refetch } = notice.error === null ? query : { ...notice, data: undefined };
  // Of an earlier look the cache may still have them.
  return { notice, error, refetch, shown: notice.seen && data ? shownOf(device, data.positions) : undefined };
}

/** Without positioning only the place of an open alarm: those from before are history. */
function shownOf({ disablePositioning, posTime: present }: DeviceDetail, positions: Position[]): Position[] {
  if (!disablePositioning) return positions;
  return positions.filter(({ posTime }) => present !== null && posTime >= present);
}
