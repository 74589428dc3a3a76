import { createHmac } from 'node:crypto'
import type { Actor } from '@guiche/contracts/envelope.js'
import type { ApiCaller, Caller } from '@guiche/contracts/users/permissions.js'
import type { ApiCall, SignedInCall } from '@guiche/infra/http/route.js'
import { derivedUuid, newUuid } from '@guiche/infra/ids.js'
import type { Meta } from './kernel.js'

/** The caller as actor of events. During a visit: the super user, acting for the visited user. */
const actorOf = (caller: Pick<Caller, 'userId' | 'super' | 'visit'> | ApiCaller): Actor => {
  if ('connectionId' in caller) return { kind: 'api', id: caller.connectionId }
  if (caller.visit !== undefined) return { kind: 'super', id: caller.visit.visitorId, for: caller.userId }
  return { kind: caller.super ? 'super' : 'user', id: caller.userId }
}

/** Sorts the fields of an object by name, so that their order does not change the fingerprint. */
const sortFields = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/**
 * 12 hex digits. The client's key is part of the hash, so that a password in a body cannot be guessed from
 * it.
 */
export const fingerprintOf = (idempotencyKey: string, body: unknown): string =>
  createHmac('sha256', idempotencyKey)
    .update(JSON.stringify(body ?? null, sortFields))
    .digest('hex')
    .slice(0, 12)

/** The parameters of a path as text. Command ids derive from the text, so it is a storage format. */
const asSent = (params: SignedInCall['params']): string => {
  const texts = Object.entries(params).map(([name, value]) => [name, String(value)])
  return JSON.stringify(texts.length === 0 ? null : Object.fromEntries(texts))
}

/**
 * The meta of a command from a request. With an Idempotency-Key the command id is v5 of company, user (or
 * connection, for a program), route, path and key; else it is random. The company comes from the session,
 * never from the client. `body`: content that must be equal in a repetition, if the route reads its body
 * itself.
 */
export const metaOf = (
  call: Pick<
    SignedInCall | ApiCall,
    'key' | 'caller' | 'params' | 'body' | 'idempotencyKey' | 'correlationId'
  >,
  body: unknown = call.body,
): Meta => {
  const { caller, idempotencyKey } = call
  const actor = actorOf(caller)
  return {
    commandId:
      idempotencyKey === null
        ? newUuid()
        : derivedUuid('command', caller.companyId, actor.id, call.key, asSent(call.params), idempotencyKey),
    companyId: caller.companyId,
    actor,
    correlationId: call.correlationId,
    ...(idempotencyKey !== null && { fingerprint: fingerprintOf(idempotencyKey, body) }),
  }
}

/**
 * Meta of a command that follows from another command: the id is derived, so repeating the first command
 * repeats the second.
 */
export const followUp = (meta: Meta, ...parts: readonly (string | number)[]): Meta => ({
  ...meta,
  commandId: derivedUuid(meta.commandId, ...parts),
})

/**
 * Meta with a random command id. For commands that the decider makes idempotent, such as take and release in
 * turn.
 */
export const freshId = (meta: Meta): Meta => ({ ...meta, commandId: newUuid() })
