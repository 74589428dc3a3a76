import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { Fence, Vault } from '@guiche/infra/vault/vault.js'

/** How a session ended that is not to be brought up again before somebody asks for it. */
export interface End {
  readonly reason: ErrorCode | null
  readonly number: string | null
}

/** What the gateways remember of a connection, whichever of them runs it. */
export interface Past {
  /** position of the last request that was obeyed */
  readonly obeyed: string | null
  /** the end since then, if there was one */
  readonly end: End | null
}
const NOTHING: Past = { obeyed: null, end: null }

/** What is to be done about a connection that this process does not run. */
export type Wish =
  | {
      readonly kind: 'obey'
      readonly request: NonNullable<ConnectionDoc['request']>
      readonly number: string | null
    }
  /** bring it up again with what it has */
  | { readonly kind: 'resume' }
  /** it is shown as if it were up or coming up, and is neither */
  | ({ readonly kind: 'tell-down' } & End)
  | { readonly kind: 'nothing' }

/** Compares what was asked last with what was obeyed last, and what is shown with what is known. Pure. */
export const wishOf = (doc: ConnectionDoc, { obeyed, end }: Past, paired: boolean): Wish => {
  const { request, requestPosition, requestNumber, status } = doc
  const isNew = requestPosition !== null && (obeyed === null || requestPosition > obeyed)
  if (request !== null && isNew) return { kind: 'obey', request, number: requestNumber }
  if (status === 'DISCONNECTED') return { kind: 'nothing' }
  // the view is behind, or whoever should have told it died before
  if (end !== null) return { kind: 'tell-down', ...end }
  if (paired && request !== 'stop') return { kind: 'resume' }
  return { kind: 'tell-down', reason: null, number: doc.number }
}

const obeyedKey = (connectionId: number): string => `wa/${connectionId}/obeyed`
const endKey = (connectionId: number): string => `wa/${connectionId}/ended`

/** Remembers the last request that was obeyed, so that each is obeyed once, and how the session ended since. */
export const createObeyed = (vault: Vault) => {
  const getMany = async (connectionIds: readonly number[]): Promise<(connectionId: number) => Past> => {
    const entries = await vault.getMany(connectionIds.flatMap((id) => [obeyedKey(id), endKey(id)]))
    return (connectionId) => {
      const end = entries.get(endKey(connectionId))?.value.toString()
      return {
        ...NOTHING,
        obeyed: entries.get(obeyedKey(connectionId))?.value.toString() ?? null,
        end: end === undefined ? null : (JSON.parse(end) as End),
      }
    }
  }
  return {
    getMany,
    get: async (connectionId: number): Promise<Past> => (await getMany([connectionId]))(connectionId),
    set: (connectionId: number, position: string, fence: Fence) =>
      vault.commit(
        [
          { key: obeyedKey(connectionId), value: Buffer.from(position) },
          { key: endKey(connectionId), value: null },
        ],
        fence,
      ),
    end: (connectionId: number, end: End, fence: Fence) =>
      vault.commit([{ key: endKey(connectionId), value: Buffer.from(JSON.stringify(end)) }], fence),
    /** It is brought up again although nobody asked. */
    resume: (connectionId: number, fence: Fence) =>
      vault.commit([{ key: endKey(connectionId), value: null }], fence),
  }
}

export type Obeyed = ReturnType<typeof createObeyed>
