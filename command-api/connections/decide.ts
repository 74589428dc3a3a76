import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { ConnectionsEvent } from '@guiche/contracts/events/connections.js'
import { plainName } from '@guiche/contracts/plain-text.js'
import type { StoredMedia } from '@guiche/contracts/records/fields.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { NO_CONNECTION_SETTINGS } from '@guiche/contracts/settings/connection-settings.js'
import type { Decider } from '../kernel/kernel.js'
import { type Configuration, type ConnectionsState, evolve, noConnections } from './state.js'

/** Absent fields keep their value, or are empty in a new connection. */
export type ConnectionFields = Pick<Configuration, 'name'> &
  Partial<Omit<Configuration, 'connectionId' | 'channel' | 'media'>>

export type ConnectionsCommand =
  | {
      readonly kind: 'create'
      readonly connectionId: number
      readonly channel: Configuration['channel']
      readonly fields: ConnectionFields
      readonly isDefault: boolean
      readonly limit: number | null
      /** whether connections to the simulator are offered */
      readonly simulator: boolean
    }
  | {
      readonly kind: 'change'
      readonly connectionId: number
      readonly fields: ConnectionFields
      readonly isDefault?: boolean | undefined
    }
  | {
      readonly kind: 'delete'
      readonly connectionId: number
      /** choice for the active tickets: another connection, or close; absent: they stay without a connection */
      readonly tickets?: number | 'close' | undefined
    }
  /** sets the greeting's file; null removes it */
  | { readonly kind: 'attach'; readonly connectionId: number; readonly media: StoredMedia | null }
  /** the id of the connection's new token; null revokes the token */
  | { readonly kind: 'set-token'; readonly connectionId: number; readonly tokenId: string | null }
  /** a queue was deleted: no connection keeps it */
  | { readonly kind: 'unlink-queue'; readonly queueId: number }

type Decision = Result<readonly ConnectionsEvent[], DomainError>

const withChanges = (before: Configuration, fields: ConnectionFields): Configuration => ({
  ...before,
  ...fields,
  name: plainName(fields.name),
})

const configurationRefusal = (state: ConnectionsState, next: Configuration): DomainError | null => {
  for (const other of state.all.values()) {
    if (other.connectionId === next.connectionId) continue
    if (other.name.toLowerCase() === next.name.toLowerCase())
      return domainError('ERR_CONNECTION_NAME_ALREADY_EXISTS')
  }
  return next.queueIds.length > 1 && next.greetingMessage.trim() === ''
    ? domainError('ERR_WAPP_GREETING_REQUIRED')
    : null
}

const madeDefault = (state: ConnectionsState, connectionId: number): ConnectionsEvent => ({
  type: 'connection.default-changed.v1',
  data: { connectionId, previousId: state.defaultId },
})

const changedEvent = ({ channel: _, ...data }: Configuration): ConnectionsEvent => ({
  type: 'connection.changed.v1',
  data,
})

const createConnection = (
  state: ConnectionsState,
  command: Extract<ConnectionsCommand, { kind: 'create' }>,
): Decision => {
  const { connectionId, channel, limit } = command
  if (state.all.has(connectionId)) return ok([])
  if (channel === 'simulator' && !command.simulator) return err(domainError('ERR_SIMULATOR_OFF'))
  if (limit !== null && state.all.size >= limit) return err(domainError('ERR_CONNECTION_LIMIT', { limit }))
  const empty = {
    connectionId,
    channel,
    name: '',
    queueIds: [],
    media: null,
    ...NO_CONNECTION_SETTINGS,
  }
  const next = withChanges(empty, command.fields)
  const refused = configurationRefusal(state, next)
  if (refused !== null) return err(refused)
  const first = state.defaultId === null
  return ok([
    { type: 'connection.created.v1', data: { ...next, isDefault: first } },
    ...(command.isDefault && !first ? [madeDefault(state, connectionId)] : []),
  ])
}

const changeConnection = (
  state: ConnectionsState,
  before: Configuration,
  command: Extract<ConnectionsCommand, { kind: 'change' }>,
): Decision => {
  const { connectionId, isDefault } = command
  const next = withChanges(before, command.fields)
  const refused = configurationRefusal(state, next)
  if (refused !== null) return err(refused)
  // only choosing another default moves it, so that there always is one
  if (isDefault === false && state.defaultId === connectionId)
    return err(domainError('ERR_NO_OTHER_WHATSAPP'))
  const same = JSON.stringify(next) === JSON.stringify(before)
  return ok([
    ...(same ? [] : [changedEvent(next)]),
    ...(isDefault === true && state.defaultId !== connectionId ? [madeDefault(state, connectionId)] : []),
  ])
}

const removeConnection = (
  state: ConnectionsState,
  { connectionId, tickets }: Extract<ConnectionsCommand, { kind: 'delete' }>,
): Decision => {
  if (typeof tickets === 'number' && (tickets === connectionId || !state.all.has(tickets))) {
    return err(domainError('ERR_NO_OTHER_WHATSAPP'))
  }
  const heirs = [...state.all.keys()].filter((id) => id !== connectionId).sort((a, b) => a - b)
  const [heir] = heirs
  const tokenId = state.tokenIds.get(connectionId)
  return ok([
    ...(state.defaultId === connectionId && heir !== undefined ? [madeDefault(state, heir)] : []),
    {
      type: 'connection.deleted.v1',
      data: {
        connectionId,
        ...(typeof tickets === 'number' ? { moveTo: tickets } : {}),
        ...(tickets === 'close' ? { closeTickets: true } : {}),
        ...(tokenId === undefined ? {} : { tokenId }),
      },
    },
  ])
}

const setToken = (
  state: ConnectionsState,
  { connectionId, tokenId }: Extract<ConnectionsCommand, { kind: 'set-token' }>,
): Decision => {
  const formerId = state.tokenIds.get(connectionId) ?? null
  if (tokenId === formerId) return ok([])
  if (tokenId !== null)
    return ok([{ type: 'connection.token-made.v1', data: { connectionId, tokenId, formerId } }])
  return ok(
    formerId === null
      ? []
      : [{ type: 'connection.token-revoked.v1', data: { connectionId, tokenId: formerId } }],
  )
}

const decide = (state: ConnectionsState, command: ConnectionsCommand): Decision => {
  if (command.kind === 'create') return createConnection(state, command)
  if (command.kind === 'unlink-queue') {
    const { queueId } = command
    const linked = [...state.all.values()].filter(
      ({ queueIds, sendIdQueue }) => queueIds.includes(queueId) || sendIdQueue === queueId,
    )
    return ok(
      linked.map((one) =>
        changedEvent({
          ...one,
          queueIds: one.queueIds.filter((id) => id !== queueId),
          sendIdQueue: one.sendIdQueue === queueId ? 0 : one.sendIdQueue,
        }),
      ),
    )
  }
  const before = state.all.get(command.connectionId)
  if (before === undefined) return err(domainError('ERR_NO_WAPP_FOUND'))
  if (command.kind === 'attach') {
    const { media } = command
    return ok(media?.blobId === before.media?.blobId ? [] : [changedEvent({ ...before, media })])
  }
  if (command.kind === 'set-token') return setToken(state, command)
  return command.kind === 'change'
    ? changeConnection(state, before, command)
    : removeConnection(state, command)
}

/**
 * The first connection is the default, and exactly one is the default while connections exist. Errors:
 * ERR_NO_WAPP_FOUND, ERR_CONNECTION_LIMIT (details `{limit}`), ERR_CONNECTION_NAME_ALREADY_EXISTS,
 * ERR_WAPP_GREETING_REQUIRED, ERR_NO_OTHER_WHATSAPP (no other default, or no such target for tickets),
 * ERR_SIMULATOR_OFF.
 */
export const connectionsDecider: Decider<ConnectionsState, ConnectionsCommand, ConnectionsEvent> = {
  initial: noConnections,
  evolve,
  decide,
}
