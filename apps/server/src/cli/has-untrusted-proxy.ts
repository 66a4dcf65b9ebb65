import { type Config, listenHost } from '../config.ts';

/**
 * Whether browsers seem to come through an untrusted proxy. Varde itself speaks plain HTTP on one port: a public
 * address with https, with another port, or of a machine other than its only listening address, is a proxy's.
 */
export function hasUntrustedProxy(config: Config): boolean {
  const { publicUrl, trustProxy, httpPort, httpHost } = config;
  if (publicUrl === undefined || trustProxy) return false;
  const { protocol, hostname, port } = new URL(publicUrl);
  const isOwnPort = protocol === 'http:' && Number(port || 80) === httpPort;
  return !isOwnPort || (isThisMachine(listenHost(config, httpHost)) && !isThisMachine(hostname));
}

const isThisMachine = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
