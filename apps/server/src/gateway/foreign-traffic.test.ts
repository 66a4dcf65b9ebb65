import { eview } from '@varde/protocols/eview/index';
import type { StreamProtocol } from '@varde/protocols/protocol';
import { watch } from '@varde/protocols/watch/index';
import { createTestGateway, eviewAck, eviewPress, type TestGateway, watchFrame } from '@varde/testing/gateway';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let gateway: TestGateway;
beforeEach(() => {
  gateway = createTestGateway();
});
afterEach(() => gateway.close());

const press = { eview: eviewPress(1), watch: Buffer.from(watchFrame('AL')) };
const ackLength = { eview: eviewAck(1).length, watch: watchFrame('AL').length };
const malformed = () => gateway.uplinks.filter(({ kind }) => kind === 'malformed');

describe.each([eview, watch] as StreamProtocol<unknown>[])('on the port of $id', (protocol) => {
  const { id } = protocol;

  test.each([
    ['tls', Buffer.from('16030100a5010000a10303aaaa', 'hex')],
    ['http', Buffer.from('GET / HTTP/1.1\r\nHost: varde\r\n\r\n')],
    ['proxyHeader', Buffer.from('PROXY TCP4 192.0.2.1 192.0.2.2 4000 5187\r\n')],
    ['proxyHeader', Buffer.from('0d0a0d0a000d0a515549540a2111000cc0000201c00002020fa01443', 'hex')],
  ])('what is %s is recorded as that with its address, and an alarm behind it is taken', async (reason, bytes) => {
    const device = await gateway.dial(await gateway.serve(protocol));
    device.send(bytes);
    await vi.waitFor(() => expect(malformed()).toMatchObject([{ reason }]));
    expect(malformed()[0]?.remoteAddress).toMatch(/127\.0\.0\.1|::1/);
    device.send(press[id]);
    await device.bytes(ackLength[id]);
    expect(gateway.kinds()).toContain('message');
  });

  test('line breaks, blanks and zeros between frames are nothing', async () => {
    const device = await gateway.dial(await gateway.serve(protocol));
    device.send('\r\n', press[id], '\0\0', press[id], '\n ');
    await device.bytes(2 * ackLength[id]);
    device.socket.end();
    await device.closed;
    expect(malformed()).toEqual([]);
  });
});
