import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

/** What a browser hands over when it subscribes: its endpoint and its public keys. */
export interface TestSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** A message as it reached the service, and as the browser reads it. */
export interface TakenPush {
  /** The last part of the endpoint. */
  browser: string;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  message: any;
}

export interface PushService {
  url: string;
  taken: TakenPush[];
  /** Answers of a browser, by the last part of its endpoint; others are accepted. */
  answers: Map<string, (response: ServerResponse) => void>;
  subscribe(browser: string): TestSubscription;
  /** Whether a message carries a token of VAPID (RFC 8292) for this service, signed with this public key. */
  isSignedWith(publicKey: string, push: TakenPush): boolean;
  close(): Promise<void>;
}

/** A push service (RFC 8030) over http, with browsers that can read what is sent to them. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Keys>();
  const taken: TakenPush[] = [];
  const answers: PushService['answers'] = new Map();
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const browser = request.url?.split('/').at(-1) ?? '';
    const keys = browsers.get(browser);
    const message: unknown = keys && JSON.parse(decrypt(body, keys));
    taken.push({ browser, headers: request.headers, message });
    const answer = answers.get(browser);
    if (answer !== undefined) answer(response);
    else response.writeHead(201, { location: `${url}/message/${taken.length}` }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the push service has no port');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    ...{ url, taken, answers },
    subscribe(browser) {
      const keys = newKeys();
      browsers.set(browser, keys);
      const p256dh = keys.curve.getPublicKey('base64url');
      return { endpoint: `${url}/send/${browser}`, keys: { p256dh, auth: keys.auth.toString('base64url') } };
    },
    isSignedWith: (publicKey, { headers }) => isSigned(publicKey, String(headers.authorization), url),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Keys {
  curve: ReturnType<typeof createECDH>;
  auth: Buffer;
}

function newKeys(): Keys {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  return { curve, auth: randomBytes(16) };
}

/** Of one record, as in RFC 8291, section 3.4, and RFC 8188. */
function decrypt(body: Buffer, { curve, auth }: Keys): string {
  const salt = body.subarray(0, 16);
  const senderLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + senderLength);
  const sealed = body.subarray(21 + senderLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender]);
  const derive = (key: Buffer, from: Buffer, about: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, about, length));
  const secret = derive(curve.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString(); // 2 ends the last record
}

function isSigned(publicKey: string, authorization: string, audience: string): boolean {
  const [, token = '', named] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const { aud, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}') as Record<string, unknown>;
  return (
    named === publicKey &&
    aud === audience &&
    typeof sub === 'string' &&
    verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  );
}
