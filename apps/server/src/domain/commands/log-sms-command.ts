import { isSmsKind, smsAsLogged } from '@varde/catalogue/device-actions';
import { loggedCommand } from '@varde/catalogue/logged-command';
import { metyId } from '@varde/catalogue/message-types';
import type { DeviceCommand } from '@varde/catalogue/report';
import { tranSource } from '@varde/catalogue/transaction-sources';
import type { LiveEvent } from '@varde/contract/events';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { devices } from '../devices/tables.ts';
import { transactionsEvent } from '../transactions/present-transaction.ts';
import { transactions } from '../transactions/tables.ts';
import { commands } from './tables.ts';

/** Logs the SMS of a command that has left, without its password. Returns the events to publish. */
export async function logSmsCommand(
  tx: Database,
  { commandId, text, at }: { commandId: number; text: string; at: Date },
): Promise<LiveEvent[]> {
  const { deviId, dehaId, custId } = devices;
  const [sent] = await tx
    .select({ deviId, dehaId, custId, command: commands.command })
    .from(commands)
    .innerJoin(devices, eq(devices.deviId, commands.deviId))
    .where(eq(commands.commandId, commandId));
  if (sent === undefined) return [];
  const { command: stored, ...device } = sent;
  const command = stored as DeviceCommand;
  if (!isSmsKind(command.kind)) return [];
  const rows = await tx
    .insert(transactions)
    .values({
      ...device,
      tranId: sql`nextval('tran_seq')`,
      recTs: at,
      metyId: metyId.command,
      tranSource: tranSource.sms,
      direction: 'O',
      word: command.kind,
      raw: Buffer.from(smsAsLogged(device.dehaId, command.kind, text)),
      detail: loggedCommand(command),
    })
    .returning();
  return rows.map((row) => transactionsEvent([row]));
}
