import { execFile } from 'node:child_process';

/** Renders a text as sound, WAV. Rejects when that is not possible. */
export type Speech = (text: string) => Promise<Uint8Array>;

const longestMs = 10_000;
/** Of two minutes of speech; a longer text is a fault. */
const largestSound = 8_000_000;
const mostKept = 50;

/**
 * Speech by espeak-ng, or a program that reads a text from its input and writes WAV to its output, in Norwegian. The last
 * texts are kept: a provider fetches one sound several times.
 */
export function createSpeech(command: string): Speech {
  const kept = new Map<string, Promise<Uint8Array>>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const sound = render(command, text);
    kept.set(text, sound);
    sound.catch(() => kept.delete(text));
    for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest);
    return sound;
  };
}

const render = (command: string, text: string): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const options = { encoding: 'buffer', timeout: longestMs, maxBuffer: largestSound } as const;
    const child = execFile(
      command,
      ['-v', 'nb', '-s', '140', '--stdin', '--stdout'],
      options,
      (error, sound) => {
        if (error !== null) reject(error);
        else if (sound.length === 0) reject(new Error(`${command} gave no sound`));
        else resolve(sound);
      },
    );
    // A program that ended early closes its input; its exit tells why.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(text);
  });
