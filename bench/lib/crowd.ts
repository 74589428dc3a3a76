import type { Agent } from './agents.js'
import { INBOX_ROOMS, openSockets } from './sockets.js'

/** Messages between sockets.bench.ts and the process of the sockets. */
export type CrowdOrder =
  | { readonly kind: 'open'; readonly url: string; readonly agents: readonly Agent[] }
  | { readonly kind: 'watch'; readonly word: string; readonly sockets: number }
export type CrowdNews =
  | { readonly kind: 'opened'; readonly count: number }
  /** `at`: when the last socket received the word, by `nowMs` */
  | { readonly kind: 'all'; readonly word: string; readonly at: number }
  | { readonly kind: 'failed'; readonly reason: string }

/** Holds many client sockets in a process of its own. Reports when all named sockets have received a word. */
const sendNews = (news: CrowdNews): void => void process.send?.(news)
let watched: { readonly word: string; readonly seen: Set<number>; count: number } | null = null

const onText = (socket: number, text: string, at: number): void => {
  if (watched === null || !text.includes(watched.word) || watched.seen.has(socket)) return
  watched.seen.add(socket)
  watched.count -= 1
  if (watched.count > 0) return
  sendNews({ kind: 'all', word: watched.word, at })
  watched = null
}

process.on('message', (order: CrowdOrder) => {
  if (order.kind === 'watch') {
    watched = { word: order.word, seen: new Set(), count: order.sockets }
    return
  }
  openSockets(order.url, order.agents, INBOX_ROOMS, onText).then(
    ({ count }) => sendNews({ kind: 'opened', count }),
    (failure: unknown) => sendNews({ kind: 'failed', reason: String(failure) }),
  )
})
process.on('disconnect', () => process.exit(0))
