import type { api } from '@varde/contract/api';
import { recordAudit } from '#domain/audit/audit.ts';
import { recordLook } from '#domain/audit/audit-looks.ts';
import { actionsOn } from '#domain/commands/actions-on.ts';
import { listMessages, queueMessage } from '#domain/commands/messages.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { findDevice, lockDevice } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Handlers } from '#platform/http/handlers.ts';

export type MessageDependencies = Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>;

/** Bounds the messages that a device gets when it reconnects after a long time. */
const mostWaiting = 10;

export function messageHandlers({ db, bus, clock }: MessageDependencies): Handlers<(typeof api)['messages']> {
  return {
    async getMessages({ params: { deviId } }, caller) {
      const device = mayWrite(caller, await findDevice(db, caller.scopeOf('DEVICE_LIST'), deviId));
      const at = new Date(clock.now());
      await recordLook(db, { action: 'message.read', at, by: caller, custId: device.custId, deviId });
      return { messages: await listMessages(db, deviId) };
    },

    async sendMessage({ params: { deviId }, body: { message: text } }, caller) {
      const at = new Date(clock.now());
      return commitAndPublish({ db, bus }, async (tx, changes) => {
        const { custId } = mayWrite(caller, await lockDevice(tx, caller.scopeOf('DEVICE_LIST'), deviId));
        const waiting = (await listMessages(tx, deviId)).filter(({ status }) => status === 'PENDING');
        const same = waiting.find(({ message }) => message === text);
        if (same !== undefined) return same;
        if (waiting.length >= mostWaiting) throw new AppError('messagesWaiting');
        const message = await queueMessage(tx, { deviId, text, userId: caller.userId, at });
        // Without the text: it is about the wearer, and the audit log is not erased with the message.
        const after = { commandId: message.messageId };
        await recordAudit(tx, { action: 'message.sent', at, by: caller, custId, deviId, after });
        changes.publish({ type: 'devicePage', deviId, custId });
        changes.commandsOf(deviId);
        return message;
      });
    },
  };
}

/** The device, if the caller may send it messages; the same right is needed to read them. */
function mayWrite(caller: Caller, device: DeviceRecord | undefined): DeviceRecord {
  if (device === undefined) throw new AppError('notFound');
  if (!actionsOn(caller, device).includes('message')) throw new AppError('notAllowed');
  return device;
}
