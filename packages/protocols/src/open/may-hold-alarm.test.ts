import { describe, expect, test } from 'vitest';
import { carriesAlarm } from '../carries-alarm.ts';
import { mqtt } from './mqtt.ts';
import { readContent } from './read-content.ts';
import vectors from './vectors/vectors.json' with { type: 'json' };

const bytesOf = (text: string) => new TextEncoder().encode(text);
function isRead(payload: Uint8Array): boolean {
  const content = readContent(new TextDecoder().decode(payload));
  return content !== null && carriesAlarm(content.report.samples);
}

describe('whether a message may hold an alarm', () => {
  test.each([
    ['{"events":["alarm"]}'],
    ['{"EVENTS":["help"]}'],
    ['{"event":"fall"}'],
    ['{"Alarm":true}'],
    ['{"messages":[{"battery":{"level":1}},{"event":"help"}]}'],
    ['{"\\u0065vents":["help"]}'],
    ['{"ev\\ents":["help"],}'],
    ['\ufeff{"event":"help",}'],
    ['{"battery":{"level":007},"event":"help"}\0\0'],
    ['{"name":"Bjørnstjerne Bjørnson\ud83d\ude00","event":"help"}'],
  ])('%s: it does, in whatever way it is written', (text) => {
    expect([isRead(bytesOf(text)), mqtt.mayHoldAlarm(bytesOf(text))]).toEqual([true, true]);
  });

  test('bytes that are no text do not hide it', () => {
    const payload = Buffer.concat([
      Buffer.from('{"name":"'),
      Buffer.from([0xff, 0xc3, 0xe5]),
      Buffer.from('","event":"help"}'),
    ]);
    expect([isRead(payload), mqtt.mayHoldAlarm(payload)]).toEqual([true, true]);
  });

  test.each(['{"battery":{"level":50}}', '{"position":{"lat":59.9,"lng":10.7},"steps":12}', '{"poll":true}', ''])(
    '%s: it does not',
    (text) => {
      expect([isRead(bytesOf(text)), mqtt.mayHoldAlarm(bytesOf(text))]).toEqual([false, false]);
    },
  );

  test('no message of the protocol with an alarm is left out', () => {
    const bodies = vectors.vectors.flatMap(({ request }) => ('body' in request ? [bytesOf(request.body)] : []));
    const withAlarm = bodies.filter(isRead);
    expect(withAlarm).not.toEqual([]);
    expect(withAlarm.filter((payload) => !mqtt.mayHoldAlarm(payload))).toEqual([]);
  });
});
