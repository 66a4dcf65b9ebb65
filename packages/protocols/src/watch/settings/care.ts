import type { SettingValue } from '@varde/catalogue/settings/types';
import type { SettingsGroup } from '../../settings-groups.ts';
import { fieldsOfWord, toggle, type WatchLine } from './line.ts';

/**
 * The second field of `FALLDOWN` would let the watch call the centre by itself; Varde raises the alarm instead. `LSSET`
 * is the sensitivity, one of six levels of which the first is the most sensitive; it is sent first, so that the watch
 * is never on with an unwanted level. Sensitivity 0 leaves the level unchanged: watches that are turned on and off
 * only.
 */
export const fallDown: SettingsGroup<WatchLine> = {
  keys: ['fallDownAlert', 'fallDownSensitivity'],
  encode: ({ fallDownAlert: on, fallDownSensitivity: sensitivity }) => {
    const level = levels.get(sensitivity);
    if (typeof on !== 'boolean' || level === undefined) return null;
    const alert = { word: 'FALLDOWN', fields: [on ? '1' : '0', '0'] };
    return level === null ? [alert] : [{ word: 'LSSET', fields: [`${level}+6`] }, alert];
  },
  decode: (lines) => {
    const on = fieldsOfWord(lines, 'FALLDOWN')?.[0];
    const fallDownSensitivity = sensitivityOf(fieldsOfWord(lines, 'LSSET')?.[0]);
    if ((on !== '1' && on !== '0') || fallDownSensitivity === null) return null;
    return { fallDownAlert: on === '1', fallDownSensitivity };
  },
};

/** The middle of the less and of the more sensitive half of the six levels. */
const levels: ReadonlyMap<SettingValue | undefined, number | null> = new Map([
  [0, null],
  [1, 5],
  [2, 2],
]);

/** Protocol notes 2.4: `level+total`, where the total is 6 or 8. Null: it cannot be read. */
function sensitivityOf(field: string | undefined): number | null {
  if (field === undefined) return 0;
  const [level = 0, total = 0] = (/^([1-8])\+([68])$/.exec(field) ?? []).slice(1).map(Number);
  if (level === 0 || level > total) return null;
  return level * 2 > total ? 1 : 2;
}

/** The alarm that a watch raises when it is taken off. */
export const removal = toggle('watchRemoval', 'REMOVE');

/** The automatic measurement. Sources and doubts of this and the next: docs/protocols/watch-health.md. */
export const autoMeasuring: SettingsGroup<WatchLine> = {
  keys: ['heartRateBloodPressureSetting', 'bloodPressureInterval'],
  encode: ({ heartRateBloodPressureSetting: on, bloodPressureInterval: minutes }) =>
    typeof on === 'boolean' && isMeasuringMinutes(minutes)
      ? [{ word: 'HEALTHAUTOSET', fields: ['1', on ? '1' : '0', String(minutes * 60)] }]
      : null,
  decode: (lines) => {
    const [kind, on, seconds] = fieldsOfWord(lines, 'HEALTHAUTOSET') ?? [];
    const bloodPressureInterval = Number(seconds) / 60;
    if (kind !== '1' || (on !== '1' && on !== '0') || !isMeasuringMinutes(bloodPressureInterval)) return null;
    return { heartRateBloodPressureSetting: on === '1', bloodPressureInterval };
  },
};

/** 1 is a measurement on request, which is no setting. */
export const heartRate: SettingsGroup<WatchLine> = {
  keys: ['heartRateInterval'],
  encode: ({ heartRateInterval: minutes }) =>
    minutes === 0 || isMeasuringMinutes(minutes) ? [{ word: 'hrtstart', fields: [String(minutes * 60)] }] : null,
  decode: (lines) => {
    const seconds = fieldsOfWord(lines, 'HRTSTART')?.[0];
    const heartRateInterval = Number(seconds) / 60;
    return seconds === '0' || isMeasuringMinutes(heartRateInterval) ? { heartRateInterval } : null;
  },
};

/** "300..65535 s", in whole minutes. */
const isMeasuringMinutes = (value: SettingValue | undefined): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 5 && value <= 1092;

export const pedometer = toggle('devicePedometer', 'PEDO');
