import { channels } from '@guiche/contracts/realtime/channels.js'
import type { ServerFrames } from '@guiche/contracts/realtime/realtime.js'
import type { SocketClient } from './clients.js'

/** Bytes of unread frames after which a socket is cut; its browser reconnects and reads again. */
const MOST_BUFFERED = 1_000_000

type Channel = keyof ServerFrames

/** A frame as sent over the wire. */
const frameText = <C extends Channel>(channel: C, companyId: number, data: ServerFrames[C]): string => {
  const name = channels[channel]
  return JSON.stringify({ event: typeof name === 'string' ? name : name(companyId), data })
}

export interface FrameSending {
  /** Sends one frame to many clients: serialised once, and written together with the other frames of this tick. */
  send<C extends Channel>(
    to: Iterable<SocketClient>,
    channel: C,
    companyId: number,
    data: ServerFrames[C],
  ): void
  /** Writes the waiting frames of a client now. */
  flush(client: SocketClient): void
}

const OPEN = 1

export const createSending = (
  slow: (client: SocketClient) => void,
  sent: (frames: number) => void = () => undefined,
): FrameSending => {
  const waiting = new Map<SocketClient, Buffer[]>()
  let scheduled = false

  const write = (client: SocketClient, frames: readonly Buffer[]): void => {
    const { ws, stream } = client
    if (ws.readyState !== OPEN) return
    if (ws.bufferedAmount > MOST_BUFFERED) {
      slow(client)
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
    for (const [client, frames] of batch) write(client, frames)
  }

  return {
    send: (to, channel, companyId, data) => {
      let frame: Buffer | undefined
      for (const client of to) {
        frame ??= Buffer.from(frameText(channel, companyId, data))
        const queued = waiting.get(client)
        if (queued === undefined) waiting.set(client, [frame])
        else queued.push(frame)
      }
      if (waiting.size > 0 && !scheduled) {
        scheduled = true
        setImmediate(writeAll)
      }
    },
    flush: (client) => {
      const frames = waiting.get(client)
      if (frames === undefined) return
      waiting.delete(client)
      write(client, frames)
    },
  }
}
