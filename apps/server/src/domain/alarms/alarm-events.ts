import { type AlarmEventHeader, type AlarmEventKey, alarmEventNumber } from '@varde/catalogue/alarm-events';
import type { WebHookEvent } from '@varde/contract/web-hook-form';
import type { Database } from '#platform/database/database.ts';
import type { Why } from '../notifications/plan.ts';
import { queueHookEvents } from '../web-hooks/hook-events.ts';
import { alarmEvents } from './tables.ts';

/** Events that a timeline stores. Triggering, reception and further signals are stored with the alarm. */
export type StoredEvent = Exclude<AlarmEventKey, 'triggered' | 'received' | 'signalled'>;

export interface NewAlarmEvent {
  alarmId: number;
  event: StoredEvent;
  at: Date;
  /** The party of an event whose number leaves it open: the end of a call, a PIN, no answer. */
  header?: AlarmEventHeader;
  /** The actor. */
  userId?: number;
  /** The user who received the alarm in a hand-over. */
  toUserId?: number;
  /** A called or notified party that is not a user. */
  party?: string;
  /** The outcome of a reset, or the answer of a provider. */
  result?: string;
  receipt?: string;
  why?: Why;
  /** What a receiver wrote. */
  words?: string;
}

/** The header of what is about a receiver, and the events of a call: a user of Varde, or somebody private. */
export const receiverEventsOf = (userId: number | null) =>
  userId === null
    ? ({ header: 102, call: 'privateCall', answer: 'privateAnswer' } as const)
    : ({ header: 103, call: 'vardeCall', answer: 'vardeAnswer' } as const);

/** Events that web hooks hear of. */
const toldToHooks: Partial<Record<StoredEvent, WebHookEvent>> = {
  escalated: 'alarmEscalated',
  claimed: 'alarmClaimed',
  receiverTook: 'alarmClaimed',
  handedOver: 'alarmHandedOver',
  released: 'alarmReleased',
  receiverGaveBack: 'alarmReleased',
  reset: 'alarmReset',
  reopened: 'alarmReopened',
};

/**
 * Adds events to the timelines of alarms, in the transaction of their action. Consoles with an open timeline refetch
 * it when the alarm is published with a new `rev`.
 */
export async function recordAlarmEvent(tx: Database, ...orders: NewAlarmEvent[]): Promise<void> {
  if (orders.length === 0) return;
  await tx.insert(alarmEvents).values(
    orders.map(({ alarmId, event, at, header, userId, toUserId, party, result, receipt, why, words }) => {
      const number = alarmEventNumber[event];
      return { alarmId, number, header, at, userId, toUserId, party, result, receipt, why, words };
    }),
  );
  await queueHookEvents(
    tx,
    orders.flatMap(({ alarmId, event, at }) => {
      const told = toldToHooks[event];
      return told === undefined ? [] : [{ alarmId, event: told, at }];
    }),
  );
}
