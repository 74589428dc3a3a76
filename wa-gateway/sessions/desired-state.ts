import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { Fence, Vault } from '@guiche/infra/vault/vault.js'

/** The end of a session that reconnects only after a request. */
export interface SessionEnd {
  readonly reason: ErrorCode | null
  readonly number: string | null
}

/** The gateways' shared memory of a connection, whichever gateway runs the connection. */
export interface ConnectionMemory {
  /** position of the last request that was applied */
  readonly applied: string | null
  /** the end since then, if there was one */
  readonly end: SessionEnd | null
}
const NOTHING: ConnectionMemory = { applied: null, end: null }

/** The step to take for a connection that this process does not run. */
export type DesiredState =
  | {
      readonly kind: 'apply'
      readonly request: NonNullable<ConnectionDoc['request']>
      readonly number: string | null
    }
  /** connect again with the stored credentials */
  | { readonly kind: 'resume' }
  /** report the end: the views show the connection as up or coming up, but it is down */
  | ({ readonly kind: 'tell-down' } & SessionEnd)
  | { readonly kind: 'nothing' }

/** Compares the last request with the last applied one, and the shown state with the known state. Pure. */
export const desiredStateOf = (
  doc: ConnectionDoc,
  { applied, end }: ConnectionMemory,
  paired: boolean,
): DesiredState => {
  const { request, requestPosition, requestNumber, status } = doc
  const isNew = requestPosition !== null && (applied === null || requestPosition > applied)
  if (request !== null && isNew) return { kind: 'apply', request, number: requestNumber }
  if (status === 'DISCONNECTED') return { kind: 'nothing' }
  // the view lags, or the process that should have reported the end has died
  if (end !== null) return { kind: 'tell-down', ...end }
  if (paired && request !== 'stop') return { kind: 'resume' }
  return { kind: 'tell-down', reason: null, number: doc.number }
}

/**
 * True if the views show the status and reason that the connection's gateway has reported. A difference has two causes:
 * command-api found no gateway, or a report of an earlier gateway came late. Pure.
 */
export const isShownAs = (doc: ConnectionDoc, said: Pick<ConnectionDoc, 'status' | 'reason'>): boolean =>
  doc.status === said.status && doc.reason === said.reason

// a storage format: applied requests were once called obeyed
const appliedKey = (connectionId: number): string => `wa/${connectionId}/obeyed`
const endKey = (connectionId: number): string => `wa/${connectionId}/ended`

/** Remembers the last request that was applied, so that each is applied once, and how the session ended since. */
export const createAppliedRequests = (vault: Vault) => {
  const getMany = async (
    connectionIds: readonly number[],
  ): Promise<(connectionId: number) => ConnectionMemory> => {
    const entries = await vault.getMany(connectionIds.flatMap((id) => [appliedKey(id), endKey(id)]))
    return (connectionId) => {
      const end = entries.get(endKey(connectionId))?.value.toString()
      return {
        ...NOTHING,
        applied: entries.get(appliedKey(connectionId))?.value.toString() ?? null,
        end: end === undefined ? null : (JSON.parse(end) as SessionEnd),
      }
    }
  }
  return {
    getMany,
    get: async (connectionId: number): Promise<ConnectionMemory> =>
      (await getMany([connectionId]))(connectionId),
    set: (connectionId: number, position: string, fence: Fence) =>
      vault.commit(
        [
          { key: appliedKey(connectionId), value: Buffer.from(position) },
          { key: endKey(connectionId), value: null },
        ],
        fence,
      ),
    end: (connectionId: number, end: SessionEnd, fence: Fence) =>
      vault.commit([{ key: endKey(connectionId), value: Buffer.from(JSON.stringify(end)) }], fence),
    /** The connection is brought up again although nobody asked. */
    resume: (connectionId: number, fence: Fence) =>
      vault.commit([{ key: endKey(connectionId), value: null }], fence),
  }
}

export type AppliedRequests = ReturnType<typeof createAppliedRequests>
