import type { Readable } from 'node:stream'
import type { BlobInfo, BlobMeta } from '@guiche/infra/blobs/blobs.js'
import { newSecretName } from '@guiche/infra/ids.js'
import type { AreaDeps } from '../deps.js'

/** Where files are noted that no event may name yet. */
export const UNNAMED = 'blob-unnamed/'

export interface Note {
  /** ISO-8601 */
  readonly since: string
  /** whose events may name the file; absent while none can */
  readonly stream?: string
}

export type FileDeps = Pick<AreaDeps, 'blobs' | 'vault' | 'clock'>

const note = ({ vault, clock }: FileDeps, blobId: string, owner: Pick<Note, 'stream'>) => {
  const value: Note = { since: clock.now().toISOString(), ...owner }
  return vault.commit([{ key: UNNAMED + blobId, value: Buffer.from(JSON.stringify(value)) }])
}

/**
 * Stores a file under a fresh id. It is noted first: if the process ends before an event names the file, it is removed
 * after a day (`processes/unnamed-files.ts`).
 */
export const putUnnamed = async (
  deps: FileDeps,
  content: Readable | Buffer,
  meta: Omit<BlobMeta, 'id'>,
): Promise<BlobInfo | 'too-large'> => {
  const id = newSecretName()
  await note(deps, id, {})
  return deps.blobs.put(content, { ...meta, id })
}

/** To be called before an event of this stream names the file: from then on its events say whether the file is needed. */
export const toBeNamed = async (deps: FileDeps, blobId: string, stream: string): Promise<void> => {
  await note(deps, blobId, { stream })
}
