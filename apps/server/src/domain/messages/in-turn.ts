import { isEmergency } from '@varde/catalogue/alarm-kinds';
import { alarmTypes } from '@varde/catalogue/alarms';
import { type SQL, sql } from 'drizzle-orm';
import type { FairTurns, Waiting } from '#platform/delivery/fair-turns.ts';
import type { Room } from '#platform/delivery/provider-pace.ts';
import { outbox } from './tables.ts';

const notEmergencies = alarmTypes.map(({ metyId }) => metyId).filter((type) => !isEmergency(type));

/** From here on: messages about something else than an alarm. */
const others = 8;

/** Whether the alarm `a` of a query is no emergency. */
export const isNoEmergency: SQL = sql`(a.mety_id = any (${sql.param(notEmergencies)}::int[]))`;

/** For the same query, `a`: of all alarms those that are not reset, which are few, have an index. */
export const notReset: SQL = sql`(select * from alarms where state <> 'reset') a`;

export const wasTried: SQL = sql`(${outbox.nextTryAt} is not null)`;

/**
 * The urgency (`Waiting`) of a message, for a query that joins its alarm as `a`, and as `first` the first message of that on
 * the channel that has not failed: messages about alarms come first, of them those that were never tried, of them the first
 * one of each alarm, of them those of emergencies. A try that does not count is one here.
 */
export const urgency: SQL = sql`case when ${outbox.alarmId} is null then ${others} else 0 end
  + 4 * ${wasTried}::int + 2 * coalesce((${outbox.messageId} > first.id)::int, 0) + coalesce(${isNoEmergency}::int, 0)`;

/** Of waiting messages those that have room, by their numbers. */
export function inTurn(turns: FairTurns, waiting: readonly Waiting[], room: Room): Map<number, Waiting> {
  const aboutAlarms = turns.choose(waiting.filter(isAboutAlarm), room.all);
  const left = Math.min(room.all - aboutAlarms.length, room.others);
  const rest = turns.choose(
    waiting.filter((message) => !isAboutAlarm(message)),
    left,
  );
  return new Map([...aboutAlarms, ...rest].map((message) => [message.id, message]));
}

const isAboutAlarm = ({ urgency }: Waiting): boolean => urgency < others;

/** The messages that were locked, with their turns and in this order. */
export function inOrder<Message extends { messageId: number }>(
  chosen: ReadonlyMap<number, Waiting>,
  locked: readonly Message[],
): (Message & { turn: Waiting })[] {
  const messages = new Map(locked.map((message) => [message.messageId, message]));
  return [...chosen].flatMap(([id, turn]) => {
    const message = messages.get(id);
    return message === undefined ? [] : [{ ...message, turn }];
  });
}
