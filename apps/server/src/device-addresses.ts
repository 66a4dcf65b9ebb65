import type { DeviceAddresses } from '@varde/catalogue/device-actions';
import type { Config } from './config.ts';

type Configured = Pick<Config, 'deviceAddress' | 'eviewAddress' | 'watchDevicePort' | 'eviewDevicePort'>;

/**
 * Where devices reach this server from outside, for each protocol whose devices an SMS can lead here. The port of
 * another protocol would be lost contact, so none is guessed where ports are not those of this server.
 */
export function deviceAddressesOf({
  deviceAddress,
  eviewAddress,
  watchDevicePort,
  eviewDevicePort,
}: Configured): DeviceAddresses {
  const watch = addressOf(deviceAddress, watchDevicePort);
  const isTranslated = deviceAddress?.includes(':') ?? false;
  const eview = addressOf(eviewAddress ?? (isTranslated ? undefined : deviceAddress), eviewDevicePort);
  return { ...(watch && { watch }), ...(eview && { eview }) };
}

function addressOf(configured: string | undefined, usualPort: number) {
  if (configured === undefined) return null;
  const [host = '', port] = configured.split(':');
  return { host, port: port === undefined ? usualPort : Number(port) };
}
