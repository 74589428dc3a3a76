import { COLLECTIONS } from '@guiche/contracts/collections.js'
import { Strict } from '@guiche/contracts/envelope.js'
import { domainError } from '@guiche/contracts/errors.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/permissions.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { ContactDoc } from '@guiche/contracts/views/directory.js'
import type { MessageDoc, TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { BlobInfo } from '@guiche/infra/blobs/blobs.js'
import { type Route, route } from '@guiche/infra/http/route.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import { Type } from '@sinclair/typebox'
import parseRange from 'range-parser'
import type { RouteDeps } from '../deps.js'

/** What a browser may show; everything else is a download. SVG is a document that runs scripts, so it is not here. */
const SHOWN =
  /^(?:image\/(?:jpeg|png|gif|webp|avif|bmp)|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|application\/pdf)$/i
const MESSAGES_LOOKED_AT = 50

/** Whether the caller sees something that this file belongs to: a message of a ticket he may open, or a contact's picture. */
const maySee = async (documents: Documents, caller: Caller, blobId: string): Promise<boolean> => {
  const { companyId } = caller
  const [messages, pictures] = await Promise.all([
    documents.find<MessageDoc>({
      collection: COLLECTIONS.messages,
      where: { companyId, 'media.blobId': blobId },
      sort: [['id', 1]],
      limit: MESSAGES_LOOKED_AT,
    }),
    documents.find<ContactDoc>({
      collection: COLLECTIONS.contacts,
      where: { companyId, pictureBlobId: blobId },
      sort: [['id', 1]],
      limit: 1,
    }),
  ])
  if (pictures.length > 0) return true
  const kept = messages.filter((message) => !message.deleted)
  const tickets = await documents.getMany<TicketDoc>(
    COLLECTIONS.tickets,
    kept.map((message) => message.ticketId),
  )
  return [...tickets.values()].some((ticket) => mayOpenTicket(caller, ticket))
}

/** RFC 6266: a plain name for old clients, the real one in UTF-8. */
const disposition = (kind: 'inline' | 'attachment', fileName: string): string => {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

const headersOf = (info: BlobInfo): Record<string, string> => {
  const shown = SHOWN.test(info.mimetype)
  return {
    'Content-Type': shown ? info.mimetype : 'application/octet-stream',
    'Content-Disposition': disposition(shown ? 'inline' : 'attachment', info.fileName),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy':
      "default-src 'none'; img-src 'self'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    'Cache-Control': 'private, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
    ETag: `"${info.sha256}"`,
  }
}

/**
 * GET of a stored file, by the media cookie or a bearer token. Only callers who may see the file's owner get it; all
 * others get 404.
 */
export const mediaRoutes = ({ documents, blobs }: RouteDeps): Route[] => [
  route(
    'GET /public/:blobId',
    {
      params: Strict({ blobId: Type.String({ pattern: '^[A-Za-z0-9_-]{16,128}$' }) }),
      cookieAuth: true,
    },
    async ({ caller, params, request }) => {
      const missing = err(domainError('ERR_NO_FILE_FOUND'))
      const info = await blobs.info(params.blobId)
      if (info === null || info.companyId !== caller.companyId) return missing
      if (!(await maySee(documents, caller, info.id))) return missing

      const headers = headersOf(info)
      if (request.headers['if-none-match'] === headers.ETag) return ok({ status: 304, headers })
      const wanted = request.headers.range
      const ranges = wanted === undefined ? -2 : parseRange(info.size, wanted, { combine: true })
      if (ranges === -1) {
        return ok({ status: 416, headers: { 'Content-Range': `bytes */${info.size}` } })
      }
      // several ranges at once, or a header that is none: the whole file
      const range =
        typeof ranges === 'object' && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined
      if (request.method === 'HEAD') {
        return ok({ headers: { ...headers, 'Content-Length': String(info.size) } })
      }
      const opened = await blobs.open(info.id, range)
      if (opened === null) return missing
      const length = range === undefined ? info.size : range.end - range.start + 1
      return ok({
        status: range === undefined ? 200 : 206,
        stream: opened.stream,
        headers: {
          ...headers,
          'Content-Length': String(length),
          ...(range === undefined
            ? {}
            : { 'Content-Range': `bytes ${range.start}-${range.end}/${info.size}` }),
        },
      })
    },
  ),
]
