import { isDeepStrictEqual } from 'node:util';
import { type DeviceAddress, isSmsKind, type PressedAction, smsTextOf } from '@varde/catalogue/device-actions';
import type { DeviceCommand } from '@varde/catalogue/report';
import { smsPassword } from '@varde/catalogue/settings/device-setting';
import { recordAudit } from '#domain/audit/audit.ts';
import {
  type ActionRecord,
  cancelPending,
  findAction,
  latestActions,
  queueCommand,
  receivedValue,
} from '#domain/commands/commands.ts';
import { carryUnsent } from '#domain/commands/send-settings.ts';
import { trackingCommand } from '#domain/commands/tracking-values.ts';
import { queueMessages } from '#domain/messages/outbox.ts';
import type { SettingsDevice } from '#domain/settings/device-settings.ts';
import { settingsOfHardware, type WireGroups } from '#domain/settings/wire-groups.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';

export interface ActionRequest {
  device: SettingsDevice & { formattedPhoneNumE164: string | null };
  action: PressedAction;
  /** For tracking only: duration in minutes, and report interval in seconds. */
  minutes?: number | undefined;
  interval?: number | undefined;
  by: Caller;
  at: Date;
  /** Null: not configured. */
  deviceAddress: DeviceAddress | null;
}

/**
 * Queues the command of an action, with its audit entry. A second press returns the same unfinished command; a waiting
 * one with other values is superseded. Call it in a transaction that holds the device's lock.
 */
export async function queueAction(
  tx: Database,
  request: ActionRequest,
  wireGroups: WireGroups,
): Promise<{ record: ActionRecord; queued: boolean }> {
  const { device, action, by, at } = request;
  const { deviId, custId } = device;
  const command = await commandOf(tx, request, wireGroups);
  const latest = (await latestActions(tx, deviId, at)).find((record) => record.command.kind === action.kind);
  if (latest !== undefined && !latest.ended) {
    // An order of the server's own ends with its alarm, and that of a user does not.
    const isSame = latest.alarmId === null && isDeepStrictEqual(latest.command, command);
    if (isSame) return { record: latest, queued: false };
    await cancelPending(tx, latest.commandId, { at, reason: 'superseded' });
  }
  const commandId = await queueCommand(tx, { deviId, command, userId: by.userId, at });
  if (command.kind === 'stopTracking') await carryUnsent(tx, deviId, commandId, command.values);
  if (isSmsKind(command.kind) && device.formattedPhoneNumE164 !== null)
    await queueMessages(tx, {
      channel: 'sms',
      deviId,
      commandId,
      recipient: device.formattedPhoneNumE164,
      content: smsTextOf(device.dehaId, command.kind, {
        address: request.deviceAddress,
        password: await smsPasswordOf(tx, device),
      }),
      createdAt: at,
    });
  const { kind: _, ...values } = command;
  await recordAudit(tx, { action: action.audit, at, by, custId, deviId, after: { commandId, ...values } });
  const record = await findAction(tx, deviId, commandId);
  if (record === undefined) throw new Error('the command that was queued is not there');
  return { record, queued: true };
}

/**
 * The password that the device has received last, also while another one is on its way or could not be sent, else that of
 * its hardware as delivered.
 */
async function smsPasswordOf(tx: Database, device: SettingsDevice): Promise<string> {
  const { key } = smsPassword;
  const setting = settingsOfHardware(device).find((one) => one.key === key) ?? smsPassword;
  return String((await receivedValue(tx, device.deviId, key)) ?? setting.default);
}

async function commandOf(
  tx: Database,
  { device, action: { kind }, ...asked }: ActionRequest,
  wireGroups: WireGroups,
): Promise<DeviceCommand> {
  return kind === 'startTracking' || kind === 'stopTracking'
    ? trackingCommand(tx, device, { kind, ...asked }, wireGroups)
    : { kind };
}
