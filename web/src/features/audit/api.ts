import { endpoints } from '../../api/base-api.js'
import type { QueryTo } from '../../api/routes.js'

export type AuditFilter = Omit<QueryTo<'GET /audit'>, 'pageNumber' | 'cursor'>

export const {
  useAuditInfiniteQuery,
  useFormerUsersQuery,
  useLazyExportAuditQuery,
  useParkedQuery,
  useRetryParkedMutation,
  useDiscardParkedMutation,
} = endpoints(({ query, list, command }) => ({
  audit: list('GET /audit', { providesTags: ['Audit'] }),
  formerUsers: query('GET /users/former', { providesTags: ['Users'] }),
  exportAudit: query('GET /audit/export', { keepUnusedDataFor: 0, told: true }),
  parked: query('GET /parked', { providesTags: ['Parked'] }),
  retryParked: command('POST /parked/:id/retry', { changes: ['Parked'] }),
  discardParked: command('DELETE /parked/:id', { changes: ['Parked'] }),
}))
