import { endpoints } from '../../api/base-api.js'
import type { AppDispatch, RootState } from '../../app/store.js'
import { withNewer } from '../../realtime/record-age.js'
import { begunAnew, NO_PAIRING, type Pairing } from './pairing.js'

const changes = ['Connections'] as const

/** The held codes of a connection, or undefined. */
export const heldPairing = (id: number, state: RootState): Pairing | undefined =>
  connectionsApi.endpoints.pairing.select(id)(state).data

const beginsAnew =
  (id: number) =>
  (dispatch: AppDispatch, getState: () => RootState): void => {
    const held = heldPairing(id, getState())
    dispatch(connectionsApi.util.upsertQueryData('pairing', id, begunAnew(held)))
  }

export const connectionsApi = endpoints(({ build, query, command }) => ({
  connections: query('GET /whatsapp', { providesTags: changes, merge: withNewer }),
  pairing: build.query<Pairing, number>({
    // Only frames contain codes. So after a reconnection, when all is read again, the cached codes stay.
    queryFn: (id, { getState }) => ({ data: heldPairing(id, getState() as RootState) ?? NO_PAIRING }),
    keepUnusedDataFor: 120,
  }),
  createConnection: command('POST /whatsapp', { quiet: true, changes }),
  changeConnection: command('PUT /whatsapp/:id', {
    quiet: true,
    changes,
    // an import of old messages requests a new code
    onQueryStarted: async ({ id, body }, { dispatch }) => {
      if (body.importOldMessages) dispatch(beginsAnew(id))
    },
  }),
  connectionTickets: query('GET /whatsapp/:id/tickets-count', { keepUnusedDataFor: 0 }),
  connectionLimits: query('GET /whatsapp/:id/limits', { keepUnusedDataFor: 0 }),
  deleteConnection: command('DELETE /whatsapp/:id', { changes }),
  bringGreetingFile: command('POST /whatsapp/:id/media-upload', {
    quiet: true,
    changes,
    call: ({ id, file }: { readonly id: number; readonly file: File }) => {
      const body = new FormData()
      body.append('file', file, file.name)
      return { id, body }
    },
  }),
  takeGreetingFile: command('DELETE /whatsapp/:id/media-upload', { quiet: true, changes }),
  cancelImport: command('DELETE /whatsapp/:id/import', { changes }),
  closeImported: command('POST /closedimported/:id', { changes }),
  makeToken: command('POST /whatsapp/:id/token', { changes }),
  revokeToken: command('DELETE /whatsapp/:id/token', { changes }),
  restartConnections: command('POST /whatsapp-restart'),
  startSession: command('POST /whatsappsession/:id', {
    onQueryStarted: async ({ id }, { dispatch }) => dispatch(beginsAnew(id)),
  }),
  newSession: command('PUT /whatsappsession/:id', {
    onQueryStarted: async ({ id }, { dispatch }) => dispatch(beginsAnew(id)),
  }),
  endSession: command('DELETE /whatsappsession/:id'),
}))

export const {
  useConnectionsQuery,
  useConnectionTicketsQuery,
  useConnectionLimitsQuery,
  usePairingQuery,
  useCreateConnectionMutation,
  useChangeConnectionMutation,
  useDeleteConnectionMutation,
  useBringGreetingFileMutation,
  useTakeGreetingFileMutation,
  useCancelImportMutation,
  useCloseImportedMutation,
  useMakeTokenMutation,
  useRevokeTokenMutation,
  useRestartConnectionsMutation,
  useStartSessionMutation,
  useNewSessionMutation,
  useEndSessionMutation,
} = connectionsApi
