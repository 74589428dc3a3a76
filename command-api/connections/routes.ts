import { ConnectionBody } from '@guiche/contracts/commands/connections.js'
import { Strict } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { type Answer, type Route, route } from '@guiche/infra/http/route.js'
import type { Records } from '@guiche/infra/records/records.js'
import { Type } from '@sinclair/typebox'
import { companyDecider } from '../company/decide.js'
import { WithId } from '../http/ids.js'
import { followUp, metaOf } from '../http/meta.js'
import { positionHeader, replyWhenShown } from '../http/reply.js'
import type { CommandIds, Kernel, Sequences } from '../kernel/kernel.js'
import type { Cascade } from '../processes/cascade.js'
import { queuesDecider } from '../queues/decide.js'
import { type ConnectionFields, connectionsDecider } from './decide.js'
import { sessionDecider } from './session.js'

export interface ConnectionRoutesDeps {
  readonly kernel: Kernel
  readonly sequences: Sequences
  readonly commandIds: CommandIds
  readonly records: Records
  readonly cascade: Cascade
  /** whether connections to the simulator are offered */
  readonly simulator: boolean
}

/** Null empties a text, absent leaves it. */
const text = (value: string | null | undefined): string | undefined => (value === null ? '' : value)
const fieldsOf = (body: ConnectionBody): ConnectionFields => ({
  name: body.name,
  queueIds: body.queueIds,
  greetingMessage: text(body.greetingMessage),
  complationMessage: text(body.complationMessage),
  outOfHoursMessage: text(body.outOfHoursMessage),
  ratingMessage: text(body.ratingMessage),
})

/** What becomes of the active tickets of a deleted connection; without it they stay, without a connection. */
const Deletion = Strict({ moveTo: Type.Optional(Type.String({ pattern: '^(close|[1-9][0-9]{0,14})$' })) })

/** Routes that make, change and delete connections. */
export const connectionRoutes = (deps: ConnectionRoutesDeps): readonly Route[] => {
  const { kernel, records } = deps

  /** Queues of a body count inside the company alone; a foreign one is as if it did not exist. */
  const resolved = async (companyId: number, body: ConnectionBody): Promise<Result<void, DomainError>> => {
    if (body.queueIds === undefined || body.queueIds.length === 0) return ok(undefined)
    const { state: queues } = await kernel.load(queuesDecider, streams.queues(companyId))
    return body.queueIds.every((id) => queues.has(id))
      ? ok(undefined)
      : err(domainError('ERR_QUEUE_NOT_FOUND'))
  }

  const shown = (companyId: number, connectionId: number, position: string): Promise<Answer> =>
    replyWhenShown(records, {
      views: ['connections', 'queues'],
      companyId,
      position,
      id: connectionId,
      body: async () => {
        const doc = await records.connection(companyId, connectionId)
        return doc === null ? null : ((await records.presentConnections([doc]))[0] ?? null)
      },
    })

  return [
    route('POST /whatsapp', { body: ConnectionBody }, async (call) => {
      const { body, caller } = call
      const { companyId } = caller
      const meta = metaOf('POST /whatsapp', call)
      const queues = await resolved(companyId, body)
      if (!queues.ok) return queues
      const ids = await deps.commandIds.get(meta, async () => ({
        connectionId: await deps.sequences.next('connection'),
      }))
      if (!ids.ok) return ids
      const connectionId = Number(ids.value.connectionId)
      const { state: company } = await kernel.load(companyDecider, streams.company(companyId))
      const command = {
        kind: 'create',
        connectionId,
        channel: body.channel ?? 'whatsapp',
        fields: fieldsOf(body),
        isDefault: body.isDefault ?? false,
        limit: company?.limits.connections ?? null,
        simulator: deps.simulator,
      } as const
      const created = await kernel.execute(connectionsDecider, streams.connections(companyId), command, meta)
      if (!created.ok) return created
      // it has no credentials yet: its first session begins with a QR code
      const start = { kind: 'request', connectionId, request: 'new-qr', number: null } as const
      const stream = streams.connection(connectionId)
      const started = await kernel.execute(sessionDecider, stream, start, followUp(meta, 'start'))
      return started.ok ? shown(companyId, connectionId, started.value.position) : started
    }),

    route('PUT /whatsapp/:id', { params: WithId, body: ConnectionBody }, async (call) => {
      const { body, caller } = call
      const { companyId } = caller
      const connectionId = Number(call.params.id)
      const queues = await resolved(companyId, body)
      if (!queues.ok) return queues
      const command = {
        kind: 'change',
        connectionId,
        fields: fieldsOf(body),
        isDefault: body.isDefault,
      } as const
      const meta = metaOf('PUT /whatsapp/:id', call)
      const handled = await kernel.execute(connectionsDecider, streams.connections(companyId), command, meta)
      return handled.ok ? shown(companyId, connectionId, handled.value.position) : handled
    }),

    route('DELETE /whatsapp/:id', { params: WithId, query: Deletion }, async (call) => {
      const { companyId } = call.caller
      const { moveTo } = call.query
      const tickets = moveTo === undefined || moveTo === 'close' ? moveTo : Number(moveTo)
      const command = { kind: 'delete', connectionId: Number(call.params.id), tickets } as const
      const meta = metaOf('DELETE /whatsapp/:id', call)
      const handled = await kernel.execute(connectionsDecider, streams.connections(companyId), command, meta)
      if (!handled.ok) return handled
      await deps.cascade.finish(handled.value.events)
      const place = records.place(companyId, handled.value.position)
      await records.waitFor(['connections'], place)
      const headers = positionHeader(place)
      return ok({ body: { message: 'Whatsapp deleted.' }, headers })
    }),
  ]
}
