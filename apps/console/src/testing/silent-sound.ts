import { playAlarmSound } from '#features/alarms/play-alarm-sound.ts';

/** The alarm sound of a page that has no alarms, for tests. */
export const silentSound = playAlarmSound(1, () => () => undefined);
