import type { ConnectionRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Client, type Socket, signIn } from './testing/client.js'
import { connectPhones, type Phones } from './testing/phones.js'
import { ADMIN, type ProductProcess, removeData, startProductProcess } from './testing/product-process.js'

const OWN_NUMBER = '5511900000001'
const CUSTOMER = '5511988887777'
const REQUEST = 'the-request-of-this-test'
const METRICS_TOKEN = 'a-bearer-for-the-metrics'

interface Line {
  readonly msg: string
  readonly correlationId?: string
  readonly route?: string
  readonly types?: readonly string[]
  readonly kind?: string
}

describe('an operator', () => {
  let product: ProductProcess
  let admin: Client
  let phones: Phones
  let socket: Socket
  let ticket: TicketRecord

  /** The log lines so far with the id of our request. */
  const lines = (): Line[] =>
    product
      .output()
      .split('\n')
      .flatMap((text) => (text.startsWith('{') && text.endsWith('}') ? [JSON.parse(text) as Line] : []))
      .filter(({ correlationId }) => correlationId === REQUEST)

  beforeAll(async () => {
    product = await startProductProcess({ env: { LOG_LEVEL: 'debug', METRICS_TOKEN } })
    admin = await signIn(product.url, ADMIN.email, ADMIN.password)
    phones = await connectPhones(product.url, admin)
    socket = await admin.socket()
    const { body: connection } = await admin.post<ConnectionRecord>('/whatsapp', {
      name: 'Principal',
      channel: 'simulator',
    })
    await phones.add(OWN_NUMBER, 'Loja', 'own')
    await phones.add(CUSTOMER, 'Caio Prado')
    await phones.scan(OWN_NUMBER, connection.id)
    await phones.until(async () => {
      const { body } = await admin.get<ConnectionRecord>(`/whatsapp/${connection.id}`)
      return body.status === 'CONNECTED' ? body : undefined
    })
    socket.send('joinTickets', { status: 'pending' })
    await phones.text(CUSTOMER, OWN_NUMBER, 'Oi')
    const frame = await socket.waitFor(({ event }) => event.endsWith('-appMessage'))
    ticket = frame.data.ticket
    await admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.user.id })
    socket.send('joinChatBox', { ticketId: ticket.id })
  })
  afterAll(async () => {
    socket?.close()
    phones?.close()
    await product?.stop()
    if (product !== undefined) await removeData(product.dataDir)
  })

  it('can follow one message in the log from browser to phone and back', async () => {
    const answer = await fetch(`${product.url}/api/messages/${ticket.id}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/json',
        'x-request-id': REQUEST,
      },
      body: JSON.stringify({ body: 'Bom dia' }),
    })
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, REQUEST])
    const { data } = await socket.waitFor(
      ({ event, data }) =>
        event.endsWith('-appMessage') && data.message.body === 'Bom dia' && data.message.ack >= 3,
      30_000,
    )
    expect(data.message.ack).toBeGreaterThanOrEqual(3)

    const seen = await phones.until(async () => {
      const found = lines()
      const handled = found.flatMap(({ msg, kind }) => (msg === 'report handled' ? [kind] : []))
      return handled.includes('sent') && handled.includes('ack') ? found : undefined
    })
    const steps = seen.map(({ msg, types, kind, route }) =>
      [msg, types?.join() ?? kind ?? route ?? ''].join(' '),
    )
    expect(steps).toEqual(
      expect.arrayContaining([
        'appended message.requested.v1',
        'answered POST /messages/:ticketId',
        'work is done send',
        'report handled sent',
        'report handled ack',
      ]),
    )
    // The events "sent" and "acknowledged" may come in either order.
    const told = steps.findIndex((step) => /^appended message\.(sent|acknowledged)\.v1$/.test(step))
    expect(told).toBeGreaterThan(steps.indexOf('appended message.requested.v1'))
  })

  it('reads metrics, which have no personal data', async () => {
    const { body } = await admin.get<{ companyId: number }>(`/tickets/${ticket.id}`)
    expect(body.companyId).toBe(1)
    // The views show the end of the work a moment after the phone has the message.
    const drained = async () => {
      const work = await (await fetch(`${product.url}/metrics`)).text()
      return work.includes('guiche_due_work{kind="send",service="embedded"} 0\n') ? true : undefined
    }
    await phones.until(drained)
    const response = await fetch(`${product.url}/metrics`)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
    const text = await response.text()
    for (const part of [
      /^guiche_commands_total\{code="OK",service="embedded"\} [1-9]/m,
      /^guiche_append_seconds_count\{service="embedded"\} [1-9]/m,
      /^guiche_projection_lag_seconds\{view="inbox",service="embedded"\} \d/m,
      /^guiche_projection_events_total\{service="embedded"\} [1-9]/m,
      /^guiche_sockets\{service="embedded"\} 1$/m,
      /^guiche_frames_sent_total\{service="embedded"\} [1-9]/m,
      /^guiche_slow_readers_dropped_total\{service="embedded"\} 0$/m,
      /^guiche_gateway_sessions\{status="CONNECTED",service="embedded"\} 1$/m,
      /^guiche_gateway_work_total\{kind="send",code="OK",service="embedded"\} 1$/m,
      /^guiche_due_work\{kind="send",service="embedded"\} 0$/m,
      /^guiche_due_work_oldest_seconds\{kind="send",service="embedded"\} 0$/m,
      /^guiche_reports_parked\{service="embedded"\} 0$/m,
      /^guiche_engine_up\{engine="event-store",service="embedded"\} 1$/m,
      /^process_resident_memory_bytes\{service="embedded"\} [1-9]/m,
    ]) {
      expect(text).toMatch(part)
    }
    expect(text).not.toMatch(/^guiche_relay/m)
    for (const name of [OWN_NUMBER, CUSTOMER, 'Caio', 'Principal', 'guiche.test', REQUEST])
      expect(text).not.toContain(name)
    const ours = text.split('\n').filter((line) => line.startsWith('guiche_'))
    const labels = new Set(ours.flatMap((line) => [...line.matchAll(/[{,](\w+)="/g)].map(([, name]) => name)))
    expect([...labels].sort()).toEqual([
      'code',
      'engine',
      'file',
      'kind',
      'le',
      'route',
      'service',
      'status',
      'version',
      'view',
    ])
  })

  it('reads metrics through a proxy with the bearer token alone', async () => {
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(`${product.url}/metrics`, { headers })).status
    expect(await status({ 'x-forwarded-for': '127.0.0.1' })).toBe(403)
    expect(await status({ 'x-forwarded-for': '10.0.0.9', authorization: `Bearer ${METRICS_TOKEN}` })).toBe(
      200,
    )
    expect(await status({ authorization: `Bearer ${admin.token}` })).toBe(403)
  })

  it('sees readiness, and the browser gets no warning of old views', async () => {
    const ready = await fetch(`${product.url}/health/ready`)
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready' }])
    expect((await admin.get(`/tickets/${ticket.id}`)).headers.has('x-stale')).toBe(false)
  })
})
