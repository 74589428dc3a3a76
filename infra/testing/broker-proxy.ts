import { type Login, openSaslPlain } from './sasl-plain.js'
import { startTcpProxy, type TcpProxy, type TcpProxyOptions } from './tcp-proxy.js'

export interface BrokerProxy extends TcpProxy {
  /** host:port for clients */
  readonly brokers: string
  /**
   * The next `times` produce requests reach the broker, but the connection is cut before their answers
   * return.
   */
  swallowAnswers(times: number): void
  swallowed(): number
}

const PRODUCE = 0

/** Gives the complete frames, with their length prefix, after each piece of the stream. */
const createFraming = () => {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer): Buffer[] => {
    rest = Buffer.concat([rest, chunk])
    const frames: Buffer[] = []
    while (rest.length >= 4 && rest.length >= 4 + rest.readInt32BE(0)) {
      const end = 4 + rest.readInt32BE(0)
      frames.push(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
    return frames
  }
}

const encodeAddress = (host: string, port: number): Buffer => {
  const bytes = Buffer.alloc(2 + host.length + 4)
  bytes.writeInt16BE(host.length, 0)
  bytes.write(host, 2)
  bytes.writeInt32BE(port, 2 + host.length)
  return bytes
}

/** The frame with each `from` replaced by `to`. */
const replaceBytes = (frame: Buffer, from: Buffer, to: Buffer): Buffer => {
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
 * A proxy to the only broker of a cluster: replaces the broker's address in its answers by the proxy's.
 * `login`: credentials that the proxy demands by SASL PLAIN; the broker itself demands none.
 */
export const startBrokerProxy = async (
  broker: { readonly host: string; readonly port: number },
  { login, tls }: { readonly login?: Login } & Pick<TcpProxyOptions, 'tls'> = {},
): Promise<BrokerProxy> => {
  let toSwallow = 0
  let swallowed = 0
  const passage: TcpProxyOptions['passage'] = ({ port, end, answer }) => {
    const admitted = login === undefined ? () => true : openSaslPlain(login, { answer, end })
    const requests = createFraming()
    const answers = createFraming()
    let silent = false
    return {
      there: (chunk) => {
        const frames = requests(chunk).filter(admitted)
        for (const frame of frames) {
          if (frame.readInt16BE(4) !== PRODUCE || toSwallow === 0) continue
          toSwallow--
          silent = true
        }
        return frames
      },
      back: (chunk) => {
        const frames = answers(chunk)
        if (!silent || frames.length === 0) {
          return frames.map((frame) =>
            replaceBytes(frame, encodeAddress(broker.host, broker.port), encodeAddress('127.0.0.1', port)),
          )
        }
        swallowed++
        end()
        return []
      },
    }
  }
  const way = await startTcpProxy(broker, { passage, ...(tls !== undefined && { tls }) })
  return {
    ...way,
    brokers: `127.0.0.1:${way.port}`,
    swallowAnswers: (times) => {
      toSwallow = times
    },
    swallowed: () => swallowed,
  }
}
