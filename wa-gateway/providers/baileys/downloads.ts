import { createDecipheriv, createHash } from 'node:crypto'
import { addAbortSignal, pipeline, Readable, Transform } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { within } from '@guiche/infra/within.js'
import type { MediaDecryptionKeyInfo, proto, WASocket } from '@whiskeysockets/baileys'
import type { Response } from 'undici'
import type { BridgeLogger } from './bridge-logger.js'
import { unwrapContent } from './inbound.js'
import type { Baileys } from './load.js'
import type { MediaTransport } from './media-transport.js'

interface Deps {
  readonly baileys: Pick<Baileys, 'DEFAULT_ORIGIN' | 'getMediaKeys'>
  readonly socket: Pick<WASocket, 'profilePictureUrl' | 'updateMediaMessage'>
  readonly transport: Pick<MediaTransport, 'allows' | 'dispatcher'>
  /** aborts when the session ends */
  readonly ended: AbortSignal
  readonly log: BridgeLogger
}

/** Longest wait for a media host's first byte, in ms. */
const OPENING_MS = 60_000
/** Longest wait for a phone's upload of a file to the media host, in ms. */
const REUPLOAD_MS = 60_000
/** Status of a media host that no longer has a file. */
const GONE_STATUSES = [404, 410]
const PICTURE_MS = 10_000
const MAX_PICTURE = 1_000_000

/** Default media host, for messages that name none. */
const WHATSAPP_HOST = 'mmg.whatsapp.net'
/** Bytes after the encrypted ones. */
const MAC_BYTES = 10

/** Message contents with a file, and the media type from which each file's key derives. */
const KINDS = {
  imageMessage: 'image',
  videoMessage: 'video',
  ptvMessage: 'ptv',
  audioMessage: 'audio',
  documentMessage: 'document',
  stickerMessage: 'sticker',
} as const
type Kind = keyof typeof KINDS
type Part = Pick<proto.Message.IImageMessage, 'url' | 'directPath' | 'mediaKey'>

/** The file of a kept message. */
export interface KeptFile {
  readonly message: proto.IWebMessageInfo
  readonly kind: Kind
  readonly part: Part
  /** secret name of the file, the same whenever this connection fetches it */
  readonly key: string
}

/**
 * The file that a stored message describes; null without a file. A group's message reaches each of our numbers with the same id
 * and key. So the name contains the connection.
 */
export const fileOf = (
  message: proto.IWebMessageInfo | null,
  connectionId: number,
  waId: string,
): KeptFile | null => {
  if (!message?.message) return null
  const content = unwrapContent(message.message)
  const kind = (Object.keys(KINDS) as Kind[]).find((one) => content[one])
  const part = kind && content[kind]
  if (!part) return null
  const digest = createHash('sha256').update('media:')
  const key = digest
    .update(part.mediaKey ?? '')
    .update(`${connectionId}/${waId}`)
    .digest('hex')
  return { message, kind, part, key }
}

/**
 * The address of a file: its path on the host of its address, or the address alone without a path. Null when both are
 * missing. The sender writes both, and `.evil.example/x` as a path would make another host of ours.
 */
const addressOf = ({ url, directPath }: Part): string | null => {
  if (!directPath) return url || null
  if (!/^\/(?!\/)/.test(directPath)) return null
  const host = url && URL.canParse(url) ? new URL(url).host : WHATSAPP_HOST
  return `https://${host}${directPath}`
}

const withoutMac = (): Transform => {
  let kept: Buffer = Buffer.alloc(0)
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const all = Buffer.concat([kept, chunk])
      const end = Math.max(0, all.length - MAC_BYTES)
      kept = all.subarray(end)
      done(null, all.subarray(0, end))
    },
  })
}

/** Fails when the answer is cut off. Destroying the stream ends the answer, too. */
const decryptBody = (body: ReadableStream, { cipherKey, iv }: MediaDecryptionKeyInfo): Readable => {
  const clear = createDecipheriv('aes-256-cbc', cipherKey, iv)
  // the reader of the stream gets the failure
  pipeline(Readable.fromWeb(body), withoutMac(), clear, () => undefined)
  return clear
}

/**
 * Downloads of a session from media hosts. The package could download, too, but does not check the host. Also, a host
 * that cuts an answer off would end the process: nobody handles errors of the stream inside the package.
 */
export const createDownloads = ({ baileys, socket, transport, ended, log }: Deps) => {
  /** The host's answer, null for a forbidden host. */
  const ask = async (part: Part): Promise<Response | null> => {
    const address = addressOf(part)
    if (address === null || !transport.allows(address)) return null
    const { fetch } = await import('undici')
    const opening = new AbortController()
    const late = setTimeout(() => opening.abort(new Error('the media host does not answer')), OPENING_MS)
    const headers = { Origin: baileys.DEFAULT_ORIGIN }
    const asking = fetch(address, { headers, dispatcher: transport.dispatcher, signal: opening.signal })
    return asking.finally(() => clearTimeout(late))
  }

  return {
    /**
     * The decrypted file. If the host no longer has it, the phone is asked to upload it again. Null for a forbidden
     * host.
     */
    file: async ({ message, kind, part }: KeptFile): Promise<Readable | null> => {
      const keys = await baileys.getMediaKeys(part.mediaKey, KINDS[kind])
      let answer = await ask(part)
      if (answer !== null && GONE_STATUSES.includes(answer.status)) {
        await answer.body?.cancel()
        log.info({ id: message.key?.id }, 'a file is gone from the media host, the phone is asked for it')
        const kept = { key: message.key ?? {}, message: { [kind]: part } }
        const again = (await within(socket.updateMediaMessage(kept), REUPLOAD_MS, null))?.message?.[kind]
        if (again) answer = await ask(again)
      }
      if (answer === null) return null
      if (!answer.ok || answer.body === null) {
        await answer.body?.cancel()
        throw new Error(`the media host answers ${answer.status}`)
      }
      return addAbortSignal(ended, decryptBody(answer.body, keys))
    },
    /** A person's picture; null if absent, hidden, too large or on a forbidden host. */
    picture: async (jid: string): Promise<Buffer | null> => {
      const url = await socket.profilePictureUrl(jid, 'preview').catch(() => undefined)
      if (!url || !transport.allows(url)) return null
      const { fetch } = await import('undici')
      const signal = AbortSignal.timeout(PICTURE_MS)
      const answer = await fetch(url, { signal, dispatcher: transport.dispatcher })
      const bytes = Buffer.from(await answer.arrayBuffer())
      return answer.ok && bytes.length > 0 && bytes.length <= MAX_PICTURE ? bytes : null
    },
  }
}
