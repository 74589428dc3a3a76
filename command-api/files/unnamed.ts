import type { Readable } from 'node:stream'
import type { BlobInfo, BlobMeta } from '@guiche/infra/blobs/blobs.js'
import { newSecretName } from '@guiche/infra/ids.js'
import type { AreaDeps, CommandApiConfig } from '../deps.js'

/** Where files are noted that no event may name yet. */
export const UNNAMED = 'blob-unnamed/'

export interface Note {
  /** ISO-8601 */
  readonly since: string
  /** whose events may name the file; absent while none can */
  readonly stream?: string
}

export type FileDeps = Pick<AreaDeps, 'blobs' | 'vault' | 'clock'> & {
  readonly config?: Pick<CommandApiConfig, 'storedBytes'> | undefined
}

const note = ({ vault, clock }: FileDeps, blobId: string, owner: Pick<Note, 'stream'>) => {
  const value: Note = { since: clock.now().toISOString(), ...owner }
  return vault.commit([{ key: UNNAMED + blobId, value: Buffer.from(JSON.stringify(value)) }])
}

/** Whether the company has as many bytes stored as it may; not while they are being counted. */
const isFull = async ({ blobs, config }: FileDeps, companyId: number): Promise<boolean> => {
  const most = config?.storedBytes
  if (most === undefined) return false
  return ((await blobs.used(companyId)) ?? 0) >= most
}

/**
 * Stores a file under a fresh id. It is noted first: if the process ends before an event names the file, it is removed
 * after a day (`processes/unnamed-files.ts`). `full`: people of the company store nothing more, so that one company does not
 * fill the disk of all; what customers send is kept all the same.
 */
export const putUnnamed = async (
  deps: FileDeps,
  content: Readable | Buffer,
  meta: Omit<BlobMeta, 'id'>,
): Promise<BlobInfo | 'too-large' | 'full'> => {
  if (await isFull(deps, meta.companyId)) return 'full'
  const id = newSecretName()
  await note(deps, id, {})
  return deps.blobs.put(content, { ...meta, id })
}

/** To be called before an event of this stream names the file: from then on its events say whether the file is needed. */
export const toBeNamed = async (deps: FileDeps, blobId: string, stream: string): Promise<void> => {
  await note(deps, blobId, { stream })
}
