import { endpoints } from '../../api/base-api.js'
import { withNewer } from '../../realtime/newer.js'
import type { PatchContext } from '../../realtime/patches.js'
import { NO_PAIRING, type Pairing } from './pairing.js'

const changes = ['Connections'] as const

/** The session begins anew: codes that were shown and are over belong to the one before. */
const beginsAnew = (id: number, dispatch: PatchContext['dispatch']): void => {
  dispatch(connectionsApi.util.upsertQueryData('pairing', id, NO_PAIRING))
}

export const connectionsApi = endpoints(({ build, query, command }) => ({
  connections: query('GET /whatsapp', { providesTags: changes, merge: withNewer }),
  pairing: build.query<Pairing, number>({ queryFn: () => ({ data: NO_PAIRING }), keepUnusedDataFor: 120 }),
  createConnection: command('POST /whatsapp', { quiet: true, changes }),
  changeConnection: command('PUT /whatsapp/:id', {
    quiet: true,
    changes,
    // an import of old messages asks for a new code
    onQueryStarted: async ({ id, body }, { dispatch }) => {
      if (body.importOldMessages) beginsAnew(id, dispatch)
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
  makeToken: command('POST /whatsapp/:id/token', { changes }),
  revokeToken: command('DELETE /whatsapp/:id/token', { changes }),
  restartConnections: command('POST /whatsapp-restart'),
  startSession: command('POST /whatsappsession/:id', {
    onQueryStarted: async ({ id }, { dispatch }) => beginsAnew(id, dispatch),
  }),
  newSession: command('PUT /whatsappsession/:id', {
    onQueryStarted: async ({ id }, { dispatch }) => beginsAnew(id, dispatch),
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
  useMakeTokenMutation,
  useRevokeTokenMutation,
  useRestartConnectionsMutation,
  useStartSessionMutation,
  useNewSessionMutation,
  useEndSessionMutation,
} = connectionsApi
