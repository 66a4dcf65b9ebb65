import { truncateSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { mapFilePath } from '@varde/server/platform/http/map-file';
import type { Attack } from './stranger-attack.ts';

const connections = 40;
const againMs = 50;
const partBytes = 4 * 1024 * 1024;
const lastByte = partBytes - 1;

/** The directory of one tile: how many, its number, run length, length and offset. */
const directory = Buffer.from([1, 0, 1, 10, 1]);
const unpacked = 1;

/** An archive of vector tiles with one empty tile, as long as the longest part that may be asked for. */
export function writeMapFile(folder: string): string {
  const file = join(folder, 'bench.pmtiles');
  const header = Buffer.alloc(127);
  header.write('PMTiles', 'latin1');
  header.writeUInt8(3, 7); // version
  header.writeUInt8(1, 99); // vector tiles
  header.writeUInt8(unpacked, 97);
  header.writeUInt8(unpacked, 98);
  header.writeBigUInt64LE(BigInt(header.length), 8);
  header.writeBigUInt64LE(BigInt(directory.length), 16);
  writeFileSync(file, Buffer.concat([header, directory]));
  truncateSync(file, partBytes);
  return file;
}

/** A part of the map for somebody else. Throws when it is refused. */
export async function readMap(url: string): Promise<void> {
  const answer = await fetch(`${url}${mapFilePath}`, { headers: { range: 'bytes=0-16383' } });
  const { byteLength } = await answer.arrayBuffer();
  if (answer.status !== 206 || byteLength !== 16_384) throw new Error(`the map: ${answer.status}`);
}

/** A stranger who asks for the longest parts of the map file and reads none of them. */
export const mapReaders: Attack = {
  name: 'readers of the map file',
  text: `${connections} connections from one address ask for the longest parts of the map file and read nothing`,
  settlingMs: 2000,
  start: async ({ url }) => {
    const port = Number(new URL(url).port);
    const sockets: Socket[] = [];
    const ask = () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
      sockets.push(socket.pause());
      socket.on('error', () => undefined);
      socket.write(`GET ${mapFilePath} HTTP/1.1\r\nhost: varde\r\nrange: bytes=0-${lastByte}\r\n\r\n`);
      if (sockets.length > connections) sockets.shift()?.destroy();
    };
    const timer = setInterval(ask, againMs);
    return {
      end: async () => {
        clearInterval(timer);
        for (const socket of sockets) socket.destroy();
        return `the attacker held ${sockets.length} connections`;
      },
    };
  },
};
