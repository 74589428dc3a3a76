import { Agent as HttpsAgent } from 'node:https'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import type { Agent as Dispatcher } from 'undici'
import type { Server } from '../provider.js'

const WHATSAPP_MEDIA = /(^|\.)(whatsapp\.net|whatsapp\.com)$/

/** How media travels: agents that trust the server's certificate, and which hosts may be asked at all. */
export interface MediaRoads {
  readonly fetchAgent: HttpsAgent | undefined
  readonly dispatcher: Dispatcher | undefined
  /** A message names the host of its file, and anybody can write a message. */
  allows(url: string): boolean
  close(): Promise<void>
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))

/** Only a server with a certificate of its own needs one; the package is loaded for it. */
const dispatcherFor = (ca: string): Dispatcher => {
  const { Agent } = createRequire(import.meta.url)('undici') as typeof import('undici')
  return new Agent({ connect: { ca } })
}

/** Roads to the media hosts of WhatsApp, or of another server: its own host name and, on loopback, every port of it. */
export const createMediaRoads = (server: Server | null): MediaRoads => {
  const own = server === null ? null : new URL(server.url).hostname
  const fetchAgent = server?.ca === undefined ? undefined : new HttpsAgent({ ca: server.ca })
  const dispatcher = server?.ca === undefined ? undefined : dispatcherFor(server.ca)
  return {
    fetchAgent,
    dispatcher,
    allows: (url) => {
      if (!URL.canParse(url)) return false
      const { protocol, hostname } = new URL(url)
      if (protocol !== 'https:') return false
      if (own === null) return WHATSAPP_MEDIA.test(hostname)
      return hostname === own || (isLoopback(own) && isLoopback(hostname))
    },
    close: async () => {
      fetchAgent?.destroy()
      await dispatcher?.close()
    },
  }
}
