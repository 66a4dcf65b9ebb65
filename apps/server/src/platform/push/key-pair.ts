import { createECDH } from 'node:crypto';

/** A key pair on P-256, in base64 for URLs: VAPID, RFC 8292. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** The key pair of a private key; throws for one that is none. */
export function keyPair(privateKey: string): PushKeys {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey, 'base64url');
  return { privateKey, publicKey: curve.getPublicKey('base64url') };
}

const keyBytes = 32;

export function newPrivateKey(): string {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const key = curve.getPrivateKey(); // without leading zeros
  return Buffer.concat([Buffer.alloc(keyBytes - key.length), key]).toString('base64url');
}
