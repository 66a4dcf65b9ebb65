import type { DeviceCommand } from '@varde/catalogue/report';
import { sql } from 'drizzle-orm';
import { queryRows } from '#platform/database.ts';
import { metrics } from '#platform/metrics.ts';
import { type Batch, type Entry, isMessage, type MessageEntry, type UplinkOf } from '../batch.ts';
import { jsonRows } from '../json-rows.ts';
import { ReportedSettings } from '../reported-settings.ts';

/**
 * How far each command has come: on the wire, confirmed by the device, or refused. What the device confirms, and what
 * it reports by itself, is what it has (`reported`); what staff asked for is never shown as that.
 */
export async function settleCommands(batch: Batch): Promise<void> {
  await markSent(batch);
  await markRefused(batch);
  const reported = new ReportedSettings();
  await confirm(batch, reported);
  for (const entry of believedMessages(batch)) {
    const { settings } = entry.uplink.report;
    if (settings === undefined) continue;
    reported.add(entry.device.before.deviId, settings, new Date(entry.uplink.receivedAt));
  }
  await reported.save(batch.tx);
  for (const deviId of reported.deviIds()) batch.settingsChanged.add(deviId);
}

/** Those whose word counts: while several connections claim to be the device, nobody knows whose it is. */
function believedMessages(batch: Batch): MessageEntry[] {
  return batch.entries
    .filter(isMessage)
    .filter(({ verdict, uplink }) => verdict === 'stored' && uplink.contested !== true);
}

/** A command that no device ever answers has ended when it is on the wire. */
async function markSent(batch: Batch): Promise<void> {
  const rows = about(batch, 'commandSent').map(({ device, uplink }) => ({
    command_id: uplink.commandId,
    devi_id: device.before.deviId,
    ref: uplink.ref,
    sent_at: new Date(uplink.receivedAt),
  }));
  if (rows.length === 0) return;
  await batch.tx.execute(sql`
    update commands set state = 'sent', ref = n.ref, tries = commands.tries + 1, sent_at = n.sent_at,
      ended_at = case when n.ref is null then n.sent_at end
    from json_populate_recordset(null::commands, ${jsonRows(rows)}) n
    where commands.command_id = n.command_id and commands.devi_id = n.devi_id
      and commands.state in ('pending', 'sent')`);
  metrics.commands.inc({ outcome: 'sent' }, rows.length);
}

async function markRefused(batch: Batch): Promise<void> {
  const rows = about(batch, 'commandRefused').map(({ device, uplink }) => ({
    command_id: uplink.commandId,
    devi_id: device.before.deviId,
    reason: uplink.reason,
    ended_at: new Date(uplink.receivedAt),
  }));
  if (rows.length === 0) return;
  await batch.tx.execute(sql`
    update commands set state = 'failed', reason = n.reason, ended_at = n.ended_at
    from json_populate_recordset(null::commands, ${jsonRows(rows)}) n
    where commands.command_id = n.command_id and commands.devi_id = n.devi_id
      and commands.state in ('pending', 'sent')`);
  metrics.commands.inc({ outcome: 'unsupported' }, rows.length);
}

function about<K extends 'commandSent' | 'commandRefused'>(batch: Batch, kind: K) {
  const found: { device: NonNullable<Entry['device']>; uplink: UplinkOf<K> }[] = [];
  for (const { uplink, device } of batch.entries) {
    if (uplink.kind !== kind || device === null) continue;
    found.push({ device, uplink: uplink as UplinkOf<K> });
    device.offerSettled = true;
    batch.settingsChanged.add(device.before.deviId);
  }
  return found;
}

/** By the reference that the command was sent with. A settings report also answers the request for one. */
async function confirm(batch: Batch, reported: ReportedSettings): Promise<void> {
  const answers = believedMessages(batch).flatMap(({ device, uplink: { report, receivedAt } }) => {
    const of = { devi_id: device.before.deviId, ended_at: new Date(receivedAt) };
    const settings = report.settings === undefined ? [] : [{ ...of, ref: null, ok: true }];
    return [...report.confirmations.map(({ ref, ok }) => ({ ...of, ref, ok })), ...settings];
  });
  if (answers.length === 0) return;
  const ended = await queryRows<{ devi_id: number; state: string; command: DeviceCommand; at: string }>(
    batch.tx,
    sql`update commands set
          state = case when n.ok then 'confirmed' else 'failed' end,
          reason = case when n.ok then null else 'refused' end,
          ended_at = n.ended_at
        from json_to_recordset(${jsonRows(answers)})
          as n (devi_id int, ref text, ok boolean, ended_at timestamptz)
        where commands.devi_id = n.devi_id and commands.state = 'sent' and commands.ended_at is null
          and (commands.ref = n.ref or (n.ref is null and commands.command ->> 'kind' = 'readSettings'))
        returning commands.devi_id, commands.state, commands.command,
          (extract(epoch from commands.ended_at) * 1000)::float8 as at`,
  );
  for (const { devi_id, state, command, at } of ended) {
    batch.settingsChanged.add(devi_id);
    metrics.commands.inc({ outcome: state === 'confirmed' ? 'confirmed' : 'refused' });
    if (state === 'confirmed' && command.kind === 'writeSettings')
      reported.add(devi_id, command.values, new Date(Number(at)));
  }
}
