import { expect, test } from 'vitest';
import { LatePackets } from './late-packets.ts';

test('packets of a thousand connections wait for their logins, whoever has more: the oldest are given up', () => {
  const late = new LatePackets();
  const connections = Array.from({ length: 1001 }, () => ({}));
  const packet = Buffer.from([0x30, 0]);
  for (const connection of connections) late.keep(connection, [packet]);
  late.keep({}, []);
  const [oldest, ...others] = connections.map((connection) => late.take(connection));
  expect(oldest).toEqual([]);
  expect(others).toEqual(Array.from({ length: 1000 }, () => [packet]));
  expect(late.take(connections[1000] ?? {})).toEqual([]);
});
