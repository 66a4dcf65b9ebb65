import type { Alarm } from '@varde/contract/alarms';

/** What the sound depends on besides the alarms themselves. */
export interface HeardAlarms {
  /** Signals heard so far, by alarm. */
  signals: ReadonlyMap<number, number>;
  /** A claimed alarm that signalled again sounds until then, Unix milliseconds. */
  againUntil: number;
}

export const nothingHeard: HeardAlarms = { signals: new Map(), againUntil: 0 };

/** How long a new signal on an alarm that somebody has claimed is heard. */
export const againMs = 15_000;

/** Takes in the alarms as they are now. A further signal is never silent, whoever has claimed the alarm (lessons, 3). */
export function hearAlarms(heard: HeardAlarms, alarms: readonly Alarm[], now: number): HeardAlarms {
  const open = alarms.filter((alarm) => alarm.state !== 'reset');
  const again = open.some((alarm) => {
    const before = heard.signals.get(alarm.alarmId);
    return alarm.state === 'claimed' && before !== undefined && alarm.signalCount > before;
  });
  return {
    signals: new Map(open.map((alarm) => [alarm.alarmId, alarm.signalCount])),
    againUntil: again ? now + againMs : heard.againUntil,
  };
}

/** Whether it shall sound: until every open alarm is claimed, and for a while after a further signal. */
export function shallSound(heard: HeardAlarms, alarms: readonly Alarm[], now: number): boolean {
  const open = alarms.filter((alarm) => alarm.state !== 'reset');
  return open.some((alarm) => alarm.state === 'open') || (open.length > 0 && now < heard.againUntil);
}
