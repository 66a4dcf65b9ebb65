import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { deviceAddressesOf } from './device-addresses.ts';

const host = 'alarm.example.no';
const ports = { VARDE_WATCH_PORT: '5093', VARDE_EVIEW_PORT: '5084' };

test.each<[string, Record<string, string>, ReturnType<typeof deviceAddressesOf>]>([
  ['nowhere', {}, {}],
  [
    'each to the port of its own protocol',
    { VARDE_DEVICE_ADDRESS: host },
    { watch: { host, port: 5093 }, eview: { host, port: 5084 } },
  ],
  [
    'watches alone where their port is another one outside: that of EV-07B is not known then',
    { VARDE_DEVICE_ADDRESS: `${host}:7700` },
    { watch: { host, port: 7700 } },
  ],
  [
    'EV-07B to an address of their own',
    { VARDE_DEVICE_ADDRESS: `${host}:7700`, VARDE_EVIEW_ADDRESS: 'ev.example.no:7701' },
    { watch: { host, port: 7700 }, eview: { host: 'ev.example.no', port: 7701 } },
  ],
  ['EV-07B alone', { VARDE_EVIEW_ADDRESS: host }, { eview: { host, port: 5084 } }],
])('an SMS leads devices: %s', (_, environment, expected) => {
  expect(deviceAddressesOf(parseConfig({ ...ports, ...environment }))).toEqual(expected);
});
