import { messageTypes } from '@varde/catalogue/message-types';
import { transactionSources } from '@varde/catalogue/transaction-sources';
import type { Reader } from './reader.ts';
import en from './texts/en.json' with { type: 'json' };
import nb from './texts/nb.json' with { type: 'json' };

/** The texts that exports share, in each language: those of the console, which a test compares with these. */
export const sharedTexts = { nb, en };

const typeKeys = new Map(messageTypes.map(({ id, key }) => [id as number, key]));
const sourceKeys = new Map(transactionSources.map(({ id, key }) => [id as number, key]));

/** The words of a reader for what stands in several exports. */
export function sharedWords({ language }: Reader) {
  const { messageTypes: types, sources, sheets, percent } = sharedTexts[language];
  return {
    messageType: (metyId: number) => types[typeKeys.get(metyId) ?? 'unknown'],
    source: (tranSource: number) => {
      const key = sourceKeys.get(tranSource);
      return key === undefined ? '' : sources[key];
    },
    percent: (value: number) => percent.replace('{{value}}', String(value)),
    /** A number with so many decimals, as the reader types it. */
    decimal: (value: number, digits: number) => value.toFixed(digits).replace('.', language === 'nb' ? ',' : '.'),
    /** Of the line below each sheet of a PDF. */
    sheets,
  };
}
