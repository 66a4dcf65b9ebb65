import { present } from '../../present.ts';
import { fieldsOf, joinFields, numberOf } from './fields.ts';
import type { MessageCodec } from './message.ts';

/** `bphrt`: systolic, diastolic, pulse, then the wearer's height, sex, age and weight. `BLOOD`: the first two. */
export const bloodPressureCodec: MessageCodec<'bloodPressure'> = {
  matches: (word) => word === 'BPHRT' || word === 'BLOOD',
  decode: (word, body) => {
    const [systolic, diastolic, pulse, ...wearer] = fieldsOf(body);
    return present({
      type: 'bloodPressure' as const,
      word,
      systolic: numberOf(systolic),
      diastolic: numberOf(diastolic),
      pulse: numberOf(pulse),
      wearer,
    });
  },
  encode: ({ word, systolic, diastolic, pulse, wearer }) => {
    const values = [systolic, diastolic, pulse].map(plain);
    return joinFields(word.toUpperCase() === 'BLOOD' ? values.slice(0, 2) : [...values, ...wearer]);
  },
};

export const pulseCodec: MessageCodec<'pulse'> = {
  matches: (word) => word === 'PULSE' || word === 'HEART',
  decode: (word, body) => present({ type: 'pulse' as const, word, bpm: numberOf(fieldsOf(body)[0]) }),
  encode: ({ bpm }) => joinFields([plain(bpm)]),
};

export const oxygenCodec: MessageCodec<'oxygen'> = {
  matches: (word) => word === 'OXYGEN',
  decode: (word, body) => {
    const { mode, value } = readModal(fieldsOf(body));
    return present({ type: 'oxygen' as const, word, mode, percent: value });
  },
  encode: ({ mode, percent }) => joinFields([mode, plain(percent)]),
};

/** `TEMP`: degrees. `btemp2`: where it was measured, degrees; of some firmware the degrees alone or first. */
export const temperatureCodec: MessageCodec<'temperature'> = {
  matches: (word) => word === 'TEMP' || word === 'BTEMP2',
  decode: (word, body) => {
    const fields = fieldsOf(body);
    if (word.toUpperCase() === 'TEMP') {
      return present({ type: 'temperature' as const, word, degrees: numberOf(fields[0]) });
    }
    const { mode, value } = readModal(fields);
    return present({ type: 'temperature' as const, word, mode, degrees: value });
  },
  encode: ({ word, mode, degrees }) =>
    joinFields(word.toUpperCase() === 'TEMP' ? [plain(degrees)] : [mode ?? '', plain(degrees)]),
};

/** How it was measured, 0 or 1, and the value; or the value first, with its unit or the mode behind it, or alone. */
function readModal([first = '', second]: readonly string[]): { mode: string; value: number | undefined } {
  const isMode = /^\s*[01]\s*$/;
  if (second === undefined) return { mode: '', value: isMode.test(first) ? undefined : numberOf(first) };
  const isReversed =
    numberOf(first) !== undefined && !isMode.test(first) && (isMode.test(second) || numberOf(second) === undefined);
  return isReversed ? { mode: second, value: numberOf(first) } : { mode: first, value: numberOf(second) };
}

function plain(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}
