/**
 * What an alarm service is held to: the share of alarms that somebody has taken within so many seconds (97.5 % and 99 %
 * are the figures of the UK's TEC Quality).
 */
export const answerTargets = [
  { seconds: 60, share: 0.975 },
  { seconds: 180, share: 0.99 },
] as const;

/** How the report of answer times is divided. */
export const answerGroups = ['month', 'hour', 'customer'] as const;
export type AnswerGroup = (typeof answerGroups)[number];

/** From when the time of an answer runs: from when Varde received the alarm, or from when it came to an alarm centre. */
export const answerStarts = ['received', 'escalated'] as const;
export type AnswerStart = (typeof answerStarts)[number];
