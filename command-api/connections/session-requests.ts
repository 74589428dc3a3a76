import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Reply, SignedInCall } from '@guiche/infra/http/route.js'
import type { Kernel } from '../kernel/kernel.js'
import { followUp, metaOf } from '../kernel/meta.js'
import { connectionsDecider } from './decide.js'
import { type SessionCommand, sessionDecider } from './session.js'

type MessageReply = Promise<Result<Reply<{ message: string }>, DomainError>>

/** Requests to the session of a connection; the gateway applies them and reports the result. */
export const createSessionRequests = (kernel: Kernel) => {
  const ids = async (companyId: number): Promise<readonly number[]> => {
    const { state } = await kernel.load(connectionsDecider, streams.connections(companyId))
    return [...state.all.keys()]
  }
  return {
    /** Requests a change of one connection's login. Errors: ERR_NO_WAPP_FOUND. */
    ask: async (call: SignedInCall, command: SessionCommand, message: string): MessageReply => {
      const { connectionId } = command
      if (!(await ids(call.caller.companyId)).includes(connectionId)) {
        return err(domainError('ERR_NO_WAPP_FOUND'))
      }
      const stream = streams.connection(connectionId)
      const handled = await kernel.execute(sessionDecider, stream, command, metaOf(call))
      return handled.ok ? ok({ body: { message }, position: handled.value.position }) : handled
    },

    /** Restarts the sessions of all connections of the caller's company. */
    restartAll: async (call: SignedInCall): MessageReply => {
      let position = ''
      for (const connectionId of await ids(call.caller.companyId)) {
        const stream = streams.connection(connectionId)
        const command = { kind: 'restart', connectionId } as const
        const handled = await kernel.execute(sessionDecider, stream, command, followUp(metaOf(call), stream))
        if (!handled.ok) return handled
        if (handled.value.position > position) position = handled.value.position
      }
      return ok({ body: { message: 'Whatsapp restart.' }, ...(position !== '' && { position }) })
    },
  }
}
