import { searchWords } from '@varde/catalogue/name-order';
import { type SQL, sql } from 'drizzle-orm';

/** Words as a pattern of `like` that is nothing but these words: `%`, `_` and `\` are themselves. */
export const likeText = (words: string): string => words.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** The pattern of `like` for texts that contain these words, in the form that `search_words` gives a text. */
export const likeWords = (words: string): string => `%${likeText(searchWords(words))}%`;

/** The condition that a text contains these words, however they are written (`search_words`). */
export const containsWords = (text: SQL, words: string): SQL => sql`search_words(${text}) like ${likeWords(words)}`;

/** For the order of a list by a name: the Norwegian alphabet, whatever the locale of the database (`name_order`). */
export const nameOrder = (name: SQL): SQL => sql`name_order(${name}) collate "C"`;
