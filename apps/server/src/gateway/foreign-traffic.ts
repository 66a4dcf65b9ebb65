/** What came on a device port in another protocol; null: it is not recognised. */
export function foreignTraffic(bytes: Uint8Array): 'tls' | 'proxyHeader' | 'http' | null {
  const [first, second] = bytes;
  if (first === 0x16 && second === 0x03) return 'tls';
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (/^(PROXY (TCP|UNKNOWN)|\r\n\r\n\0\r\nQUIT\n)/.test(start)) return 'proxyHeader';
  return /^(GET|HEAD|POST|PUT|PATCH|OPTIONS|CONNECT|PRI) /.test(start) ? 'http' : null;
}

/** Line breaks, blanks and zeros, which some devices send between their frames. */
export function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0 || byte === 0x0a || byte === 0x0d || byte === 0x20);
}
