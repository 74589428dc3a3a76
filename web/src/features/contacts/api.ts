import type { SheetField } from '@guiche/contracts/contact/imports.js'
import { endpoints } from '../../api/base-api.js'

const changes = ['Contacts'] as const

/** Options for reading a spreadsheet: columns (from 0, null for none) instead of the recognised columns. */
export interface SheetReadingOptions {
  readonly columns: { readonly [F in SheetField]?: number | null }
  /** adds the company's country code to numbers without one */
  readonly addCountry: boolean
}

interface UploadCall extends SheetReadingOptions {
  readonly file: File
  readonly preview: boolean
  readonly idempotencyKey?: string
}

export const contactsApi = endpoints(({ query, list, command }) => ({
  contacts: list('GET /contacts', { providesTags: changes }),
  exportContacts: query('GET /contacts/export', { keepUnusedDataFor: 0, told: true }),
  duplicates: query('GET /contacts/duplicates', { providesTags: ['Duplicates'], keepUnusedDataFor: 0 }),
  mergeContacts: command('POST /contacts/:id/merge', { changes: ['Contacts', 'Duplicates', 'Tickets'] }),
  imports: query('GET /contacts/imports', { providesTags: ['Imports'] }),
  importReport: query('GET /contacts/imports/:id/report', { keepUnusedDataFor: 0, told: true }),
  cancelContactImport: command('DELETE /contacts/imports/:id', { changes: ['Imports'] }),
  importFromPhone: command('POST /contacts/import', { quiet: true }),
  uploadContacts: command('POST /contacts/upload', {
    quiet: true,
    call: (call: UploadCall) => {
      const body = new FormData()
      body.append('preview', String(call.preview))
      if (call.addCountry) body.append('addCountry', 'true')
      for (const [field, column] of Object.entries(call.columns)) {
        body.append(`${field}Column`, String(column ?? 'none'))
      }
      body.append('file', call.file)
      return { body, idempotencyKey: call.idempotencyKey }
    },
  }),
  contactHistory: query('GET /contacts/:id/history', { providesTags: ['Tickets'], keepUnusedDataFor: 0 }),
  contactCounts: query('GET /contacts/:id/counts', {
    providesTags: ['Tickets', 'ContactCounts'],
    keepUnusedDataFor: 0,
    quiet: true,
  }),
  gallery: list('GET /contacts/:id/gallery', { keepUnusedDataFor: 0 }),
  createContact: command('POST /contacts', { quiet: true, changes }),
  changeContact: command('PUT /contacts/:id', { quiet: true, changes }),
  blockContact: command('PUT /contacts/:id/block', { quiet: true, changes }),
  deleteContact: command('DELETE /contacts/:id', { changes: ['Contacts', 'ContactCounts'] }),
}))

export const {
  useContactsInfiniteQuery,
  useLazyExportContactsQuery,
  useDuplicatesQuery,
  useMergeContactsMutation,
  useImportsQuery,
  useLazyImportReportQuery,
  useCancelContactImportMutation,
  useImportFromPhoneMutation,
  useUploadContactsMutation,
  useContactHistoryQuery,
  useContactCountsQuery,
  useGalleryInfiniteQuery,
  useCreateContactMutation,
  useBlockContactMutation,
  useChangeContactMutation,
  useDeleteContactMutation,
} = contactsApi
