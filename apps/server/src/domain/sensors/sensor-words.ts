import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { likeWords } from '../search-words.ts';

const matching = (words: string): SQL => sql`sensor_search where words like ${likeWords(words)}`;

/** Whether a device has a sensor with these words in its name, its serial number or its address. */
export const hasSensorWith = (deviId: SQLWrapper, words: string): SQL =>
  sql`${deviId} in (select devi_id from ${matching(words)})`;

/** Whether a sensor has these words in its name, its serial number or its address. */
export const isSensorWith = (deseId: SQLWrapper, words: string): SQL =>
  sql`${deseId} in (select dese_id from ${matching(words)})`;
