import type { ConnectionsEvent } from '@guiche/contracts/events/connections.js'

/** A connection as it is configured. */
export type Configuration = Omit<
  Extract<ConnectionsEvent, { type: 'connection.created.v1' }>['data'],
  'isDefault'
>

/** All connections of a company (stream `connections-{companyId}`). */
export interface ConnectionsState {
  readonly all: ReadonlyMap<number, Configuration>
  /** null only while there is none */
  readonly defaultId: number | null
  /** whether any was ever deleted: only then can there be tickets without a connection */
  readonly anyDeleted: boolean
}

export const noConnections: ConnectionsState = { all: new Map(), defaultId: null, anyDeleted: false }

/** Total: an unknown event leaves the state as it is. */
export const evolve = (state: ConnectionsState, event: ConnectionsEvent): ConnectionsState => {
  switch (event.type) {
    case 'connection.created.v1': {
      const { isDefault, ...data } = event.data
      return {
        ...state,
        all: new Map(state.all).set(data.connectionId, data),
        defaultId: isDefault ? data.connectionId : state.defaultId,
      }
    }
    case 'connection.changed.v1': {
      const before = state.all.get(event.data.connectionId)
      if (before === undefined) return state
      return { ...state, all: new Map(state.all).set(before.connectionId, { ...before, ...event.data }) }
    }
    case 'connection.default-changed.v1':
      return { ...state, defaultId: event.data.connectionId }
    case 'connection.deleted.v1': {
      const all = new Map(state.all)
      all.delete(event.data.connectionId)
      const defaultId = state.defaultId === event.data.connectionId ? null : state.defaultId
      return { all, defaultId, anyDeleted: true }
    }
    default:
      return state
  }
}
