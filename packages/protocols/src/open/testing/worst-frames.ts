import { longestRepaired } from '../../loose-json.ts';
import type { DeviceRequest } from '../../protocol.ts';
import { type WorstFrame, worstIdentity, worstSeconds } from '../../testing/worst-frame.ts';
import { encodePublication, topicOf } from '../publication.ts';
import { maxContentLength } from '../read-content.ts';
import { path } from '../read-request.ts';

const timeAt = (count: number) => new Date((worstSeconds + count) * 1000).toISOString();

/** A request with the parts repeated until it is full. */
function full(begin: string, partAt: (count: number) => string, end: string): DeviceRequest {
  let body = `{"device":"${worstIdentity}","sequence":1,"messages":${begin}`;
  for (let count = 0; ; count++) {
    const part = partAt(count);
    if (body.length + part.length + end.length + 1 > maxContentLength) break;
    body += part;
  }
  const authorization = 'Bearer secret';
  return {
    method: 'POST',
    url: path,
    contentType: 'application/json',
    authorization,
    body: `${body}${end}}`,
  };
}

/** As long as a request may be that is no JSON and is repaired. */
function repaired(part: string): DeviceRequest {
  const begin = `{"device":"${worstIdentity}","events":["alarm"],"x":[0`;
  const body = `${begin}${part.repeat((longestRepaired - begin.length - 3) / part.length)},]}`;
  return { method: 'POST', url: path, authorization: 'Bearer secret', body };
}

const listed = (part: string) => (count: number) => (count === 0 ? part : `,${part}`);
const numbered = (partOf: (count: number) => string) => (count: number) => listed(partOf(count))(count);
const nested = Math.floor(maxContentLength / 2) - 100;

export const worstFrames: readonly WorstFrame<DeviceRequest>[] = [
  { holds: 'empty messages', frame: full('[', listed('{}'), ']') },
  { holds: 'messages that are numbers', frame: full('[', listed('1'), ']') },
  { holds: 'messages with an alarm each', frame: full('[', listed('{"events":["alarm"]}'), ']') },
  {
    holds: 'messages with a time and an alarm',
    frame: full(
      '[',
      numbered((n) => `{"time":"${timeAt(n)}","events":["fire"]}`),
      ']',
    ),
  },
  {
    holds: 'alarms with words of their own',
    frame: full(
      '[{"events":[',
      numbered((n) => `"x${n.toString(36)}"`),
      ']}]',
    ),
  },
  { holds: 'alarms that are brackets', frame: full('[{"events":[', listed('[]'), ']}]') },
  { holds: 'one alarm, again and again', frame: full('[{"events":[', listed('"alarm"'), ']}]') },
  { holds: 'fields that nobody knows', frame: full('[{"x":1', (n) => `,"${n.toString(36)}":1`, '}]') },
  { holds: 'one field, again and again', frame: full('[{"a":1', () => ',"a":1', '}]') },
  {
    holds: 'fields of a position',
    frame: full('[{"position":{"x":1', (n) => `,"${n.toString(36)}":1`, '}}]'),
  },
  { holds: 'one long text', frame: full('[{"note":"', () => '\\u0000', '"}]') },
  {
    holds: 'brackets in brackets',
    frame: full(`[{"x":${'['.repeat(nested)}`, (n) => (n < nested ? ']' : ' '), '}]'),
  },
  { holds: 'an image that is none', frame: full('[],"image":{"id":"1","data":"', () => 'AAAA', '"}') },
  { holds: 'commas to spare', frame: repaired(',0') },
  { holds: 'texts with line breaks', frame: repaired(',"\n\\x"') },
];

/** The same over MQTT. */
export const worstPublications: readonly WorstFrame<Uint8Array>[] = worstFrames.map(({ holds, frame: { body } }) => ({
  holds,
  frame: encodePublication({
    topic: topicOf(worstIdentity, 'report'),
    packet: 1,
    payload: new TextEncoder().encode(body),
  }),
}));
