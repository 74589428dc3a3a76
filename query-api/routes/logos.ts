import { isLogoRef, LOGO_TYPES, logoKey, logoOf } from '@guiche/contracts/company/logos.js'
import { domainError } from '@guiche/contracts/errors.js'
import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { Answer } from '@guiche/infra/http/route.js'
import type { RouteDeps } from '../deps.js'

const YEAR = 31_536_000
/** Length of the version in `logoAddress`. */
const VERSION_LENGTH = 12

/**
 * A public logo of the platform by its place and file ending. With the present `version` caches may keep it
 * for ever, because another file has another version. `known`: If-None-Match of the request. Error:
 * ERR_NO_FILE_FOUND.
 */
export const logoFile = async (
  { records, blobs }: Pick<RouteDeps, 'records' | 'blobs'>,
  file: string,
  version: string | undefined,
  known: string | undefined,
): Promise<Answer<undefined>> => {
  const missing = err(domainError('ERR_NO_FILE_FOUND'))
  const [ref = '', ending] = file.split('.')
  if (!isLogoRef(ref)) return missing
  const logo = logoOf((await records.company(PLATFORM_COMPANY))?.settings[logoKey(ref)] ?? '')
  if (logo === null || logo.ending !== ending) return missing
  const isNow = version === logo.blobId.slice(0, VERSION_LENGTH)
  const headers = {
    'Content-Type': LOGO_TYPES[logo.ending],
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': isNow ? `public, max-age=${YEAR}, immutable` : 'public, no-cache',
    ETag: `"${logo.blobId}"`,
  }
  if (known === headers.ETag) return ok({ status: 304, headers })
  const opened = await blobs.open(logo.blobId)
  if (opened === null) return missing
  return ok({ stream: opened.stream, headers: { ...headers, 'Content-Length': String(opened.info.size) } })
}
