import { type SQL, sql } from 'drizzle-orm';

/** Words as a pattern of `like` that is nothing but these words: `%`, `_` and `\` are themselves. */
export const likeText = (words: string): string => words.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** The condition that a text contains these words, however they are written (`search_words`). */
export const containsWords = (text: SQL, words: string): SQL =>
  sql`search_words(${text}) like '%' || search_words(${likeText(words)}::text) || '%'`;
