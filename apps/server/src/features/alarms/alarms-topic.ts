import type { Alarm } from '@varde/contract/alarms';
import type { LiveMessage } from '@varde/contract/live';
import { latestAlarmRev, listAlarms } from '#domain/alarms/alarms.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { Caller } from '#platform/caller.ts';
import type { LiveFeed, LiveTopic } from '#platform/live/topic.ts';
import { looksAt } from './looks.ts';
import { presentForAll, withAbilities } from './present.ts';

type Message = LiveMessage<'alarms'>;

/**
 * Maximum number of alarms in the first message; when more are not reset, it holds the newest, and paging returns the
 * rest.
 */
const firstMessageLimit = 2_000;

type Dependencies = Pick<FeatureDependencies, 'db' | 'clock' | 'looks'>;

/** `/topic/alarms`: all alarms that are not reset, then each change of an alarm at once. */
export function alarmsTopic(dependencies: Dependencies): LiveTopic<'alarms'> {
  return {
    name: 'alarms',
    open: async (caller) => (caller.mayAnywhere('DEVICE_LIST') ? alarmsFeed(dependencies, caller) : null),
  };
}

function alarmsFeed({ db, clock, looks }: Dependencies, caller: Caller): LiveFeed<Message> {
  const kept = new Map<number, Alarm>();
  const shown = (alarms: Alarm[]): Alarm[] => {
    looks.note(looksAt(alarms, caller, new Date(clock.now())));
    return alarms;
  };
  return {
    urgent: true,
    /** Ignores `since`: after a disconnection the whole list is the safest answer. */
    async first() {
      const rev = await latestAlarmRev(db);
      const { page, nextCursor } = await listAlarms(db, caller, {
        limit: firstMessageLimit,
      });
      return {
        rev,
        complete: nextCursor === null,
        alarms: shown(page.map((row) => withAbilities(presentForAll(row), caller, clock.now()))),
      };
    },
    take(event) {
      if (event.type !== 'alarm' || !caller.may('DEVICE_LIST', event.custId)) return false;
      const known = kept.get(event.alarm.alarmId);
      if (known === undefined || known.rev < event.alarm.rev)
        kept.set(event.alarm.alarmId, withAbilities(event.alarm, caller, clock.now()));
      return true;
    },
    flush() {
      const alarms = shown([...kept.values()]);
      kept.clear();
      return { rev: Math.max(0, ...alarms.map(({ rev }) => rev)), complete: false, alarms };
    },
  };
}
