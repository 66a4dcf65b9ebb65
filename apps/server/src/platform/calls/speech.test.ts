import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSpeech } from './speech.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'varde-speech-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A program in the place of espeak-ng, which notes what it was asked for. */
async function program(script: string): Promise<string> {
  const path = join(folder, `speech-${Math.trunc(performance.now() * 1000)}`);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

describe('speech', () => {
  it('is what the program writes for a text in its language, and whatever stands in it never an option', async () => {
    const asked = join(folder, 'asked');
    const speak = createSpeech(await program(`echo "$@" >> ${asked}; printf RIFF; cat`));
    const text = '--version; $(rm -rf /) `x` "Åse"\n-w out.wav';
    expect(Buffer.from(await speak(text, 'nb')).toString()).toBe(`RIFF${text}`);
    await speak(text, 'en');
    const asks = (voice: string) => `-v ${voice} -s 140 --stdin --stdout\n`;
    expect(await readFile(asked, 'utf8')).toBe(asks('nb') + asks('en'));
  });

  it('is made once for each text and language, however often it is fetched', async () => {
    const asked = join(folder, 'times');
    const speak = createSpeech(await program(`echo x >> ${asked}; cat`));
    await Promise.all([speak('a', 'nb'), speak('a', 'nb')]);
    await speak('a', 'nb');
    await speak('b', 'nb');
    expect(await readFile(asked, 'utf8')).toBe('x\nx\n');
    await speak('a', 'en');
    expect(await readFile(asked, 'utf8')).toBe('x\nx\nx\n');
  });

  it('keeps the last 32 texts only: twice as many as calls are made at once', async () => {
    const asked = join(folder, 'kept');
    const speak = createSpeech(await program(`cat >> ${asked}; echo sound`));
    for (let text = 0; text < 33; text++) await speak(`<${text}>`, 'nb');
    await speak('<1>', 'nb');
    await speak('<0>', 'nb');
    const all = await readFile(asked, 'utf8');
    expect([all.split('<0>').length - 1, all.split('<1>').length - 1]).toEqual([2, 1]);
  });

  it('has the lengths in its header that a program cannot know which writes to a pipe', async () => {
    const header = Buffer.alloc(44, 0xff);
    header.write('RIFF', 0, 'latin1');
    header.write('data', 36, 'latin1');
    const file = join(folder, 'header.wav');
    await writeFile(file, Buffer.concat([header, Buffer.alloc(100)]));
    const sound = Buffer.from(await createSpeech(await program(`cat > /dev/null; cat ${file}`))('a', 'nb'));
    expect([sound.length, sound.readUInt32LE(4), sound.readUInt32LE(40)]).toEqual([144, 136, 100]);
  });

  it('is made for one text at a time', async () => {
    const busy = join(folder, 'busy');
    const speak = createSpeech(await program(`mkdir ${busy} || exit 1; cat; sleep 0.05; rmdir ${busy}`));
    const all = await Promise.all(['a', 'b', 'c'].map((text) => speak(text, 'nb')));
    expect(all.map((sound) => Buffer.from(sound).toString())).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['fails', 'echo no voice >&2; exit 1'],
    ['says nothing', 'cat > /dev/null'],
    ['closes its input', 'exec 0<&-; exit 3'],
  ])('is refused when the program %s, and tried again the next time', async (_what, script) => {
    const marker = join(folder, `again-${script.length}`);
    const speak = createSpeech(await program(`if [ -e ${marker} ]; then cat; exit; fi; touch ${marker}; ${script}`));
    const text = 'x'.repeat(200_000);
    await expect(speak(text, 'nb')).rejects.toBeInstanceOf(Error);
    expect((await speak(text, 'nb')).length).toBe(text.length);
  });

  it('is refused where there is no such program', async () => {
    await expect(createSpeech(join(folder, 'missing'))('a', 'nb')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
