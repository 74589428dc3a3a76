import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { Fence, Vault } from '@guiche/infra/vault/vault.js'

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
  | { readonly kind: 'tell-down' }
  | { readonly kind: 'nothing' }

/** Compares what was asked last with what was obeyed last. Pure. */
export const wishOf = (doc: ConnectionDoc, obeyed: string | null, paired: boolean): Wish => {
  const { request, requestPosition, requestNumber, status } = doc
  const isNew = requestPosition !== null && (obeyed === null || requestPosition > obeyed)
  if (request !== null && isNew) return { kind: 'obey', request, number: requestNumber }
  if (status === 'DISCONNECTED') return { kind: 'nothing' }
  if (paired && request !== 'stop') return { kind: 'resume' }
  return { kind: 'tell-down' }
}

const keyOf = (connectionId: number): string => `wa/${connectionId}/obeyed`

/** Remembers the position of the last request that was obeyed, so that each is obeyed once. */
export const createObeyed = (vault: Vault) => ({
  get: async (connectionId: number): Promise<string | null> =>
    (await vault.getMany([keyOf(connectionId)])).get(keyOf(connectionId))?.value.toString() ?? null,
  set: (connectionId: number, position: string, fence: Fence) =>
    vault.commit([{ key: keyOf(connectionId), value: Buffer.from(position) }], fence),
})
