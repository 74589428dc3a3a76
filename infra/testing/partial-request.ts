import { type IncomingHttpHeaders, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

interface HalfSent {
  /** Sends the rest of the body. Gives the response. */
  finish(): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }>
}

/** A form's bytes, and the matching content-type header. */
export const formBytes = async (form: FormData) => {
  const whole = new Response(form)
  const type = whole.headers.get('content-type') ?? ''
  return { body: Buffer.from(await whole.arrayBuffer()), headers: { 'content-type': type } }
}

/** Sends the first half of a POST. Resolves when the server has checked the head and waits for the rest of the body. */
export const sendFirstHalf = async (
  server: Server,
  path: string,
  body: Buffer | string,
  headers: Readonly<Record<string, string>>,
): Promise<HalfSent> => {
  const bytes = Buffer.from(body)
  const half = Math.floor(bytes.length / 2)
  const isRead = new Promise<void>((resolve) => {
    server.once('request', (incoming: IncomingMessage) => {
      incoming.on('newListener', (event) => {
        if (event === 'data' || event === 'readable') resolve()
      })
    })
  })
  const { port } = server.address() as AddressInfo
  const outgoing = request({
    ...{ host: '127.0.0.1', port, path, method: 'POST' },
    headers: { ...headers, 'content-length': bytes.length },
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.once('error', reject)
  })
  outgoing.write(bytes.subarray(0, half))
  await Promise.race([
    isRead,
    answered.then(({ statusCode }) => {
      throw new Error(`answered with ${statusCode} before all of it was sent`)
    }),
  ])
  return {
    finish: async () => {
      outgoing.end(bytes.subarray(half))
      const answer = await answered
      const chunks: Buffer[] = []
      for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk)
      const { statusCode = 0, headers: given } = answer
      return { status: statusCode, headers: given, body: Buffer.concat(chunks).toString() }
    },
  }
}
