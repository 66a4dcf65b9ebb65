import { hardwareById } from '@varde/catalogue/hardware/index';
import { type DemoDevice, demoFleet } from '@varde/server/demo/fleet';
import { createVirtualDevice, type VirtualDevice } from '@varde/simulator/devices/virtual-device';
import type { RunningVarde } from '../fixtures/varde.ts';

export interface Devices {
  /** By the name that the console shows. */
  wire(name: string): VirtualDevice;
  all: readonly VirtualDevice[];
  close(): void;
}

/** Some are never switched on: they have not been in contact yet. */
const isOn = (_: DemoDevice, at: number) => at % 12 !== 11;

/** The demo's devices, of which some walk and none raises an alarm by itself. */
export async function switchOn(varde: RunningVarde): Promise<Devices> {
  const wires = new Map<string, VirtualDevice>();
  for (const device of demoFleet.filter(isOn)) {
    const wire = wireOf(varde, device);
    wires.set(device.name, wire);
    await wire.connect();
    wire.say(hardwareById(device.dehaId)?.capabilities.positioning ? 'position' : 'heartbeat');
  }
  return {
    wire: (name) => {
      const wire = wires.get(name);
      if (wire === undefined) throw new Error(`no device ${name} is on`);
      return wire;
    },
    all: [...wires.values()],
    close: () => {
      for (const wire of wires.values()) wire.close();
    },
  };
}

/** An unregistered pendant. */
export async function sendAsStranger(varde: RunningVarde, identity: string): Promise<VirtualDevice> {
  const stranger = createVirtualDevice({
    protocol: 'eview',
    identity,
    host: '127.0.0.1',
    port: varde.ports.eview,
  });
  await stranger.connect();
  stranger.pressSos();
  return stranger;
}

function wireOf(varde: RunningVarde, device: DemoDevice): VirtualDevice {
  const { identity, protocol, token, lat, lng, behaviour } = device;
  return createVirtualDevice({
    identity,
    protocol,
    host: '127.0.0.1',
    port: varde.ports[protocol],
    home: { lat, lng },
    ...(token === undefined ? {} : { token }),
    ...(behaviour.startsWith('walks') ? { behaviour, speed: 8 } : {}),
    ...(behaviour === 'watchesHome' ? { behaviour, homeUnit: 26 } : {}),
  });
}
