import { commandLife } from '@varde/catalogue/device-actions';
import { type WaitingCommand, waitingCommands } from '#domain/commands/commands.ts';
import type { Batch } from '../batch.ts';
import type { TrackedDevice } from '../tracked-device.ts';

/**
 * How long a command that was handed to the gateway is taken to be on its way. Longer means that the gateway had no
 * such connection after all, and the command is offered again.
 */
const offerMs = 10_000;

/**
 * Hands devices that are connected their next command, oldest first and one at a time: the next follows when the
 * device has answered, or when the retry job has given up. On a new connection, and on the one that is left of several,
 * the one without an answer goes again, unless it has been sent as often as it may.
 */
export async function deliverCommands(batch: Batch): Promise<void> {
  const reachable = [...batch.devices.values()].filter((device) => device.now.connected);
  if (reachable.length === 0) return;
  const deviIds = reachable.map(({ before }) => before.deviId);
  const waiting = await waitingCommands(batch.tx, deviIds);
  const byDevice = Map.groupBy(waiting, ({ devi_id }) => devi_id);
  for (const device of reachable) {
    const next = nextCommand(batch, device, byDevice.get(device.before.deviId) ?? []);
    if (next !== null) offer(batch, device, next);
  }
}

function nextCommand(
  batch: Batch,
  device: TrackedDevice,
  waiting: readonly WaitingCommand[],
): WaitingCommand | null {
  const { deviId } = device.before;
  const reconnected = device.contestEnded || device.connectionId !== batch.connections.current(deviId);
  const outstanding = waiting.find(({ state }) => state === 'sent');
  const next = outstanding ?? waiting[0];
  if (next === undefined) return null;
  const isTried = next.tries >= commandLife(next.command.kind).maxTries;
  if (reconnected) return isTried ? null : next;
  if (outstanding !== undefined) return null;
  const offered = device.offerSettled ? null : batch.connections.offered(deviId);
  const onItsWay = offered?.commandId === next.command_id && batch.monotonic - offered.at < offerMs;
  return onItsWay ? null : next;
}

function offer(batch: Batch, { before }: TrackedDevice, { command_id, command }: WaitingCommand): void {
  const { protocol, identity, deviId } = before;
  batch.downlinks.push({ deviId, downlink: { protocol, identity, commandId: command_id, command } });
}
