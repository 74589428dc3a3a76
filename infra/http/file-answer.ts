import type { IncomingMessage } from 'node:http'
import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import parseRange from 'range-parser'
import type { BlobInfo, Blobs } from '../blobs/blobs.js'
import type { Answer } from './route.js'

/**
 * A stored file, or a range of it, so that an interrupted download can continue. `headers`: those of the
 * whole file, with its ETag. Error: ERR_NO_FILE_FOUND.
 */
export const answerFile = async (
  blobs: Pick<Blobs, 'open'>,
  info: BlobInfo,
  headers: Readonly<Record<string, string>>,
  request: IncomingMessage,
): Promise<Answer<undefined>> => {
  if (request.headers['if-none-match'] === headers.ETag) return ok({ status: 304, headers })
  const wanted = request.headers.range
  const ranges = wanted === undefined ? -2 : parseRange(info.size, wanted, { combine: true })
  if (ranges === -1) return ok({ status: 416, headers: { 'Content-Range': `bytes */${info.size}` } })
  // several ranges, or an invalid header: the whole file
  const range =
    typeof ranges === 'object' && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined
  if (request.method === 'HEAD') return ok({ headers: { ...headers, 'Content-Length': String(info.size) } })
  const opened = await blobs.open(info.id, range)
  if (opened === null) return err(domainError('ERR_NO_FILE_FOUND'))
  const { stream } = opened
  if (range === undefined) return ok({ stream, headers: { ...headers, 'Content-Length': String(info.size) } })
  return ok({
    status: 206,
    stream,
    headers: {
      ...headers,
      'Content-Length': String(range.end - range.start + 1),
      'Content-Range': `bytes ${range.start}-${range.end}/${info.size}`,
    },
  })
}
