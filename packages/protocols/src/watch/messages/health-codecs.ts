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
    const [mode = '', percent] = fieldsOf(body);
    return present({ type: 'oxygen' as const, word, mode, percent: numberOf(percent) });
  },
  encode: ({ mode, percent }) => joinFields([mode, plain(percent)]),
};

/** `TEMP`: degrees. `btemp2`: where it was measured, degrees. */
export const temperatureCodec: MessageCodec<'temperature'> = {
  matches: (word) => word === 'TEMP' || word === 'BTEMP2',
  decode: (word, body) => {
    const fields = fieldsOf(body);
    if (word.toUpperCase() === 'TEMP') {
      return present({ type: 'temperature' as const, word, degrees: numberOf(fields[0]) });
    }
    return present({ type: 'temperature' as const, word, mode: fields[0], degrees: numberOf(fields[1]) });
  },
  encode: ({ word, mode, degrees }) =>
    joinFields(word.toUpperCase() === 'TEMP' ? [plain(degrees)] : [mode ?? '', plain(degrees)]),
};

function plain(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}
