import { Divider } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { ListedDevice } from '@varde/contract/devices';
import type { ReactNode } from 'react';
import { hardwareIcons } from '#domain/status/status-icons.ts';
import type { Action, ActionPath } from '#kit/actions/action.ts';
import styles from './command-palette.module.css';

/** Maximum results for devices and for people, each. */
export const mostFound = 6;
export const typingMs = 150;

/** Absent without entries. */
export function PaletteGroup({ label, children }: { label: string; children: ReactNode[] | ReactNode }) {
  const empty = Array.isArray(children) ? children.length === 0 : !children;
  if (empty) return null;
  return (
    <Spotlight.ActionsGroup className={styles.group} label={label} role="group" aria-label={label}>
      {children}
    </Spotlight.ActionsGroup>
  );
}

interface ActionEntryProps extends Pick<Action, 'name' | 'icon' | 'dangerous'> {
  /** A line sets it apart from the entries before it. */
  apart: boolean;
  staysOpen?: boolean;
  onClick: () => void;
}

/** An action of a device; a dangerous one is marked as in the device's own menu. */
export function ActionEntry({ name, icon: Icon, dangerous, apart, staysOpen, onClick }: ActionEntryProps) {
  return (
    <>
      {apart && <Divider my={4} />}
      <Spotlight.Action
        label={name}
        leftSection={<Icon size={18} aria-hidden />}
        className={dangerous ? styles.dangerous : undefined}
        closeSpotlightOnTrigger={!staysOpen}
        onClick={onClick}
      />
    </>
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
