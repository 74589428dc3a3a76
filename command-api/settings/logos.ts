import type { IncomingMessage } from 'node:http'
import {
  isLogoRef,
  LARGEST_LOGO,
  type LogoEnding,
  type LogoRef,
  logoKey,
  logoOf,
} from '@guiche/contracts/company/logos.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { settingRoutes } from '@guiche/contracts/routes/settings.js'
import { streams } from '@guiche/contracts/streams.js'
import type { FormCall, Reply, SignedInCall } from '@guiche/infra/http/route.js'
import {
  drawLogo,
  isWholeIco,
  LOGO_LIMITS,
  type LogoRendition,
  logoKindOf,
} from '@guiche/infra/pictures/logos.js'
import type { AreaDeps } from '../deps.js'
import { readForm } from '../files/multipart.js'
import { type FileDeps, putUnnamed, toBeNamed } from '../files/unnamed.js'
import { metaOf } from '../kernel/meta.js'
import { formerHeld, settingsDecider } from './decide.js'

const FORM = settingRoutes['POST /settings/media-upload'].form
const STREAM = streams.settings(PLATFORM_COMPANY)

const ANY_SHAPE: LogoRendition = { side: 1024, square: false, background: null }
const squareOf = (side: number, background: string | null = null): LogoRendition => ({
  side,
  square: true,
  background,
})
/** How a logo is processed for its place. Phones show transparent icons on black. */
const LOGO_RENDITIONS: Readonly<Record<LogoRef, LogoRendition>> = {
  signup: ANY_SHAPE,
  login: ANY_SHAPE,
  interno: ANY_SHAPE,
  favicon: squareOf(96),
  'favicon-256x256': squareOf(256),
  'apple-touch-icon': squareOf(180, '#ffffff'),
}

type LogoUpload = FormCall<SignedInCall & { readonly query: { readonly ref?: string } }>
type LogoReply = Promise<Result<Reply<{ mensagem: string }>, DomainError>>
interface ConvertedLogo {
  readonly bytes: Buffer
  readonly ending: LogoEnding
}

const tooLarge = () =>
  domainError('ERR_LOGO_TOO_LARGE', {
    megabytes: LARGEST_LOGO / 1024 / 1024,
    megapixels: LOGO_LIMITS.pixels / 1_000_000,
  })

/** The file of a form, and its fingerprint for a repetition check. */
const fileOf = async (request: IncomingMessage) => {
  let content: Buffer | null = null
  const form = await readForm(request, FORM, async ({ stream }) => {
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > LARGEST_LOGO) return tooLarge()
      chunks.push(chunk)
    }
    content = Buffer.concat(chunks)
    return null
  })
  if (!form.ok) return form
  return content === null
    ? err(domainError('ERR_LOGO_FILE'))
    : ok({ content: content as Buffer, asked: form.value.files as unknown })
}

/** The file to serve for an upload. Icons stay unchanged, because browsers choose among their sizes. */
const servedFile = async (content: Buffer, ref: LogoRef): Promise<Result<ConvertedLogo, DomainError>> => {
  const kind = logoKindOf(content)
  if (kind === null) return err(domainError('ERR_LOGO_TYPE'))
  if (kind === 'ico') {
    return isWholeIco(content)
      ? ok({ bytes: content, ending: 'ico' })
      : err(domainError('ERR_LOGO_UNREADABLE'))
  }
  const bytes = await drawLogo(content, LOGO_RENDITIONS[ref])
  if (bytes === 'too-large') return err(tooLarge())
  return bytes === null ? err(domainError('ERR_LOGO_UNREADABLE')) : ok({ bytes, ending: 'png' })
}

/**
 * The logos of the platform. 1. Store the new file. 2. Append the event that names it. 3. Remove the old
 * file.
 */
export const createLogos = (deps: Pick<AreaDeps, 'kernel' | 'exclusively'> & FileDeps) => {
  const { kernel, blobs, exclusively } = deps
  const set = async (call: SignedInCall, ref: LogoRef, value: string, asked?: unknown): LogoReply => {
    const key = logoKey(ref)
    const meta = { ...metaOf(call, asked), companyId: PLATFORM_COMPANY }
    const handled = await kernel.execute(settingsDecider, STREAM, { scope: 'platform', key, value }, meta)
    if (!handled.ok) return handled
    const { state, position } = handled.value
    // a repeated command has stored its file before
    const gone = [...formerHeld(state, key), ...(state.get(key) === value ? [] : [value])]
    for (const one of gone) await blobs.remove(logoOf(one)?.blobId ?? '')
    const mensagem = value === '' ? 'Arquivo Excluído' : 'Arquivo Anexado'
    return ok({ companyId: PLATFORM_COMPANY, position, body: { mensagem } })
  }
  return {
    bring: async (call: LogoUpload): LogoReply => {
      const ref = call.query.ref ?? ''
      if (!isLogoRef(ref)) return err(domainError('ERR_LOGO_REF'))
      const received = await call.receive(fileOf)
      if (!received.ok) return received
      const { content, asked } = received.value.value
      // one logo at a time, because rendering may take much memory
      const logo = await exclusively('logos', () => servedFile(content, ref))
      if (!logo.ok) return logo
      const { bytes, ending } = logo.value
      const about = {
        companyId: PLATFORM_COMPANY,
        mimetype: 'application/octet-stream',
        fileName: `${ref}.${ending}`,
      }
      const stored = await putUnnamed(deps, bytes, { ...about, maxSize: LOGO_LIMITS.made })
      if (stored === 'too-large' || stored === 'full') return err(tooLarge())
      await toBeNamed(deps, stored.id, STREAM)
      const done = await set(received.value.call, ref, `${stored.id}.${ending}`, asked)
      // After an outage it is unknown whether the setting names the file, so the file stays.
      if (!done.ok && done.error.code !== 'ERR_UNAVAILABLE') await blobs.remove(stored.id)
      return done
    },
    takeAway: async (call: SignedInCall & { readonly params: { readonly ref: string } }): LogoReply => {
      const { ref } = call.params
      return isLogoRef(ref) ? set(call, ref, '') : err(domainError('ERR_LOGO_REF'))
    },
  }
}
