import { present } from '../../present.ts';
import { countOf, countText, fieldsOf, joinFields } from './fields.ts';
import type { MessageCodec } from './message.ts';

export const initCodec: MessageCodec<'init'> = {
  matches: (word) => word === 'INIT',
  decode: (word) => ({ type: 'init', word }),
  encode: () => null,
};

/** Empty, or steps, tumbles and battery. A form with two values of unknown meaning is ignored. */
export const linkKeepCodec: MessageCodec<'linkKeep'> = {
  matches: (word) => word === 'LK',
  decode: (word, body) => {
    const fields = fieldsOf(body);
    if (fields.length < 3) return { type: 'linkKeep', word };
    const [steps, tumbles, battery] = fields.map(countOf);
    return present({ type: 'linkKeep' as const, word, steps, tumbles, battery });
  },
  encode: ({ steps, tumbles, battery }) => {
    if (steps === undefined && tumbles === undefined && battery === undefined) return null;
    return joinFields([steps, tumbles, battery].map((value) => countText(value)));
  },
};

export const voiceQueryCodec: MessageCodec<'voiceQuery'> = {
  matches: (word) => word === 'TKQ' || word === 'TKQ2',
  decode: (word) => ({ type: 'voiceQuery', word }),
  encode: () => null,
};
