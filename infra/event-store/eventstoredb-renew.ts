import { randomUUID } from 'node:crypto'
import { ANY, jsonEvent } from '@eventstore/db-client'
import { closeClient, connectStore, IDENTITY_STREAM } from './eventstoredb.js'
import { openingError } from './eventstoredb-errors.js'

/**
 * Gives the store at `url` a new identity, after a restore from a back-up. Data made from the lost events then no
 * longer passes for the store's own. Call while nothing runs on the store. Gives the identity; rejects in words,
 * without the password.
 */
export const renewIdentity = async (url: string): Promise<string> => {
  const client = connectStore(url)
  const storeId = randomUUID()
  try {
    const event = jsonEvent({ id: randomUUID(), type: 'store.made.v1', data: { storeId } })
    await client.appendToStream(IDENTITY_STREAM, event, {
      expectedRevision: ANY,
      requiresLeader: true,
      deadline: 10_000,
    })
    return storeId
  } catch (error) {
    throw openingError(url, error)
  } finally {
    await closeClient(client).catch(() => {})
  }
}
