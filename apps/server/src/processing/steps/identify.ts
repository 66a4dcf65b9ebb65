import { defaultBatteryThreshold } from '@varde/catalogue/battery';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { WarningFlag } from '@varde/catalogue/warning-flags';
import { batteryThresholdsOf } from '#domain/devices/battery-threshold.ts';
import { textOfName } from '#domain/devices/identities.ts';
import { type LockedDevice, lockDevices } from '#domain/devices/lock-devices.ts';
import { type Batch, nameOfSender } from '../batch.ts';
import type { TrackedDevice } from '../tracked-device.ts';

/**
 * Finds the devices behind the identities and locks them until the commit, in the order of their numbers: no alarm is
 * reset and no device edited while its state is computed.
 */
export async function identify(batch: Batch): Promise<void> {
  const names = new Map(
    batch.entries.flatMap(({ uplink }) => {
      const name = nameOfSender(uplink);
      return name === null ? [] : [[textOfName(name), name] as const];
    }),
  );
  for (const locked of await lockDevices(batch.tx, [...names.values()], batch.woken))
    batch.devices.set(locked.device.deviId, track(locked));
  await setThresholds(batch);
  const senders = new Map(
    [...batch.devices.values()].flatMap((device) =>
      device.identities.map((identity) => [textOfName(identity), { device, identity }] as const),
    ),
  );
  for (const entry of batch.entries) {
    const name = nameOfSender(entry.uplink);
    const sender = name === null ? undefined : senders.get(textOfName(name));
    entry.device = sender?.device ?? null;
    entry.identity = sender?.identity ?? null;
  }
}

/** A threshold that a user has set, on hardware that has this setting. */
async function setThresholds({ tx, devices }: Batch): Promise<void> {
  const settable = [...devices.values()].filter(
    ({ before }) => hardwareById(before.dehaId)?.settings.batteryThreshold !== undefined,
  );
  const thresholds = await batteryThresholdsOf(
    tx,
    settable.map(({ before }) => before.deviId),
  );
  for (const device of settable)
    device.batteryThreshold = thresholds.get(device.before.deviId) ?? defaultBatteryThreshold;
}

function track({ device, custName, ...locked }: LockedDevice): TrackedDevice {
  const [present, ...earlier] = locked.assignments;
  if (present === undefined) throw new Error(`device ${device.deviId} has no assignment`);
  return {
    before: device,
    now: { ...device },
    flags: new Set(device.flags as WarningFlag[]),
    custName,
    batteryThreshold: defaultBatteryThreshold,
    ...{ positioningOff: locked.positioningOff, sought: locked.sought },
    assignments: [present, ...earlier],
    identities: locked.identities.map((identity) => ({
      ...identity,
      was: identity,
      offerSettled: false,
      contestEnded: false,
      answeredBy: null,
    })),
    changed: false,
  };
}
