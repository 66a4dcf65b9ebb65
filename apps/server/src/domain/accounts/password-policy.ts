import { maxPasswordLength, minPasswordLength, type passwordFaults } from '@varde/contract/password-rules';
import { commonSequences, commonWords } from './common-words.ts';

/** Why a new password is refused. */
export type PasswordFault = Exclude<(typeof passwordFaults)[number], 'wrong'>;

/**
 * The fault of a new password; null when it is accepted. There are no rules about kinds of characters: they lead to
 * `Sommer2026!!`. What attackers try first is refused instead: common words with numbers and signs around them,
 * keyboard rows, repetitions, the username.
 */
export function passwordFault(password: string, username: string): PasswordFault | null {
  const length = [...password].length;
  if (length < minPasswordLength) return 'tooShort';
  if (length > maxPasswordLength) return 'tooLong';
  const letters = lettersOf(withoutSequences(password.normalize('NFKC').toLowerCase()));
  const name = lettersOf(username.split('@')[0] ?? '');
  if (name.length >= 3 && letters.includes(name) && isCommon(letters.replaceAll(name, ' '))) return 'likeUsername';
  return isCommon(letters) || isRepetition(password) ? 'tooCommon' : null;
}

/** Characters that must remain after all common parts are removed. */
const ownCharacters = 4;
/** Number of consecutive common words that counts as a passphrase. */
const wordsOfPhrase = 4;

function isCommon(letters: string): boolean {
  const pieces = letters.split(/[^\p{L}]+/u).filter((piece) => piece !== '');
  let words = 0;
  let own = 0;
  for (const piece of pieces) {
    const found = segment(piece);
    words += found.words;
    own += found.own;
  }
  return own < ownCharacters && words < wordsOfPhrase;
}

/**
 * Letters in lower case, with signs and digits replaced by the letters they resemble; digits at the end stay digits.
 */
function lettersOf(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase();
  const body = lower.replace(/[^\p{L}]+$/u, '');
  return body.replaceAll(/[@4301$5!7]/g, (sign) => letterOf[sign] ?? sign) + lower.slice(body.length);
}

const letterOf: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  '1': 'i',
  $: 's',
  '5': 's',
  '!': 'i',
  '7': 't',
};

const shortestRun = 4;

/** Removes runs of four or more neighbours; the text on each side stays separate. */
function withoutSequences(text: string): string {
  let rest = text;
  for (const row of [...commonSequences, ...commonSequences.map(backwards)]) {
    for (let length = row.length; length >= shortestRun; length--)
      for (let start = 0; start + length <= row.length; start++)
        rest = rest.replaceAll(row.slice(start, start + length), ' ');
  }
  return rest;
}

const backwards = (text: string): string => [...text].reverse().join('');

/** The split of a text that leaves the fewest characters outside common words. */
function segment(text: string): { words: number; own: number } {
  const folded = text.replaceAll('æ', 'ae').replaceAll(/[øö]/g, 'o').replaceAll(/[åä]/g, 'a');
  const best: { words: number; own: number }[] = [{ words: 0, own: 0 }];
  for (let end = 1; end <= folded.length; end++) {
    const before = best[end - 1] ?? { words: 0, own: 0 };
    let found = folded[end - 1] === ' ' ? before : { words: before.words, own: before.own + 1 };
    for (let start = Math.max(0, end - 20); start < end; start++) {
      const from = best[start];
      if (from === undefined || !commonWords.has(folded.slice(start, end))) continue;
      const candidate = { words: from.words + 1, own: from.own };
      if (candidate.own < found.own || (candidate.own === found.own && candidate.words < found.words))
        found = candidate;
    }
    best.push(found);
  }
  return best[folded.length] ?? { words: 0, own: 0 };
}

/** Whether it repeats the same few characters. */
function isRepetition(password: string): boolean {
  return new Set(password).size < 5 || /^(.{1,6})\1+.{0,5}$/u.test(password);
}
