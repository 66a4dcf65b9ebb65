import { crc32, deflateSync } from 'node:zlib';

const width = 320;
const height = 240;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** 8 bits a channel, RGB, deflate, no interlacing. */
const format = [8, 2, 0, 0, 0];

type Colour = readonly [red: number, green: number, blue: number];
interface Shape {
  colour: Colour;
  covers(x: number, y: number): boolean;
}

const box = (left: number, top: number, right: number, bottom: number) => (x: number, y: number) =>
  x >= left && x < right && y >= top && y < bottom;
const disc = (left: number, top: number, radius: number) => (x: number, y: number) =>
  (x - left) ** 2 + (y - top) ** 2 < radius ** 2;

/** A room with a window, a door and a chair, and somebody who stands elsewhere in each picture; base64 of a PNG. */
export function takePicture(number: number): string {
  const at = 90 + ((number * 37) % 90);
  const shapes: Shape[] = [
    { colour: [120, 98, 78], covers: box(0, 170, width, height) },
    { colour: [176, 205, 226], covers: box(30, 40, 100, 110) },
    { colour: [236, 232, 222], covers: box(62, 40, 68, 110) },
    { colour: [150, 118, 88], covers: box(240, 60, 296, 172) },
    { colour: [230, 200, 90], covers: disc(286, 120, 4) },
    { colour: [70, 92, 84], covers: box(24, 150, 84, 206) },
    { colour: [58, 66, 92], covers: box(at - 16, 112, at + 16, 196) },
    { colour: [214, 172, 146], covers: disc(at, 96, 15) },
  ];
  const wall: Colour = [206, 200, 186];
  const rows = Array.from({ length: height }, (_row, y) => {
    const pixels = Array.from({ length: width }, (_pixel, x) => {
      const shape = shapes.findLast(({ covers }) => covers(x, y));
      return shape?.colour ?? wall;
    });
    return [0, ...pixels.flat()]; // each row begins with its filter: none
  });
  const head = Buffer.alloc(8);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const parts = [
    chunk('IHDR', Buffer.concat([head, Buffer.from(format)])),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]).toString('base64');
}

/** A part of a PNG: length, name, content and checksum. */
function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
