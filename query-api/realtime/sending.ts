import { channels } from '@guiche/contracts/channels.js'
import type { ServerFrames } from '@guiche/contracts/realtime.js'
import type { Peer } from './peers.js'

/** A reader that leaves more than this unread is cut off; it comes back and fetches anew. Bytes. */
const MOST_BUFFERED = 1_000_000

type Channel = keyof ServerFrames

/** A frame as it goes over the wire. */
const frameText = <C extends Channel>(channel: C, companyId: number, data: ServerFrames[C]): string => {
  const name = channels[channel]
  return JSON.stringify({ event: typeof name === 'string' ? name : name(companyId), data })
}

export interface Sending {
  /** Sends one frame to many: made once, written together with the other frames of this tick. */
  send<C extends Channel>(to: Iterable<Peer>, channel: C, companyId: number, data: ServerFrames[C]): void
  /** Writes now what waits for a peer. */
  flush(peer: Peer): void
}

const OPEN = 1

export const createSending = (
  slow: (peer: Peer) => void,
  sent: (frames: number) => void = () => undefined,
): Sending => {
  const waiting = new Map<Peer, Buffer[]>()
  let scheduled = false

  const write = (peer: Peer, frames: readonly Buffer[]): void => {
    const { ws, stream } = peer
    if (ws.readyState !== OPEN) return
    if (ws.bufferedAmount > MOST_BUFFERED) {
      slow(peer)
      return ws.terminate()
    }
    if (frames.length > 1) stream.cork()
    for (const frame of frames) ws.send(frame, { binary: false })
    if (frames.length > 1) stream.uncork()
    sent(frames.length)
  }
  const writeAll = (): void => {
    scheduled = false
    const batch = [...waiting]
    waiting.clear()
    for (const [peer, frames] of batch) write(peer, frames)
  }

  return {
    send: (to, channel, companyId, data) => {
      let frame: Buffer | undefined
      for (const peer of to) {
        frame ??= Buffer.from(frameText(channel, companyId, data))
        const queued = waiting.get(peer)
        if (queued === undefined) waiting.set(peer, [frame])
        else queued.push(frame)
      }
      if (waiting.size > 0 && !scheduled) {
        scheduled = true
        setImmediate(writeAll)
      }
    },
    flush: (peer) => {
      const frames = waiting.get(peer)
      if (frames === undefined) return
      waiting.delete(peer)
      write(peer, frames)
    },
  }
}
