import type { ListedDevice } from '@varde/contract/devices';
import i18next from 'i18next';
import { useCallback, useMemo, useState } from 'react';
import type { Selection } from '#kit/table/resource-table.tsx';

const label = ({ deviceName }: ListedDevice) => i18next.t('devices.selectOne', { name: deviceName });
const byId = (devices: readonly ListedDevice[]) => new Map(devices.map((device) => [device.deviId, device]));

/** The selected devices of the list; `table` is undefined outside selection mode. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlyMap<number, ListedDevice> | null>(null);
  const select = useCallback((device: ListedDevice, isSelected: boolean) => {
    setSelected((before) => {
      const after = new Map(before);
      if (isSelected) after.set(device.deviId, device);
      else after.delete(device.deviId);
      return after;
    });
  }, []);
  const keepListed = useCallback((listed: readonly ListedDevice[]) => {
    setSelected((before) => before && byId(listed.filter(({ deviId }) => before.has(deviId))));
  }, []);
  const table = useMemo<Selection<ListedDevice> | undefined>(
    () => (selected === null ? undefined : { keys: new Set(selected.keys()), select, label }),
    [selected, select],
  );
  return {
    table,
    devices: useMemo(() => [...(selected?.values() ?? [])], [selected]),
    begin: () => setSelected((before) => before ?? new Map()),
    end: () => setSelected(null),
    replace: (devices: readonly ListedDevice[]) => setSelected(byId(devices)),
    /** Deselects devices that are not in the list. */
    keepListed,
  };
}
