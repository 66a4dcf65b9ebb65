import type { Alarm } from '@varde/contract/alarms';

type Outcome = NonNullable<Alarm['outcome']>;

/** A record, so that an outcome which the contract gains or loses does not compile here. */
const listed: Record<Outcome, true> = {
  helped: true,
  falseAlarm: true,
  test: true,
  technical: true,
  other: true,
};

export const outcomes = Object.keys(listed) as Outcome[];
