import {
  type DeviceAddress,
  type DeviceAddresses,
  deviceActionOfKind,
  isSmsKind,
  pressedActionByKey,
} from '@varde/catalogue/device-actions';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { api } from '@varde/contract/api';
import type { ActionCommand } from '@varde/contract/commands';
import { recordAudit } from '#domain/audit/audit.ts';
import { actionsOn, refuseToLocate } from '#domain/commands/actions-on.ts';
import { type ActionRecord, cancelPending, findAction, latestActions } from '#domain/commands/commands.ts';
import { queueAction } from '#domain/commands/queue-action.ts';
import { type Changes, commitAndPublish } from '#domain/commit-and-publish.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { findDevice, lockDevice } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { WireGroups } from '#domain/settings/wire-groups.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';

type CommandsDependencies = Pick<FeatureDependencies, 'db' | 'bus' | 'clock'> & {
  wireGroups: WireGroups;
  /** An SMS gateway is configured; without one, SMS wait. */
  smsGateway: boolean;
  deviceAddresses: DeviceAddresses;
};

/** Actions on a device (find me, locate, tracking, restart) and their progress. */
export function commandHandlers({
  db,
  bus,
  clock,
  wireGroups,
  smsGateway,
  deviceAddresses,
}: CommandsDependencies): Handlers<(typeof api)['commands']> {
  /** Adds to a waiting SMS the reason that no gateway is configured. */
  const withGateway = (command: ActionCommand): ActionCommand =>
    command.state === 'pending' && isSmsKind(command.action) && !smsGateway
      ? { ...command, reason: 'noSmsGateway' }
      : command;
  return {
    async listCommands({ params }, caller) {
      const device = await findDevice(db, caller.scopeOf('DEVICE_LIST'), params.deviId);
      if (device === undefined) throw new AppError('notFound');
      const records = await latestActions(db, device.deviId, new Date(clock.now()));
      return { commands: records.flatMap((record) => present(record, device, caller)).map(withGateway) };
    },

    async performAction({ params, body }, caller) {
      const at = new Date(clock.now());
      const action = pressedActionByKey(params.action);
      return commitAndPublish({ db, bus }, async (tx, changes) => {
        const device = await lock(tx, caller, params.deviId);
        if (!actionsOn(caller, device).includes(action.key)) throw new AppError('notAllowed');
        await refuseToLocate(tx, device.deviId, action.key);
        if (action.connectedOnly && !device.connected) throw new AppError('notConnected');
        if (isSmsKind(action.kind) && !takesSms(device)) throw new AppError('noPhoneNumber');
        const deviceAddress = addressFor(device, deviceAddresses);
        if (action.kind === 'smsConnect' && deviceAddress === null) throw new AppError('noDeviceAddress');
        const { duration: minutes, interval } = body;
        const asked = { device, action, minutes, interval, by: caller, at, deviceAddress };
        const { record, queued } = await queueAction(tx, asked, wireGroups);
        if (queued) publishSettings(changes, device);
        return withGateway(presentOwn(record, device, caller));
      });
    },

    async cancelCommand({ params: { deviId, commandId } }, caller) {
      const at = new Date(clock.now());
      return commitAndPublish({ db, bus }, async (tx, changes) => {
        const device = await lock(tx, caller, deviId);
        const found = await findAction(tx, deviId, commandId);
        if (found === undefined) throw new AppError('notFound');
        const cancelled = presentOwn({ ...found, ...cancelledAt(at) }, device, caller);
        if (!(await cancelPending(tx, commandId, { at, reason: null }))) throw new AppError('commandUnderWay');
        const after = { commandId, kind: found.command.kind };
        const { custId } = device;
        await recordAudit(tx, { action: 'command.cancelled', at, by: caller, custId, deviId, after });
        publishSettings(changes, device);
        return cancelled;
      });
    },
  };
}

/** Whether its number can receive SMS: `outbox.recipient` accepts no other. */
const takesSms = ({ formattedPhoneNumE164 }: DeviceRecord): boolean => /^\+\d{6,20}$/.test(formattedPhoneNumE164 ?? '');

function addressFor({ dehaId }: DeviceRecord, addresses: DeviceAddresses): DeviceAddress | null {
  const protocol = hardwareById(dehaId)?.protocol;
  return (protocol && addresses[protocol]) ?? null;
}

/** Publishes the progress of its commands, and tells processing to look for commands to send. */
function publishSettings(changes: Changes, { deviId, custId }: DeviceRecord): void {
  changes.publish({ type: 'devicePage', deviId, custId });
  changes.commandsOf(deviId);
}

const cancelledAt = (at: Date) => ({
  state: 'cancelled' as const,
  reason: null,
  at: at.getTime(),
  ended: true,
});

async function lock(tx: Database, caller: Caller, deviId: number): Promise<DeviceRecord> {
  const device = await lockDevice(tx, caller.scopeOf('DEVICE_LIST'), deviId);
  if (device === undefined) throw new AppError('notFound');
  return device;
}

/** A command as the caller sees it; empty for an action that the caller does not have on the device. */
function present(record: ActionRecord, device: DeviceRecord, caller: Caller): ActionCommand[] {
  const { commandId, command, state, reason, answer, at, ended } = record;
  const action = deviceActionOfKind(command.kind)?.key;
  if (action === undefined || !actionsOn(caller, device).includes(action)) return [];
  const abilities = state === 'pending' ? ['cancel' as const] : [];
  return [{ commandId, action, state, reason, answer, at, ended, abilities }];
}

function presentOwn(record: ActionRecord, device: DeviceRecord, caller: Caller): ActionCommand {
  const [presented] = present(record, device, caller);
  if (presented === undefined) throw new AppError('notAllowed');
  return presented;
}
