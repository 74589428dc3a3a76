import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { domainError } from '@guiche/contracts/errors.js'
import { pluck } from '@guiche/contracts/pick.js'
import { RECORDS, type RecordName, type Records } from '@guiche/contracts/records/index.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import { err, ok } from '@guiche/contracts/result.js'
import { wellFormed } from '@guiche/contracts/truncate.js'
import { type Caller, mayCall, mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { BlobInfo } from '@guiche/infra/blobs/blobs.js'
import { answerFile } from '@guiche/infra/http/file-answer.js'
import type { Answer } from '@guiche/infra/http/route.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import { recordReaders } from '@guiche/infra/records/present-records.js'
import type { RouteDeps } from '../deps.js'
import type { Previews } from './previews.js'

/**
 * Types that a browser may show; other types are downloads. SVG is missing because an SVG is a document that
 * runs scripts.
 */
const SHOWN_TYPES =
  /^(?:image\/(?:jpeg|png|gif|webp|avif|bmp)|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|application\/pdf)$/i
const MESSAGES_LOOKED_AT = 50

/** Record kinds with files, and the condition that finds the record of a file. */
const WITH_FILES = Object.values<RecordSpec>(RECORDS).flatMap((spec) =>
  Object.entries(spec.fields).flatMap(([name, field]) => {
    const { foundBy } = kindOf(field)
    return foundBy === undefined ? [] : [{ spec, by: (blobId: string) => foundBy(name, blobId) }]
  }),
)

const isOfRecord = async (documents: Documents, caller: Caller, blobId: string): Promise<boolean> => {
  const { companyId } = caller
  for (const { spec, by } of WITH_FILES) {
    if (!mayCall(spec.allow.read, caller)) continue
    const docs = await documents.find(spec.plural as Records[RecordName]['plural'], {
      where: { companyId, ...by(blobId) },
      limit: 1,
    })
    const mayRead = await recordReaders(documents, spec, docs)
    if (docs.some((doc) => mayRead(caller, doc))) return true
  }
  return false
}

/**
 * Whether the caller may see the owner of this file: a message of an accessible ticket, a contact's picture,
 * a connection's greeting, or a record.
 */
const maySee = async (documents: Documents, caller: Caller, blobId: string): Promise<boolean> => {
  const { companyId } = caller
  const [messages, pictures] = await Promise.all([
    documents.find('messages', {
      where: { companyId, 'media.blobId': blobId },
      sort: [['id', 1]],
      limit: MESSAGES_LOOKED_AT,
    }),
    documents.find('contacts', {
      where: { companyId, pictureBlobId: blobId },
      sort: [['id', 1]],
      limit: 1,
    }),
  ])
  if (pictures.length > 0) return true
  const kept = messages.filter((message) => !message.deleted)
  const tickets = await documents.getMany('tickets', pluck(kept, 'ticketId'))
  if ([...tickets.values()].some((ticket) => mayOpenTicket(caller, ticket))) return true
  const greetings = await documents.find('connections', {
    where: { companyId, 'media.blobId': blobId },
    limit: 1,
  })
  return greetings.length > 0 || isOfRecord(documents, caller, blobId)
}

/** RFC 6266: an ASCII name for old clients, the real name in UTF-8. */
const contentDisposition = (kind: 'inline' | 'attachment', fileName: string): string => {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(wellFormed(fileName)).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

const headersOf = (info: BlobInfo): Record<string, string> => {
  const shown = SHOWN_TYPES.test(info.mimetype)
  return {
    'Content-Type': shown ? info.mimetype : 'application/octet-stream',
    'Content-Disposition': contentDisposition(shown ? 'inline' : 'attachment', info.fileName),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy':
      "default-src 'none'; img-src 'self'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    'Cache-Control': 'private, no-cache',
    'Accept-Ranges': 'bytes',
    ETag: `"${info.sha256}"`,
  }
}

/** The preview of a picture, with its own ETag. Error: ERR_MEDIA_TYPE, if no preview can be made. */
const previewOf = async (previews: Previews, info: BlobInfo, request: IncomingMessage) => {
  const headers = headersOf({ ...info, mimetype: 'image/jpeg', sha256: `${info.sha256}-preview` })
  if (request.headers['if-none-match'] === headers.ETag) return ok({ status: 304, headers })
  const jpeg = await previews(info)
  if (jpeg === null) return err(domainError('ERR_MEDIA_TYPE'))
  const answered = { ...headers, 'Accept-Ranges': 'none', 'Content-Length': String(jpeg.length) }
  return ok(
    request.method === 'HEAD' ? { headers: answered } : { headers: answered, stream: Readable.from([jpeg]) },
  )
}

/**
 * A stored file, or a range of the file; of a picture, a preview if asked. 404 (ERR_NO_FILE_FOUND) for
 * callers who may not see its owner.
 */
export const fileOf = async (
  { documents, blobs, previews }: Pick<RouteDeps, 'documents' | 'blobs'> & { readonly previews: Previews },
  caller: Caller,
  { blobId, preview }: { readonly blobId: string; readonly preview: boolean },
  request: IncomingMessage,
): Promise<Answer<undefined>> => {
  const missing = err(domainError('ERR_NO_FILE_FOUND'))
  const info = await blobs.info(blobId)
  if (info === null || info.companyId !== caller.companyId) return missing
  if (!(await maySee(documents, caller, info.id))) return missing
  if (preview) return previewOf(previews, info, request)

  return answerFile(blobs, info, headersOf(info), request)
}
