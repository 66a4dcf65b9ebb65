import { hardwareById } from '@varde/catalogue/hardware/index';
import type { ProtocolKey } from '@varde/catalogue/protocols';
import type { Notice } from '../devices/notice.ts';
import { createVirtualDevice, type VirtualDevice } from '../devices/virtual-device.ts';
import type { Cancel, Clock } from '../timing/clock.ts';
import { sharedClock } from '../timing/timer-wheel.ts';
import { alarmTurns } from './alarm-turns.ts';
import type { FleetDevice } from './fleet-file.ts';

export interface FleetOptions {
  devices: readonly FleetDevice[];
  host: string;
  ports: { readonly [P in ProtocolKey]: number };
  /** Factor by which behaviours are sped up. Default 1. */
  speed?: number;
  onNotice?: (device: FleetDevice, notice: Notice) => void;
  clock?: Clock;
}

export interface Fleet {
  readonly devices: readonly VirtualDevice[];
  /** Switches the devices on, one shortly after the other. */
  start(): void;
  close(): void;
}

/** Interval in milliseconds, so that a fleet does not connect all at once from one address. */
const staggerMilliseconds = 60;

/** The running devices of a fleet file. */
export function createFleet({ devices, host, ports, speed = 1, onNotice, clock = sharedClock }: FleetOptions): Fleet {
  const turns = alarmTurns(devices.map(({ behaviour }) => behaviour));
  const starts: Cancel[] = [];
  const virtual = devices.map((entry, i) => {
    const { protocol, identity, dehaId, behaviour, lat, lng, token } = entry;
    const alarms = turns[i];
    const { capabilities } = hardwareById(dehaId) ?? {};
    const hardware = protocol === 'http' || protocol === 'mqtt' ? hardwareById(dehaId) : undefined;
    const device = createVirtualDevice({
      protocol,
      identity,
      host,
      port: ports[protocol],
      home: { lat, lng },
      behaviour,
      speed,
      clock,
      ...(hardware?.capabilities.sensorEnrolment != null && { homeUnit: hardware.dehaId }),
      ...(protocol === 'watch' && { baseStations: capabilities?.sensors.includes('baseStation') ?? false }),
      ...(token !== undefined && { token }),
      ...(alarms !== undefined && { alarms }),
    });
    if (onNotice !== undefined) device.subscribe((notice) => onNotice(entry, notice));
    return device;
  });

  return {
    devices: virtual,
    start() {
      virtual.forEach((device, i) => {
        starts.push(clock.after(i * staggerMilliseconds, () => void device.connect()));
      });
    },
    close() {
      for (const cancel of starts) cancel();
      for (const device of virtual) device.close();
    },
  };
}
