import type { ListedDevice } from '@varde/contract/devices';
import i18next from 'i18next';
import { useCallback, useMemo, useState } from 'react';
import type { Selection } from '#kit/table/resource-table.tsx';

const label = ({ deviceName }: ListedDevice) => i18next.t('devices.selectOne', { name: deviceName });
const idsOf = (devices: readonly ListedDevice[]) => new Set(devices.map(({ deviId }) => deviId));

/** The selected ones of the devices in the list, as they are now; `table` is undefined outside selection mode. */
export function useSelection(listed: readonly ListedDevice[]) {
  const [selected, setSelected] = useState<ReadonlySet<number> | null>(null);
  const select = useCallback(({ deviId }: ListedDevice, isSelected: boolean) => {
    setSelected((before) => {
      const after = new Set(before);
      if (isSelected) after.add(deviId);
      else after.delete(deviId);
      return after;
    });
  }, []);
  const keepListed = useCallback((rows: readonly ListedDevice[]) => {
    setSelected((before) => before && idsOf(rows.filter(({ deviId }) => before.has(deviId))));
  }, []);
  const table = useMemo<Selection<ListedDevice> | undefined>(
    () => (selected === null ? undefined : { keys: selected, select, label }),
    [selected, select],
  );
  return {
    table,
    devices: useMemo(() => listed.filter(({ deviId }) => selected?.has(deviId)), [listed, selected]),
    begin: () => setSelected((before) => before ?? new Set()),
    end: () => setSelected(null),
    replace: (devices: readonly ListedDevice[]) => setSelected(idsOf(devices)),
    /** Deselects devices that are not in the list. */
    keepListed,
  };
}
