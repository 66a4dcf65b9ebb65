import { commandLife } from '@varde/catalogue/command-life';
import type { DeviceCommand } from '@varde/catalogue/report';
import { type WaitingCommand, waitingCommands } from '#domain/commands/commands.ts';
import { textOfName } from '#domain/devices/identities.ts';
import type { Batch, CanCarry } from '../batch.ts';
import { isNewConnection } from '../device-state.ts';
import type { TrackedDevice, TrackedIdentity } from '../tracked-device.ts';

/**
 * How long a command that was sent to the gateway counts as in flight. After that the gateway had no such connection,
 * and the command is offered again.
 */
const offerMs = 10_000;

/** Seconds: a command that is of use for no longer goes before settings. */
const urgentSeconds = 300;

/**
 * Sends connected devices their next command, oldest first but for urgent ones (`firstOf`), and one at a time on each
 * connection: the next follows when the device has answered, or when the retry job has given up. On a new connection, and
 * on the last one left of several, the unanswered command is sent again, within its limit of tries. A device without a
 * connection gets its next command in the answer to its request.
 */
export async function deliverCommands(batch: Batch): Promise<void> {
  const reachable = [...batch.devices.values()].filter(
    ({ commanded, now, identities }) => commanded && (now.connected || identities.some(isReachable)),
  );
  if (reachable.length === 0) return;
  const deviIds = reachable.map(({ before }) => before.deviId);
  const waiting = await waitingCommands(batch.tx, deviIds, batch.now);
  const byDevice = Map.groupBy(waiting, ({ devi_id }) => devi_id);
  for (const device of reachable) {
    const commands = byDevice.get(device.before.deviId) ?? [];
    const byIdentity = Map.groupBy(commands, ({ command }) => carrierOf(device, command, batch.carries));
    for (const [identity, its] of byIdentity) {
      const next = identity === null ? null : nextCommand(batch, identity, its);
      if (identity !== null && next !== null) offer(batch, identity, next);
    }
  }
}

/**
 * The reachable identity for a command: the first one whose protocol carries it. Null: the command waits. If no
 * identity's protocol carries it, it goes to any of them, whose gateway refuses it.
 */
function carrierOf({ identities }: TrackedDevice, command: DeviceCommand, carries: CanCarry): TrackedIdentity | null {
  const able = identities.filter(({ protocol }) => carries(protocol, command));
  const candidates = able.length > 0 ? able : identities;
  return candidates.find(isReachable) ?? null;
}

const isReachable = ({ connectionId, answeredBy }: TrackedIdentity): boolean =>
  connectionId !== null || answeredBy !== null;

function nextCommand(
  batch: Batch,
  identity: TrackedIdentity,
  waiting: readonly WaitingCommand[],
): WaitingCommand | null {
  const name = textOfName(identity);
  const reconnected = identity.contestEnded || isNewConnection(identity);
  const outstanding = waiting.find(({ state }) => state === 'sent');
  const next = outstanding ?? firstOf(waiting);
  if (next === undefined) return null;
  const isTried = next.tries >= commandLife(next.command.kind).maxTries;
  if (reconnected) return isTried ? null : next;
  if (outstanding !== undefined) return null;
  const offered = identity.offerSettled ? null : batch.offers.of(name);
  const isWaiting = waiting.some(({ command_id }) => command_id === offered?.commandId);
  const isHere = offered?.connectionId === identity.connectionId;
  const isInFlight = isWaiting && isHere && batch.monotonic - (offered?.at ?? 0) < offerMs;
  return isInFlight ? null : next;
}

/**
 * The oldest command. One that is urgent does not wait behind settings, of which each can take minutes where a device does
 * not answer; but those that have a value of its own go first, so that they do not overwrite it.
 */
function firstOf(waiting: readonly WaitingCommand[]): WaitingCommand | undefined {
  const urgent = waiting.find(({ command }) => commandLife(command.kind).expirySeconds <= urgentSeconds);
  if (urgent === undefined) return waiting[0];
  const own = new Set(settingsIn(urgent.command));
  return waiting.find(
    ({ command }) => command.kind !== 'writeSettings' || settingsIn(command).some((key) => own.has(key)),
  );
}

const settingsIn = (command: DeviceCommand): string[] => ('values' in command ? Object.keys(command.values) : []);

function offer(
  batch: Batch,
  { protocol, identity, gatewayId, answeredBy }: TrackedIdentity,
  { command_id, command }: WaitingCommand,
): void {
  const downlink = { protocol, identity, commandId: command_id, command };
  if (gatewayId !== null) batch.downlinks.push({ ...downlink, gatewayId });
  else if (answeredBy !== null) batch.answers.push({ ...downlink, gatewayId: answeredBy });
}
