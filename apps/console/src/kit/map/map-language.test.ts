import { expect, it } from 'vitest';
import { mapLanguageOf } from './map-language.ts';

it('[D5.067] names on the map are in the language of the console, by the codes of map data, and in English without one', () => {
  const given = ['no_nb', 'nb', 'se', 'dk', 'is', 'fi', 'en', 'de', '', undefined];
  expect(given.map(mapLanguageOf)).toEqual(['no', 'no', 'sv', 'da', 'is', 'fi', 'en', 'de', 'en', 'en']);
});
