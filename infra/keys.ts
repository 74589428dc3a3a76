import { hkdfSync } from 'node:crypto'

/** A 32-byte key for one purpose, derived from SECRET_KEY; purposes never share a key. */
export const deriveKey = (
  secretKey: Buffer,
  purpose: 'vault' | 'tokens' | 'claims' | 'verification' | 'reactors' | 'devices' | 'set-up',
): Buffer => Buffer.from(hkdfSync('sha256', secretKey, 'guiche', purpose, 32))
