import { Agent as HttpsAgent } from 'node:https'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import { within } from '@guiche/infra/within.js'
import type { Dispatcher } from 'undici'
import type { Server } from '../provider.js'

const WHATSAPP_MEDIA = /(^|\.)(whatsapp\.net|whatsapp\.com)$/

const CLOSING_MS = 2_000

/** Transport of media: agents that trust the server's certificate, and the allowed hosts. */
export interface MediaTransport {
  readonly fetchAgent: HttpsAgent | undefined
  /** Refuses hosts that are not allowed, also as the target of a redirect. */
  readonly dispatcher: Dispatcher
  /** `dispatcher` for the WhatsApp library: a response that breaks off ends without an error. */
  readonly libraryDispatcher: Dispatcher
  /** Tests if files may be fetched from this URL. Senders choose the URLs of their files, and can forge them. */
  allows(url: string): boolean
  close(): Promise<void>
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))

/**
 * Ends a response that breaks off, instead of failing. The library does not handle the failure of a response that has
 * begun, and an unhandled failure ends the process. The library handles a file that is too short to decrypt or unpack.
 */
const endsWhereCutOff: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  let begun = false
  return dispatch(options, {
    onRequestStart: (...all) => handler.onRequestStart?.(...all),
    onRequestUpgrade: (...all) => handler.onRequestUpgrade?.(...all),
    onResponseStart: (...all) => {
      begun = true
      return handler.onResponseStart?.(...all)
    },
    onResponseData: (...all) => handler.onResponseData?.(...all),
    onResponseEnd: (...all) => handler.onResponseEnd?.(...all),
    onResponseError: (controller, failure) => {
      if (begun && !controller.aborted) handler.onResponseEnd?.(controller, {})
      else handler.onResponseError?.(controller, failure)
    },
  })
}

/** Agents for the media hosts of WhatsApp, or of another server: its own host name and, on loopback, every port. */
export const createMediaTransport = (server: Server | null): MediaTransport => {
  const own = server === null ? null : new URL(server.url).hostname
  const fetchAgent = server?.ca === undefined ? undefined : new HttpsAgent({ ca: server.ca })
  const allows = (url: string): boolean => {
    if (!URL.canParse(url)) return false
    const { protocol, hostname } = new URL(url)
    if (protocol !== 'https:') return false
    if (own === null) return WHATSAPP_MEDIA.test(hostname)
    return hostname === own || (isLoopback(own) && isLoopback(hostname))
  }
  // the package is loaded with the first session
  const { Agent } = createRequire(import.meta.url)('undici') as typeof import('undici')
  const agent = new Agent(server?.ca === undefined ? {} : { connect: { ca: server.ca } })
  const dispatcher = agent.compose((dispatch) => (options, handler) => {
    if (!allows(`${options.origin}`)) throw new Error(`no file is fetched from ${options.origin}`)
    return dispatch(options, handler)
  })
  return {
    fetchAgent,
    dispatcher,
    libraryDispatcher: dispatcher.compose(endsWhereCutOff),
    allows,
    close: async () => {
      fetchAgent?.destroy()
      // fetches of the library that are under way may end
      await within(agent.close(), CLOSING_MS, undefined)
    },
  }
}
