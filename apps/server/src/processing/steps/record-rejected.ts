import { keptBytes } from '#domain/devices/kept-bytes.ts';
import { recordMalformed } from '#domain/devices/malformed-frames.ts';
import { recordUnknownDevices } from '#domain/devices/unknown-devices.ts';
import type { Batch, Entry, UplinkOf } from '../batch.ts';

/**
 * Records rejected input for the administrator: malformed frames, messages with a wrong token, and
 * devices that are not registered. These are not acknowledged, so they send their stored messages once registered.
 * Rejected input never creates a device.
 */
export async function recordRejected(batch: Batch): Promise<void> {
  const malformed = batch.entries.flatMap((entry) => malformedRow(entry) ?? []);
  await recordMalformed(batch.tx, malformed);
  await recordUnknown(batch);
  for (const entry of batch.entries) if (entry.uplink.kind === 'malformed') entry.verdict = 'recorded';
}

function malformedRow({ uplink, verdict }: Entry) {
  if (uplink.kind !== 'malformed' && !(uplink.kind === 'message' && verdict === 'wrongToken')) return null;
  return {
    protocol: uplink.protocol,
    identity: uplink.identity,
    remoteAddress: uplink.remoteAddress,
    receivedAt: new Date(uplink.receivedAt),
    reason: uplink.kind === 'malformed' ? uplink.reason : 'wrongToken',
    raw: uplink.raw.subarray(0, keptBytes),
  };
}

async function recordUnknown(batch: Batch): Promise<void> {
  const unknown: UplinkOf<'message'>[] = [];
  for (const entry of batch.entries) {
    const { uplink } = entry;
    if (entry.device !== null || uplink.kind === 'malformed') continue;
    entry.verdict = uplink.kind === 'message' ? 'unknownDevice' : 'recorded';
    if (uplink.kind === 'message') unknown.push(uplink);
  }
  await recordUnknownDevices(batch.tx, unknown);
}
