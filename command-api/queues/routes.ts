import { QueueBody } from '@guiche/contracts/commands/queues.js'
import { ok } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { type Answer, type Route, route } from '@guiche/infra/http/route.js'
import type { Records } from '@guiche/infra/records/records.js'
import { companyDecider } from '../company/decide.js'
import { WithId } from '../http/ids.js'
import { metaOf } from '../http/meta.js'
import { positionHeader, replyWhenShown } from '../http/reply.js'
import type { CommandIds, Kernel, Sequences } from '../kernel/kernel.js'
import type { Cascade } from '../processes/cascade.js'
import { type QueueFields, queuesDecider } from './decide.js'

export interface QueueRoutesDeps {
  readonly kernel: Kernel
  readonly sequences: Sequences
  readonly commandIds: CommandIds
  readonly records: Records
  readonly cascade: Cascade
}

/** Null empties a text, absent leaves it. */
const fieldsOf = (body: QueueBody): QueueFields => ({
  name: body.name,
  color: body.color,
  greetingMessage: body.greetingMessage === null ? '' : body.greetingMessage,
  outOfHoursMessage: body.outOfHoursMessage === null ? '' : body.outOfHoursMessage,
  orderQueue: body.orderQueue === '' ? null : body.orderQueue,
})

/** Routes that make, change and delete queues. */
export const queueRoutes = (deps: QueueRoutesDeps): readonly Route[] => {
  const { kernel, records } = deps

  const shown = (companyId: number, queueId: number, position: string, status: number): Promise<Answer> =>
    replyWhenShown(records, {
      views: ['queues'],
      companyId,
      position,
      id: queueId,
      status,
      body: async () => {
        const doc = await records.queue(companyId, queueId)
        return doc === null ? null : (records.presentQueues([doc])[0] ?? null)
      },
    })

  return [
    route('POST /queue', { body: QueueBody }, async (call) => {
      const { companyId } = call.caller
      const meta = metaOf('POST /queue', call)
      const ids = await deps.commandIds.get(meta, async () => ({
        queueId: await deps.sequences.next('queue'),
      }))
      if (!ids.ok) return ids
      const queueId = Number(ids.value.queueId)
      const { state: company } = await kernel.load(companyDecider, streams.company(companyId))
      const limit = company?.limits.queues ?? null
      const command = { kind: 'create', queueId, fields: fieldsOf(call.body), limit } as const
      const handled = await kernel.execute(queuesDecider, streams.queues(companyId), command, meta)
      return handled.ok ? shown(companyId, queueId, handled.value.position, 200) : handled
    }),

    route('PUT /queue/:id', { params: WithId, body: QueueBody }, async (call) => {
      const { companyId } = call.caller
      const queueId = Number(call.params.id)
      const command = { kind: 'change', queueId, fields: fieldsOf(call.body) } as const
      const meta = metaOf('PUT /queue/:id', call)
      const handled = await kernel.execute(queuesDecider, streams.queues(companyId), command, meta)
      return handled.ok ? shown(companyId, queueId, handled.value.position, 201) : handled
    }),

    route('DELETE /queue/:id', { params: WithId }, async (call) => {
      const { companyId } = call.caller
      const command = { kind: 'delete', queueId: Number(call.params.id) } as const
      const meta = metaOf('DELETE /queue/:id', call)
      const handled = await kernel.execute(queuesDecider, streams.queues(companyId), command, meta)
      if (!handled.ok) return handled
      await deps.cascade.finish(handled.value.events)
      const place = records.place(companyId, handled.value.position)
      await records.waitFor(['queues'], place)
      return ok({ headers: positionHeader(place) })
    }),
  ]
}
