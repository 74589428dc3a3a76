import { opendir } from 'node:fs/promises'
import { join } from 'node:path'

/** A file under `blobs`: the content of a blob or its description. */
export interface BlobFile {
  /** folder of the blob under `blobs` */
  readonly folder: string
  readonly name: string
  readonly path: string
}

const isMissing = (failure: unknown): boolean => (failure as NodeJS.ErrnoException).code === 'ENOENT'

async function* entriesOf(dir: string) {
  try {
    yield* await opendir(dir)
  } catch (failure) {
    if (!isMissing(failure)) throw failure
  }
}

/** Files of blobs in a data folder or a back-up, without half-written files. */
export async function* blobFilesIn(dir: string): AsyncGenerator<BlobFile> {
  const root = join(dir, 'blobs')
  for await (const folder of entriesOf(root)) {
    if (!folder.isDirectory() || folder.name === 'incoming') continue
    for await (const { name } of entriesOf(join(root, folder.name)))
      yield { folder: folder.name, name, path: join(root, folder.name, name) }
  }
}
