import { UnstyledButton } from '@mantine/core';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { ListedDevice } from '@varde/contract/devices';
import { createContext, type ReactNode, use, useId } from 'react';
import { hardwareIcons } from '#domain/status/status-icons.ts';
import type { Action, ActionPath } from '#kit/actions/action.ts';
import styles from './command-palette.module.css';

/** Maximum results for devices and for people, each. */
export const mostFound = 6;
export const typingMs = 150;

/** For the entries of the palette: the id of the one that Enter opens, and how the palette closes. */
export const PaletteContext = createContext<{ chosen: string | undefined; close: () => void }>({
  chosen: undefined,
  close: () => undefined,
});

/** Absent without entries. */
export function PaletteGroup({ label, children }: { label: string; children: ReactNode[] | ReactNode }) {
  const id = useId();
  const empty = Array.isArray(children) ? children.length === 0 : !children;
  if (empty) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
    <div role="group" aria-labelledby={id}>
      <div className={styles.label} id={id} role="presentation">
        {label}
      </div>
      {children}
    </div>
  );
}

/** Marks entries of the list as incomplete: their answer is not here. `palette-choice.ts` looks for it. */
export function AwaitedEntries({ when }: { when: boolean }) {
  return when && <span hidden data-awaited />;
}

interface PaletteEntryProps {
  label: string;
  description?: string;
  icon: ReactNode;
  dangerous?: boolean | undefined;
  /** A line sets it apart from the entries before it. */
  apart?: boolean;
  /** The palette shows something else then, and stays open. */
  staysOpen?: boolean | undefined;
  onOpen: () => void;
}

/** An option of the palette. The focus stays in the search field, whose `aria-activedescendant` it may be. */
export function PaletteEntry({ label, description, icon, dangerous, apart, ...props }: PaletteEntryProps) {
  const id = useId();
  const { chosen, close } = use(PaletteContext);
  return (
    <UnstyledButton
      id={id}
      role="option"
      aria-selected={id === chosen}
      tabIndex={-1}
      className={styles.entry}
      data-dangerous={dangerous || undefined}
      data-apart={apart || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        props.onOpen();
        if (!props.staysOpen) close();
      }}
    >
      <span className={styles.icon}>{icon}</span>
      <span>
        <span className={styles.name}>{label}</span>
        {description && <span className={styles.description}>{description}</span>}
      </span>
    </UnstyledButton>
  );
}

interface ActionEntryProps extends Pick<Action, 'name' | 'icon' | 'dangerous'> {
  apart: boolean;
  staysOpen?: boolean;
  onOpen: () => void;
}

/** An action of a device; a dangerous one is marked as in the device's own menu. */
export function ActionEntry({ name, icon: Icon, ...props }: ActionEntryProps) {
  return <PaletteEntry label={name} icon={<Icon size={18} aria-hidden />} {...props} />;
}

interface DeviceEntryProps {
  device: ListedDevice;
  staysOpen?: boolean;
  onOpen: () => void;
}

/** A found device, with what tells it from others of the same name. */
export function DeviceEntry({ device, ...props }: DeviceEntryProps) {
  return (
    <PaletteEntry
      label={device.deviceName}
      description={`${device.deviceSNNum} · ${device.ownedByCustName}`}
      icon={<HardwareIcon dehaId={device.dehaId} />}
      {...props}
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
