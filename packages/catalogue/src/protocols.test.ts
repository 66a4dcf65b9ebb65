import { expect, it } from 'vitest';
import { hardwareList } from './hardware/index.ts';
import { isIdentity, protocolByKey, protocols, protocolsWithoutGateway, registrationProtocol } from './protocols.ts';

it('each protocol has a key and a port of its own', () => {
  expect(new Set(protocols.map(({ key }) => key)).size).toBe(protocols.length);
  expect(new Set(protocols.map(({ port }) => port)).size).toBe(protocols.length);
});

it.each(protocols)('the specimen of $key is an identity that the demo can number', (protocol) => {
  const { specimen } = protocol.identity;
  expect(specimen).toMatch(/\d{4}$/);
  expect(isIdentity(protocol, specimen)).toBe(true);
  expect(isIdentity(protocol, `${specimen} `)).toBe(false);
  expect(isIdentity(protocol, '')).toBe(false);
});

it('a protocol either has a gateway or is listed without one', () => {
  for (const key of protocolsWithoutGateway) expect(protocolByKey(key)).toBeUndefined();
  const listed = [...protocols.map(({ key }) => key), ...protocolsWithoutGateway];
  for (const { protocol } of hardwareList) expect(listed).toContain(protocol);
});

it('a device is registered on the protocol of its hardware, or over http where that has no gateway', () => {
  for (const hardware of hardwareList) {
    const own = protocolByKey(hardware.protocol);
    expect(registrationProtocol(hardware).key).toBe(own === undefined ? 'http' : hardware.protocol);
  }
});

it('every protocol over HTTP or MQTT requires a token, since its address proves nothing', () => {
  for (const { key, transport, token } of protocols) expect([key, token]).toEqual([key, transport !== 'stream']);
});

it('the ports are those that devices are shipped with', () => {
  expect(protocolByKey('eview')?.port).toBe(5187);
  expect(protocolByKey('watch')?.port).toBe(5093);
  expect(protocolByKey('osmand')?.port).toBe(5055);
  expect(protocolByKey('mqtt')?.port).toBe(1883);
});
