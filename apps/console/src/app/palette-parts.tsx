import { Spotlight } from '@mantine/spotlight';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { ListedDevice } from '@varde/contract/devices';
import type { ReactNode } from 'react';
import { hardwareIcons } from '#domain/status/status-icons.ts';
import type { ActionPath } from '#kit/actions/action.ts';

/** Maximum results for devices and for people, each. */
export const mostFound = 6;
export const typingMs = 150;

/** Absent without entries. */
export function PaletteGroup({ label, children }: { label: string; children: ReactNode[] | ReactNode }) {
  const empty = Array.isArray(children) ? children.length === 0 : !children;
  if (empty) return null;
  return (
    <Spotlight.ActionsGroup label={label} role="group" aria-label={label}>
      {children}
    </Spotlight.ActionsGroup>
  );
}

interface DeviceEntryProps {
  device: ListedDevice;
  /** The palette shows something else then, and stays open. */
  staysOpen?: boolean;
  onClick: () => void;
}

/** A found device, with what tells it from others of the same name. */
export function DeviceEntry({ device, staysOpen = false, onClick }: DeviceEntryProps) {
  return (
    <Spotlight.Action
      label={device.deviceName}
      description={`${device.deviceSNNum} · ${device.ownedByCustName}`}
      leftSection={<HardwareIcon dehaId={device.dehaId} />}
      closeSpotlightOnTrigger={!staysOpen}
      onClick={onClick}
    />
  );
}

export function HardwareIcon({ dehaId }: Pick<ListedDevice, 'dehaId'>) {
  const Icon = hardwareIcons[hardwareById(dehaId)?.icon ?? 'circle-dot'];
  return <Icon size={18} aria-hidden />;
}

export function go(path: ActionPath): void {
  location.hash = path;
}

export const holds = (name: string, query: string): boolean =>
  name.toLowerCase().includes(query.trim().toLowerCase());
