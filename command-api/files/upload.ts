import { Readable } from 'node:stream'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { Media, MessageKind } from '@guiche/contracts/events/message.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { HEAD_BYTES } from '@guiche/infra/files/content-type.js'
import { fileKindOf } from './media-type.js'
import type { IncomingFile } from './multipart.js'
import { type FileDeps, putUnnamed } from './unnamed.js'

export interface StoredFile {
  readonly kind: MessageKind
  readonly media: Media
}

/** The first bytes of a stream, and a stream that gives all of it. */
const peekStream = async (stream: Readable): Promise<{ head: Buffer; whole: Readable }> => {
  const chunks: Buffer[] = []
  let length = 0
  const source = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  while (length < HEAD_BYTES) {
    const { value, done } = await source.next()
    if (done) break
    chunks.push(value)
    length += value.length
  }
  const head = Buffer.concat(chunks)
  const whole = Readable.from(
    (async function* () {
      if (head.length > 0) yield head
      for (;;) {
        const { value, done } = await source.next()
        if (done) return
        yield value
      }
    })(),
    { objectMode: false },
  )
  return { head: head.subarray(0, HEAD_BYTES), whole }
}

/**
 * Stores one file of a form under a random name. Errors: ERR_MEDIA_EMPTY, ERR_MEDIA_TYPE, ERR_MEDIA_TOO_LARGE,
 * ERR_STORAGE_FULL (stores nothing).
 */
export const storeFile = async (
  deps: FileDeps,
  companyId: number,
  file: IncomingFile,
): Promise<Result<StoredFile, DomainError>> => {
  const { head, whole } = await peekStream(file.stream)
  if (head.length === 0) return err(domainError('ERR_MEDIA_EMPTY'))
  const found = await fileKindOf(head, file.declared, file.fileName)
  if (found === null) return err(domainError('ERR_MEDIA_TYPE'))
  const { kind, mimetype, maxSize } = found
  const info = await putUnnamed(deps, whole, { companyId, mimetype, fileName: file.fileName, maxSize })
  if (info === 'too-large') return err(domainError('ERR_MEDIA_TOO_LARGE'))
  if (info === 'full') return err(domainError('ERR_STORAGE_FULL'))
  return ok({
    kind,
    media: {
      blobId: info.id,
      mimetype,
      fileName: info.fileName,
      size: info.size,
      seconds: null,
      voice: false,
    },
  })
}
