import { describe, expect, it } from 'vitest';
import type { FramerOutput } from '../protocol.ts';
import { bytesOf, textOf } from './frame.ts';
import { createWatchFramer, maxFrameBytes } from './framer.ts';

const linkKeep = '[3G*8800000015*0002*LK]';

describe('watch framer', () => {
  it('takes the announced length at once when a lone [ in a WiFi name unbalances the brackets', () => {
    const unbalanced = '[3G*8800000015*0009*UD,a[b,c1]';
    expect(frames(unbalanced)).toEqual([unbalanced]);
    expect(frames(unbalanced + linkKeep)).toEqual([unbalanced, linkKeep]);
  });

  it('does not wait for an announced length that is too long, because the alarm is already complete', () => {
    expect(frames('[SG*9081000548*0009*LK,0,100]')).toEqual(['[SG*9081000548*0009*LK,0,100]']);
  });

  it('ends an unbalanced frame of the wrong length where the next frame of the watch begins', () => {
    expect(frames(`[3G*8800000015*0001*AL,a[b]${linkKeep}`)).toEqual(['[3G*8800000015*0001*AL,a[b]', linkKeep]);
  });

  it('finds the next frame of a watch whose frame was cut short', () => {
    expect(outputs(`[3G*8800000015*00C2*AL_LTE,0504${linkKeep}`)).toEqual([
      'truncatedFrame [3G*8800000015*00C2*AL_LTE,0504',
      `frame ${linkKeep}`,
    ]);
  });

  it('finds a whole frame behind the start of a frame of another watch, which may still be completed', () => {
    const framer = createWatchFramer();
    const start = '[SG*1*0040*UD,a';
    expect(said(framer.push(bytesOf(start + linkKeep)))).toEqual([`falseStart ${start}`, `frame ${linkKeep}`]);
    expect(framer.isWaiting).toBe(true);
    expect(said(framer.push(bytesOf(linkKeep)))).toEqual([`frame ${linkKeep}`]);
    expect(said(framer.push(bytesOf('b]')))).toEqual([`frame ${start}${linkKeep}${linkKeep}b]`]);
    expect(framer.isWaiting).toBe(false);
  });

  it.each([
    ['a wrong length', '[SG*2*0001*AL,a]'],
    ['a lone [ in a name', '[SG*2*0006*AL,a[b]'],
    ['no content', '[SG*2*0002*AL]'],
  ])('finds it there also with %s', (_what, alarm) => {
    const start = '[3G*1*0040*UD,a';
    expect(outputs(start + alarm)).toEqual([`falseStart ${start}`, `frame ${alarm}`]);
  });

  it('finds it there with a lone [ and a wrong length when the next frame begins behind it', () => {
    const start = '[3G*1*0040*UD,a';
    const alarm = '[SG*2*0001*AL,a[b]';
    expect(outputs(start + alarm)).toEqual([]);
    expect(outputs(start + alarm + linkKeep)).toEqual([`falseStart ${start}`, `frame ${alarm}`, `frame ${linkKeep}`]);
  });

  it('emits an alarm whose end is also the announced end of a false start', () => {
    const start = '[3G*1*0013*UD,a';
    const alarm = '[SG*2*0004*AL,1]';
    expect(outputs(start + alarm)).toEqual([`falseStart ${start}`, `frame ${alarm}`, `frame ${start}${alarm}`]);
  });

  it('discards a frame that stays incomplete, but not one that only its length and its brackets leave open', () => {
    const framer = createWatchFramer();
    expect(framer.push(bytesOf('[3G*1*0040*UD,a'))).toEqual([]);
    expect(framer.isWaiting).toBe(true);
    expect(said(framer.giveUp())).toEqual(['incomplete [3G*1*0040*UD,a']);
    expect(framer.isWaiting).toBe(false);
    const alarm = '[3G*1*0001*AL,a[b]';
    expect(framer.push(bytesOf(`${alarm}xy`))).toEqual([]);
    expect(said(framer.giveUp())).toEqual([`frame ${alarm}`, 'incomplete xy']);
    expect(said(framer.push(bytesOf(linkKeep)))).toEqual([`frame ${linkKeep}`]);
  });

  it('discards only bytes that it has not emitted yet, and finds complete frames in them', () => {
    const framer = createWatchFramer();
    const alarm = '[SG*3*0001*AL,a[b]';
    framer.push(bytesOf(`[SG*1*0040*UD,a${linkKeep}x${alarm}`));
    expect(said(framer.giveUp())).toEqual(['incomplete x', `frame ${alarm}`]);
    expect(framer.isWaiting).toBe(false);
  });

  it.each([1, 20, 34, 35, 36, 400])('finds a frame that begins in the last %d bytes of an overlong one', (count) => {
    const framer = createWatchFramer();
    const alarm = '[SG*2*0001*AL,a[b[c[d]';
    const before = '[3G*1*0002*'.padEnd(maxFrameBytes - count, 'x');
    const whole = [before, alarm.slice(0, 15), alarm.slice(15), linkKeep.repeat(30)];
    const heard = whole.flatMap((part) => said(framer.push(bytesOf(part))));
    expect(heard.map((output) => output.slice(0, 40))).toContain(`frame ${alarm}`);
    expect(heard.filter((output) => output === `frame ${linkKeep}`)).toHaveLength(30);
  });

  it('discards a frame that never ends at 32 KiB, reports it, and continues', () => {
    const endless = `[3G*1*0002*${'x'.repeat(40_000)}${linkKeep}`;
    const [first, ...rest] = createWatchFramer().push(bytesOf(endless));
    expect(first).toMatchObject({ type: 'garbage', reason: 'frameTooLong' });
    expect(first?.bytes.length).toBe(maxFrameBytes);
    expect(rest.map(({ type }) => type)).toEqual(['garbage', 'frame']);
  });
});

function outputs(stream: string): string[] {
  return said(createWatchFramer().push(bytesOf(stream)));
}

function said(list: readonly FramerOutput[]): string[] {
  return list.map((output) => `${output.type === 'frame' ? 'frame' : output.reason} ${textOf(output.bytes)}`);
}

function frames(stream: string): string[] {
  return outputs(stream)
    .filter((output) => output.startsWith('frame '))
    .map((output) => output.slice('frame '.length));
}
