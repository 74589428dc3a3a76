import {
  AccessDeniedError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import type { AppendError } from './event-store.js'

const PERMISSION_DENIED = 7
const UNIMPLEMENTED = 12

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The rights that a user of ours needs; docs/operations.md says how to grant them. */
type Right = 'read $all' | `${'read' | 'write' | 'delete' | 'set metadata of'} its streams`

const isForbidden = (error: unknown): boolean => (error as { code?: unknown }).code === PERMISSION_DENIED
const lackedRight = (right: Right): string => `its user lacks the right to ${right}`

/** Adds the name of the missing right to the server's error. */
export const requireRight = <T>(right: Right, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw isForbidden(error) ? new Error(lackedRight(right), { cause: error }) : error
  })

/** An error of the client on an append, as the port's value. `type`: that of the first event. */
export const toAppendError = (error: unknown, type: string): AppendError => {
  if (error instanceof WrongExpectedVersionError) {
    const { actualVersion } = error
    return { kind: 'conflict', actual: typeof actualVersion === 'bigint' ? Number(actualVersion) : 'none' }
  }
  if (error instanceof StreamDeletedError) return { kind: 'removed' }
  if (error instanceof MaxAppendSizeExceededError) return { kind: 'too-large', type }
  const message = isForbidden(error) ? lackedRight('write its streams') : messageOf(error)
  return { kind: 'unavailable', message }
}

/** The address in a connection string, without credentials and options: fit for a log. */
const addressIn = (url: string): string =>
  url
    .replace(/^[^:]*:\/\//, '')
    .replace(/^.*@/, '')
    .replace(/[/?].*$/, '')

/** Why a store could not be opened, in words for the operator. */
export const openingError = (url: string, error: unknown): Error => {
  const address = addressIn(url)
  if (error instanceof AccessDeniedError && !isForbidden(error))
    return new Error(`EventStoreDB at ${address} refuses the credentials`)
  if ((error as { code?: unknown }).code === UNIMPLEMENTED) {
    return new Error(`what answers at ${address} is not EventStoreDB 22.10 or later`)
  }
  return new Error(`EventStoreDB at ${address} cannot be used: ${messageOf(error)}`)
}
