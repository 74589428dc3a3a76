import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface BrokerProxy {
  /** host:port for clients */
  readonly brokers: string
  /** connections that are open */
  connections(): number
  /** Cuts every connection and takes no more, until `mend`. */
  cut(): void
  mend(): void
  /** The next `times` produce requests reach the broker; their answers do not come back, the connection is cut instead. */
  swallowAnswers(times: number): void
  swallowed(): number
  close(): Promise<void>
}

const PRODUCE = 0

/** Calls `onFrame` with each whole frame, its length in front, of a stream of them. */
const frames = (onFrame: (frame: Buffer) => void) => {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 4 && rest.length >= 4 + rest.readInt32BE(0)) {
      const end = 4 + rest.readInt32BE(0)
      onFrame(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
  }
}

const encoded = (host: string, port: number): Buffer => {
  const bytes = Buffer.alloc(2 + host.length + 4)
  bytes.writeInt16BE(host.length, 0)
  bytes.write(host, 2)
  bytes.writeInt32BE(port, 2 + host.length)
  return bytes
}

/** The frame with every `from` in it replaced by `to`. */
const replaced = (frame: Buffer, from: Buffer, to: Buffer): Buffer => {
  const parts: Buffer[] = []
  let start = 0
  for (let at = frame.indexOf(from); at !== -1; at = frame.indexOf(from, start)) {
    parts.push(frame.subarray(start, at), to)
    start = at + from.length
  }
  if (start === 0) return frame
  const whole = Buffer.concat([...parts, frame.subarray(start)])
  whole.writeInt32BE(whole.length - 4, 0)
  return whole
}

/**
 * A proxy on loopback before the one broker of a cluster, which others use at the same time: what happens to its
 * connections happens to its clients alone. Where the broker tells its address, the proxy's stands instead.
 */
export const startBrokerProxy = async (broker: { host: string; port: number }): Promise<BrokerProxy> => {
  const open = new Set<Socket>()
  let away = false
  let toSwallow = 0
  let swallowed = 0
  const destroyAll = () => {
    for (const socket of open) socket.destroy()
  }
  const server = createServer({ noDelay: true }, (client) => {
    if (away) return client.destroy()
    const upstream = connect({ ...broker, noDelay: true })
    let silent = false
    open.add(client)
    const end = () => {
      open.delete(client)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
    client.on(
      'data',
      frames((frame) => {
        if (frame.readInt16BE(4) === PRODUCE && toSwallow > 0) {
          toSwallow--
          silent = true
        }
        upstream.write(frame)
      }),
    )
    upstream.on(
      'data',
      frames((frame) => {
        if (silent) {
          swallowed++
          end()
        } else client.write(replaced(frame, encoded(broker.host, broker.port), encoded('127.0.0.1', port)))
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    brokers: `127.0.0.1:${port}`,
    connections: () => open.size,
    cut: () => {
      away = true
      destroyAll()
    },
    mend: () => {
      away = false
    },
    swallowAnswers: (times) => {
      toSwallow = times
    },
    swallowed: () => swallowed,
    close: async () => {
      destroyAll()
      server.close()
      await once(server, 'close')
    },
  }
}
