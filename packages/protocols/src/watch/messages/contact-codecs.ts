import { present } from '../../present.ts';
import { countOf, countText, fieldsOf, joinFields } from './fields.ts';
import type { MessageCodec } from './message.ts';

export const initCodec: MessageCodec<'init'> = {
  matches: (word) => word === 'INIT',
  decode: (word) => ({ type: 'init', word }),
  encode: () => null,
};

/** Empty, or steps, tumbles and battery. Other orders are told by what else the watch says (`agree`). */
export const linkKeepCodec: MessageCodec<'linkKeep'> = {
  matches: (word) => word === 'LK',
  decode: (word, body) => {
    const fields = fieldsOf(body);
    const [steps, tumbles, battery] = fields.map(countOf);
    if (fields.length === 2 && steps !== undefined && tumbles !== undefined)
      return { type: 'linkKeep', word, pair: [steps, tumbles] };
    if (fields.length < 3) return { type: 'linkKeep', word };
    return present({ type: 'linkKeep' as const, word, steps, tumbles, battery });
  },
  encode: ({ steps, tumbles, battery, pair }) => {
    if (pair !== undefined) return joinFields(pair.map(countText));
    if (steps === undefined && tumbles === undefined && battery === undefined) return null;
    return joinFields([steps, tumbles, battery].map((value) => countText(value)));
  },
};

export const voiceQueryCodec: MessageCodec<'voiceQuery'> = {
  matches: (word) => word === 'TKQ' || word === 'TKQ2',
  decode: (word) => ({ type: 'voiceQuery', word }),
  encode: () => null,
};
