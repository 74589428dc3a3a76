import { NewSession } from '@guiche/contracts/commands/connections.js'
import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { type Answer, type Route, route } from '@guiche/infra/http/route.js'
import type { Records } from '@guiche/infra/records/records.js'
import { WithId } from '../http/ids.js'
import { followUp, metaOf } from '../http/meta.js'
import { positionHeader } from '../http/reply.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import { connectionsDecider } from './decide.js'
import { type SessionCommand, sessionDecider } from './session.js'

export interface SessionRoutesDeps {
  readonly kernel: Kernel
  readonly records: Pick<Records, 'waitFor' | 'place'>
}

/** Routes that ask something of the session of a connection; the gateway obeys, and its reports tell what became of it. */
export const sessionRoutes = ({ kernel, records }: SessionRoutesDeps): readonly Route[] => {
  const ids = async (companyId: number): Promise<readonly number[]> => {
    const { state } = await kernel.load(connectionsDecider, streams.connections(companyId))
    return [...state.all.keys()]
  }
  const ask = async (
    companyId: number,
    connectionId: number,
    command: SessionCommand,
    meta: Meta,
    message: string,
  ): Promise<Answer> => {
    if (!(await ids(companyId)).includes(connectionId)) return err(domainError('ERR_NO_WAPP_FOUND'))
    const handled = await kernel.execute(sessionDecider, streams.connection(connectionId), command, meta)
    if (!handled.ok) return handled
    const place = records.place(companyId, handled.value.position)
    await records.waitFor(['connections'], place)
    return ok({ body: { message }, headers: positionHeader(place) })
  }

  return [
    route('POST /whatsappsession/:id', { params: WithId }, async (call) => {
      const connectionId = Number(call.params.id)
      const command = { kind: 'request', connectionId, request: 'start', number: null } as const
      const meta = metaOf('POST /whatsappsession/:id', call)
      return ask(call.caller.companyId, connectionId, command, meta, 'Starting session.')
    }),

    route('PUT /whatsappsession/:id', { params: WithId, body: NewSession }, async (call) => {
      const connectionId = Number(call.params.id)
      const number = call.body.number ?? null
      const request = number === null ? 'new-qr' : 'pairing-code'
      const command = { kind: 'request', connectionId, request, number } as const
      const meta = metaOf('PUT /whatsappsession/:id', call)
      return ask(call.caller.companyId, connectionId, command, meta, 'Starting session.')
    }),

    route('DELETE /whatsappsession/:id', { params: WithId }, async (call) => {
      const connectionId = Number(call.params.id)
      const command = { kind: 'stop', connectionId, ended: false } as const
      const meta = metaOf('DELETE /whatsappsession/:id', call)
      return ask(call.caller.companyId, connectionId, command, meta, 'Session disconnected.')
    }),

    route('POST /whatsapp-restart', {}, async (call) => {
      const meta = metaOf('POST /whatsapp-restart', call)
      let position: string | null = null
      for (const connectionId of await ids(call.caller.companyId)) {
        const stream = streams.connection(connectionId)
        const command = { kind: 'restart', connectionId } as const
        const handled = await kernel.execute(sessionDecider, stream, command, followUp(meta, stream))
        if (!handled.ok) return handled
        if (position === null || handled.value.position > position) position = handled.value.position
      }
      const headers = position === null ? {} : positionHeader(records.place(call.caller.companyId, position))
      return ok({ body: { message: 'Whatsapp restart.' }, headers })
    }),
  ]
}
