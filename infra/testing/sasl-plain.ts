import type { Connection } from './tcp-proxy.js'

export interface Login {
  readonly username: string
  readonly password: string
}

const SASL_HANDSHAKE = 17
const API_VERSIONS = 18
const SASL_AUTHENTICATE = 36
const NOT_AUTHENTICATED = 58
const NOTHING = 0

const encodeText = (value: string): Buffer => {
  const length = Buffer.alloc(2)
  length.writeInt16BE(value.length)
  return Buffer.concat([length, Buffer.from(value)])
}
const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
/** The response to a request, with its length prefix. */
const answerTo = (request: Buffer, ...body: Buffer[]): Buffer => {
  const whole = Buffer.concat([request.subarray(8, 12), ...body])
  return Buffer.concat([int32(whole.length), whole])
}

/**
 * SASL PLAIN for one connection to a broker. Says whether a request is forwarded to the broker. Wrong credentials get the
 * response of a broker. A request before the login cuts the connection.
 */
export const openSaslPlain = (login: Login, { answer, end }: Pick<Connection, 'answer' | 'end'>) => {
  const expected = Buffer.from(`\0${login.username}\0${login.password}`)
  let inside = false
  return (request: Buffer): boolean => {
    const kind = request.readInt16BE(4)
    const version = request.readInt16BE(6)
    if (kind === API_VERSIONS || inside) return true
    if (kind === SASL_HANDSHAKE) answer(answerTo(request, int16(NOTHING), int32(1), encodeText('PLAIN')))
    else if (kind === SASL_AUTHENTICATE) {
      inside = request.subarray(-expected.length).equals(expected)
      const lifetime = version > 0 ? [Buffer.alloc(8)] : []
      const outcome = inside
        ? [int16(NOTHING), int16(-1)]
        : [int16(NOT_AUTHENTICATED), encodeText('who is it')]
      answer(answerTo(request, ...outcome, int32(0), ...lifetime))
    } else end()
    return false
  }
}
