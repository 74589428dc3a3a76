import type { Readable } from 'node:stream'
import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import type { BlobInfo, BlobMeta } from '@guiche/infra/blobs/blobs.js'
import { newSecretName } from '@guiche/infra/ids.js'
import type { AreaDeps, CommandApiConfig } from '../deps.js'
import { SECRET_PREFIX } from './named-storage.js'

/** Prefix of the notes on files and secrets that no event names yet. */
export const UNNAMED_PREFIX = 'blob-unnamed/'

export interface Note {
  /** ISO-8601 */
  readonly since: string
  /** the stream whose events may name the file; absent before any can */
  readonly stream?: string
}

export type FileDeps = Pick<AreaDeps, 'blobs' | 'vault' | 'clock'> & {
  readonly config?: Pick<CommandApiConfig, 'storedBytes'> | undefined
}

const noteOf = ({ clock }: Pick<FileDeps, 'clock'>, name: string, owner: Pick<Note, 'stream'>) => {
  const value: Note = { since: clock.now().toISOString(), ...owner }
  return { key: UNNAMED_PREFIX + name, value: Buffer.from(JSON.stringify(value)) }
}
const noteWrite = (deps: FileDeps, blobId: string, owner: Pick<Note, 'stream'>) =>
  deps.vault.commit([noteOf(deps, blobId, owner)])

/**
 * Whether the company's quota is used up. While its bytes are being counted, the answer is no. The platform stores its
 * logos and the exports of all companies, and is never full.
 */
const isFull = async ({ blobs, config }: FileDeps, companyId: number): Promise<boolean> => {
  const most = config?.storedBytes
  if (most === undefined || companyId === PLATFORM_COMPANY) return false
  return ((await blobs.used(companyId)) ?? 0) >= most
}

/**
 * Stores a file under a new id, and first notes the id in the vault. Without an event that names the file, the file is
 * removed after a day (`processes/unnamed-files.ts`). `full`: the company's quota is used up, so its users cannot store
 * more. Customers' files are stored regardless.
 */
export const putUnnamed = async (
  deps: FileDeps,
  content: Readable | Buffer,
  meta: Omit<BlobMeta, 'id'>,
): Promise<BlobInfo | 'too-large' | 'full'> => {
  if (await isFull(deps, meta.companyId)) return 'full'
  const id = newSecretName()
  await noteWrite(deps, id, {})
  return deps.blobs.put(content, { ...meta, id })
}

/**
 * Call before an event of this stream names the file: from then on the stream's events decide whether the file is
 * needed.
 */
export const toBeNamed = async (deps: FileDeps, blobId: string, stream: string): Promise<void> => {
  await noteWrite(deps, blobId, { stream })
}

/** Puts a secret into the vault, with a note of the stream whose event will name it. Gives its name. */
export const putSecret = async (
  deps: Pick<FileDeps, 'vault' | 'clock'>,
  secret: string,
  stream: string,
): Promise<string> => {
  const key = SECRET_PREFIX + newSecretName()
  await deps.vault.commit([noteOf(deps, key, { stream }), { key, value: Buffer.from(secret) }])
  return key
}
