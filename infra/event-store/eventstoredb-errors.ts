import {
  AccessDeniedError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import type { AppendError } from './event-store.js'

const UNIMPLEMENTED = 12

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What the client throws on an append, as the value that the port gives. `type`: that of the first event. */
export const toAppendError = (error: unknown, type: string): AppendError => {
  if (error instanceof WrongExpectedVersionError) {
    const { actualVersion } = error
    return { kind: 'conflict', actual: typeof actualVersion === 'bigint' ? Number(actualVersion) : 'none' }
  }
  if (error instanceof StreamDeletedError) return { kind: 'removed' }
  if (error instanceof MaxAppendSizeExceededError) return { kind: 'too-large', type }
  return { kind: 'unavailable', message: messageOf(error) }
}

/** The address in a connection string, without credentials and options: fit for a log. */
export const addressIn = (url: string): string =>
  url
    .replace(/^[^:]*:\/\//, '')
    .replace(/^.*@/, '')
    .replace(/[/?].*$/, '')

/** Why a store could not be opened, in words for whoever set its address. */
export const openingError = (url: string, error: unknown): Error => {
  const address = addressIn(url)
  if (error instanceof AccessDeniedError)
    return new Error(`EventStoreDB at ${address} refuses the credentials`)
  if ((error as { code?: unknown }).code === UNIMPLEMENTED) {
    return new Error(`what answers at ${address} is not EventStoreDB 22.10 or later`)
  }
  return new Error(`EventStoreDB at ${address} cannot be used: ${messageOf(error)}`)
}
