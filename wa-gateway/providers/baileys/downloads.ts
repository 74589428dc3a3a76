import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { within } from '@guiche/infra/within.js'
import type { proto, WAMessage, WASocket } from '@whiskeysockets/baileys'
import type { BridgeLogger } from './bridge-logger.js'
import { unwrap } from './inbound.js'
import type { Baileys } from './load.js'
import type { MediaRoads } from './servers.js'

interface Deps {
  readonly baileys: Baileys
  readonly socket: WASocket
  readonly roads: MediaRoads
  readonly log: BridgeLogger
}

const DOWNLOAD_MS = 120_000
/** How long a phone may take to bring a file to the media host again. */
const REUPLOAD_MS = 60_000
/** Status of a media host that no longer has a file. */
const GONE = [404, 410]
const PICTURE_MS = 10_000
const MAX_PICTURE = 1_000_000

/** The file of a kept message. */
export interface KeptFile {
  readonly message: proto.IWebMessageInfo
  readonly content: proto.IMessage
  /** where it lies, null when only a path on WhatsApp's own host is known */
  readonly url: string | null
  /** secret, and the same whenever this connection fetches the file of this message */
  readonly key: string
}

/**
 * What a kept message says of its file; null when it has none. A message to a group comes to each of our numbers in it,
 * under one id and with one key: whose it is sets their files apart.
 */
export const fileOf = (
  message: proto.IWebMessageInfo | null,
  connectionId: number,
  waId: string,
): KeptFile | null => {
  if (!message?.message) return null
  const content = unwrap(message.message)
  const part =
    content.imageMessage ??
    content.videoMessage ??
    content.ptvMessage ??
    content.audioMessage ??
    content.documentMessage ??
    content.stickerMessage
  if (!part) return null
  const digest = createHash('sha256').update('media:')
  const key = digest
    .update(part.mediaKey ?? '')
    .update(`${connectionId}/${waId}`)
    .digest('hex')
  return { message, content, url: part.url ? part.url : null, key }
}

/** What a session fetches from media hosts. */
export const createDownloads = ({ baileys, socket, roads, log }: Deps) => ({
  /** The decrypted file; asked of the phone again when the host has it no more. The caller has checked the host. */
  file: async ({ message, content }: KeptFile): Promise<Readable> => {
    const kept: WAMessage = { key: message.key ?? {}, message: content }
    const download = (from: WAMessage): Promise<Readable> =>
      baileys.downloadMediaMessage(from, 'stream', {
        options: { signal: AbortSignal.timeout(DOWNLOAD_MS), dispatcher: roads.dispatcher } as RequestInit,
      })
    try {
      return await download(kept)
    } catch (failure) {
      // the library's own way to ask the phone again waits for a field that its errors do not have
      const { statusCode = 0 } = (failure as { output?: { statusCode?: number } }).output ?? {}
      if (!GONE.includes(statusCode)) throw failure
      log.info({ id: kept.key.id }, 'a file is gone from the media host, the phone is asked for it')
      const again = await within(socket.updateMediaMessage(kept), REUPLOAD_MS, null)
      if (again === null) throw failure
      return download(again)
    }
  },
  /** A person's picture, null when there is none, it is hidden, too large or lies on another host. */
  picture: async (jid: string): Promise<Buffer | null> => {
    const url = await socket.profilePictureUrl(jid, 'preview').catch(() => undefined)
    if (!url || !roads.allows(url)) return null
    const { fetch } = await import('undici')
    const signal = AbortSignal.timeout(PICTURE_MS)
    const answer = await fetch(url, { signal, ...(roads.dispatcher && { dispatcher: roads.dispatcher }) })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return answer.ok && bytes.length > 0 && bytes.length <= MAX_PICTURE ? bytes : null
  },
})
