import { execFile } from 'node:child_process';

/** Renders a text in a language as sound, WAV. Rejects when that is not possible. */
export type Speech = (text: string, language: 'nb' | 'en') => Promise<Uint8Array>;

const longestMs = 10_000;
/** Of a minute and a half of speech; a longer text is a fault. */
const largestSound = 4_000_000;
/** Twice as many as calls are made at once (`message-delivery`): a sound that has to wait for others comes too late for a call. */
const mostKept = 32;

/**
 * Speech by espeak-ng, or a program that reads a text from its input and writes WAV to its output. One
 * text is rendered at a time, and the last ones are kept: a provider fetches one sound several times.
 */
export function createSpeech(command: string): Speech {
  const kept = new Map<string, Promise<Uint8Array>>();
  let last: Promise<unknown> = Promise.resolve();
  return (text, language) => {
    const key = `${language} ${text}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const sound = last.then(() => render(command, text, language));
    last = sound.catch(() => kept.delete(key));
    kept.set(key, sound);
    for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest);
    return sound;
  };
}

const render = (command: string, text: string, language: 'nb' | 'en'): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const options = { encoding: 'buffer', timeout: longestMs, maxBuffer: largestSound } as const;
    const child = execFile(command, ['-v', language, '-s', '140', '--stdin', '--stdout'], options, (error, sound) => {
      if (error !== null) reject(error);
      else if (sound.length === 0) reject(new Error(`${command} gave no sound`));
      else resolve(withLengths(sound));
    });
    // A program that ended early closes its input; its exit tells why.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(text);
  });

const headerBytes = 44;

/** A program that writes WAV to a pipe cannot know the lengths in its header beforehand; players need them. */
function withLengths(sound: Buffer): Buffer {
  const isPlain = sound.length >= headerBytes && sound.toString('latin1', 36, 40) === 'data';
  if (sound.toString('latin1', 0, 4) !== 'RIFF' || !isPlain) return sound;
  sound.writeUInt32LE(sound.length - 8, 4);
  sound.writeUInt32LE(sound.length - headerBytes, 40);
  return sound;
}
