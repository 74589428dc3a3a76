import type { ConnectionsEvent } from '@guiche/contracts/events/connections.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import type { StoredMedia } from '@guiche/contracts/records/fields.js'
import {
  type ConnectionSettings,
  NO_CONNECTION_SETTINGS,
} from '@guiche/contracts/settings/connection-settings.js'
import { type FormerFiles, withFormerFiles } from '../files/former-files.js'

type CreatedConnection = Extract<ConnectionsEvent, { type: 'connection.created.v1' }>['data']

/** A connection's configuration. */
export type Configuration = Omit<CreatedConnection, 'isDefault' | 'media' | keyof ConnectionSettings> &
  ConnectionSettings & { readonly media: StoredMedia | null }

/** All connections of a company (stream `connections-{companyId}`). */
export interface ConnectionsState {
  readonly all: ReadonlyMap<number, Configuration>
  /** null only without connections */
  readonly defaultId: number | null
  /** deleted connections, with the choice for their tickets */
  readonly deleted: ReadonlyMap<number, EventNamed<'connection.deleted.v1'>['data']>
  /** files of greetings that were replaced or removed, or whose connection is deleted */
  readonly formerFiles: FormerFiles
  /** the tokens that count, by connection; see api-tokens.ts */
  readonly tokenIds: ReadonlyMap<number, string>
}

export const noConnections: ConnectionsState = {
  all: new Map(),
  defaultId: null,
  deleted: new Map(),
  formerFiles: new Map(),
  tokenIds: new Map(),
}

/** Adds the former file to the list once this connection has another file or none. */
const formerAfter = ({ all, formerFiles }: ConnectionsState, id: number, blobId?: string): FormerFiles => {
  const before = all.get(id)?.media?.blobId
  return withFormerFiles(formerFiles, id, before === undefined || before === blobId ? [] : [before])
}

const withoutKey = <T>(map: ReadonlyMap<number, T>, key: number): ReadonlyMap<number, T> =>
  new Map([...map].filter(([id]) => id !== key))

/** Total: an unknown event leaves the state unchanged. */
export const evolve = (state: ConnectionsState, event: ConnectionsEvent): ConnectionsState => {
  switch (event.type) {
    case 'connection.created.v1': {
      const { isDefault, ...data } = event.data
      return {
        ...state,
        all: new Map(state.all).set(data.connectionId, { ...NO_CONNECTION_SETTINGS, media: null, ...data }),
        defaultId: isDefault ? data.connectionId : state.defaultId,
      }
    }
    case 'connection.changed.v1': {
      const before = state.all.get(event.data.connectionId)
      if (before === undefined) return state
      const next = { ...before, ...event.data }
      return {
        ...state,
        all: new Map(state.all).set(before.connectionId, next),
        formerFiles: formerAfter(state, before.connectionId, next.media?.blobId),
      }
    }
    case 'connection.default-changed.v1':
      return { ...state, defaultId: event.data.connectionId }
    case 'connection.token-made.v1':
      return {
        ...state,
        tokenIds: new Map(state.tokenIds).set(event.data.connectionId, event.data.tokenId),
      }
    case 'connection.token-revoked.v1':
      return { ...state, tokenIds: withoutKey(state.tokenIds, event.data.connectionId) }
    case 'connection.deleted.v1': {
      const all = withoutKey(state.all, event.data.connectionId)
      const tokenIds = withoutKey(state.tokenIds, event.data.connectionId)
      const defaultId = state.defaultId === event.data.connectionId ? null : state.defaultId
      const formerFiles = formerAfter(state, event.data.connectionId)
      const deleted = new Map(state.deleted).set(event.data.connectionId, event.data)
      return { all, defaultId, deleted, formerFiles, tokenIds }
    }
    default:
      return state
  }
}
