import { describe, expect, it } from 'vitest';
import { describeFramerProperties } from '../testing/framer-properties.ts';
import { bytesOf, textOf } from './frame.ts';
import { createWatchFramer, maxFrameBytes } from './framer.ts';
import { watch } from './index.ts';
import { frameArbitrary } from './testing/message-arbitraries.ts';

const linkKeep = '[3G*8800000015*0002*LK]';

describeFramerProperties('watch', {
  protocol: watch,
  frames: frameArbitrary,
  costly: [
    '[',
    ']',
    '[3G*',
    '[3G*1*',
    '[3G*1*0000*',
    '[3G*1*0000*[3G*2*0000*',
    '[3G*1*ffff*aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'x',
  ].map(bytesOf),
});

describe('watch framer', () => {
  it('takes the announced length at once when a lone [ in a WiFi name unbalances the brackets', () => {
    const unbalanced = '[3G*8800000015*0009*UD,a[b,c1]';
    expect(frames(unbalanced)).toEqual([unbalanced]);
    expect(frames(unbalanced + linkKeep)).toEqual([unbalanced, linkKeep]);
  });

  it('does not wait for an announced length that is too long, because the alarm is already whole', () => {
    expect(frames('[SG*9081000548*0009*LK,0,100]')).toEqual(['[SG*9081000548*0009*LK,0,100]']);
  });

  it('ends an unbalanced frame of the wrong length where the next frame of the watch begins', () => {
    expect(frames(`[3G*8800000015*0001*AL,a[b]${linkKeep}`)).toEqual([
      '[3G*8800000015*0001*AL,a[b]',
      linkKeep,
    ]);
  });

  it('finds the next frame of a watch whose frame was cut short', () => {
    expect(outputs(`[3G*8800000015*00C2*AL_LTE,0504${linkKeep}`)).toEqual([
      'truncatedFrame [3G*8800000015*00C2*AL_LTE,0504',
      `frame ${linkKeep}`,
    ]);
  });

  it('gives up a frame that never ends at 32 KiB, says so, and goes on', () => {
    const endless = `[3G*1*0002*${'x'.repeat(40_000)}${linkKeep}`;
    const [first, ...rest] = createWatchFramer().push(bytesOf(endless));
    expect(first).toMatchObject({ type: 'garbage', reason: 'frameTooLong' });
    expect(first?.bytes.length).toBe(maxFrameBytes);
    expect(rest.map(({ type }) => type)).toEqual(['garbage', 'frame']);
  });
});

function outputs(stream: string): string[] {
  return createWatchFramer()
    .push(bytesOf(stream))
    .map((output) => `${output.type === 'frame' ? 'frame' : output.reason} ${textOf(output.bytes)}`);
}

function frames(stream: string): string[] {
  return outputs(stream)
    .filter((output) => output.startsWith('frame '))
    .map((output) => output.slice('frame '.length));
}
