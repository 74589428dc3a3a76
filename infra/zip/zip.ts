import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/**
 * A file of an archive. Its content is read when the file is written. `deflate`: compress, useful for texts.
 */
export interface ZipEntry {
  /** path in the archive, with slashes */
  readonly name: string
  readonly deflate: boolean
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>
}

/**
 * An archive, written entry by entry in the given order, so that only a part of one entry is in memory. A
 * slow reader slows the entries down. Rejects when an entry does.
 */
export async function* zipEntries(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer, void> {
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  let source: Readable | null = null
  const write = async (): Promise<void> => {
    for await (const { name, deflate, content } of entries) {
      if (output.destroyed) return
      source = Readable.from(content, { objectMode: false })
      archive.addReadStream(source, name, deflate ? { compressionLevel: 1 } : { compress: false })
      await finished(source)
    }
    archive.end()
  }
  // both the entry's stream and the archive report a failing entry
  archive.on('error', (failure: Error) => output.destroy(failure))
  const written = write().catch((failure: Error) => void output.destroy(failure))
  try {
    yield* output
  } finally {
    // nobody reads on: the current entry ends, and no other entry begins
    output.destroy()
    ;(source as Readable | null)?.destroy()
    await written
  }
}
