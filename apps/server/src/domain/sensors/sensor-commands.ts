import { learningSeconds, type SensorCommand, walkTestSeconds } from '@varde/catalogue/sensor-commands';
import type { CommandState } from '@varde/contract/commands';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { jsonRows } from '#platform/database/json-rows.ts';
import type { AnsweredCommand } from '../commands/commands.ts';
import { commands } from '../commands/tables.ts';

/** The run of a unit's local learning or walk test. */
export interface SensorRun {
  state: 'idle' | 'starting' | 'active' | 'ending';
  /** Seconds until the unit ends it; 0 unless it is active. */
  remaining: number;
  /** When the unit began the present run, or the last one; null: there is none. */
  startedAt: Date | null;
}

const runs = {
  learning: { start: 'startLearning', stop: 'stopLearning', seconds: learningSeconds },
  walkTest: { start: 'startWalkTest', stop: 'stopWalkTest', seconds: walkTestSeconds },
} as const satisfies Record<string, { start: SensorCommand['kind']; stop: SensorCommand['kind']; seconds: number }>;
export type SensorRunName = keyof typeof runs;
export const runCommands = (run: SensorRunName) => runs[run];

/** How far a run is: it follows from the last commands that begin and end it. */
export async function runOf(db: Database, deviId: number, name: SensorRunName, now: Date): Promise<SensorRun> {
  const { start, stop } = runs[name];
  const kind = sql<string>`${commands.command} ->> 'kind'`;
  const rows = await db
    .selectDistinctOn([kind], { kind, state: commands.state, command: commands.command, ...commandTimes })
    .from(commands)
    .where(and(eq(commands.deviId, deviId), inArray(kind, [start, stop])))
    .orderBy(kind, desc(commands.commandId));
  const began = rows.find((row) => row.kind === start);
  if (began === undefined) return { state: 'idle', remaining: 0, startedAt: null };
  const ended = rows.find((row) => row.kind === stop && row.commandId > began.commandId);
  return runAfter(began, ended, now);
}

const { commandId, endedAt } = commands;
const commandTimes = { commandId, endedAt };

interface RunCommand {
  state: CommandState;
  command: unknown;
  endedAt: Date | null;
}

const isWaiting = ({ state, endedAt }: RunCommand) => state === 'pending' || (state === 'sent' && endedAt === null);

function runAfter(began: RunCommand, ended: RunCommand | undefined, now: Date): SensorRun {
  const startedAt = began.state === 'confirmed' ? began.endedAt : null;
  const idle = { state: 'idle', remaining: 0, startedAt } as const;
  if (ended !== undefined && isWaiting(ended)) return { ...idle, state: 'ending' };
  if (isWaiting(began)) return { ...idle, state: 'starting' };
  if (ended?.state === 'confirmed' || startedAt === null) return idle;
  const seconds = (began.command as Extract<SensorCommand, { seconds: number }>).seconds;
  const remaining = Math.ceil((startedAt.getTime() - now.getTime()) / 1000) + seconds;
  return remaining > 0 ? { state: 'active', remaining, startedAt } : idle;
}

/** Whether a unit is about to report all of its sensors. */
export async function isSyncing(db: Database, deviId: number): Promise<boolean> {
  const waiting = await db
    .select({ commandId })
    .from(commands)
    .where(
      and(
        eq(commands.deviId, deviId),
        inArray(commands.state, ['pending', 'sent']),
        isNull(endedAt),
        sql`${commands.command} ->> 'kind' = 'syncSensors'`,
      ),
    )
    .limit(1);
  return waiting.length > 0;
}

/** What a unit answered about a sensor: it took it, or it removed it. */
export interface SensorAnswer {
  devi_id: number;
  gateway_id: string;
  has: boolean;
}

const kindsOfComing = ['addSensor', 'connectBaseStation', 'deleteSensor'] as const;
type Coming = Extract<SensorCommand, { kind: (typeof kindsOfComing)[number] }>;
const comesOrGoes = (command: AnsweredCommand['command']): command is Coming =>
  kindsOfComing.some((kind) => kind === command.kind);

/** What answers of units, in order, say about their sensors. Of several about one sensor the last one counts. */
export function sensorAnswers(answered: readonly AnsweredCommand[]): SensorAnswer[] {
  const last = new Map<string, SensorAnswer>();
  for (const { devi_id, state, command } of answered) {
    if (state !== 'confirmed' || !comesOrGoes(command)) continue;
    const { kind, gatewayId: gateway_id } = command;
    last.set(`${devi_id} ${gateway_id}`, { devi_id, gateway_id, has: kind !== 'deleteSensor' });
  }
  return [...last.values()];
}

/** A sensor that its unit removed is gone, one that it took is its own. */
export async function applySensorAnswers(tx: Database, answers: readonly SensorAnswer[]): Promise<void> {
  await tx.execute(sql`
    with n as materialized (
      select * from json_to_recordset(${jsonRows(answers)}) as r (devi_id int, gateway_id text, has boolean)),
    gone as (
      delete from sensors s using n where s.devi_id = n.devi_id and s.gateway_id = n.gateway_id and not n.has)
    update sensors s set saved = true from n
      where s.devi_id = n.devi_id and s.gateway_id = n.gateway_id and n.has`);
}
