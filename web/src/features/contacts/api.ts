import type { ContactBody } from '@guiche/contracts/commands/contacts.js'
import type { ContactRecord } from '@guiche/contracts/views/records.js'
import { baseApi } from '../../api/base-api.js'

export interface ContactPage {
  readonly contacts: ContactRecord[]
  readonly count: number
  readonly hasMore: boolean
}
/** A create may answer with the contact that has the number already. */
export type CreatedContact = ContactRecord & {
  readonly alreadyExists?: boolean
  readonly existingContact?: ContactRecord
}

export const contactsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    contacts: build.infiniteQuery<ContactPage, string, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: (last, _all, page) => (last.hasMore ? page + 1 : undefined),
      },
      query: ({ queryArg, pageParam }) => ({
        url: '/contacts',
        params: { searchParam: queryArg, pageNumber: pageParam },
      }),
      providesTags: ['Contacts'],
    }),
    contact: build.query<ContactRecord, number>({
      query: (id) => `/contacts/${id}`,
      providesTags: (_answer, _failure, id) => [{ type: 'Contacts', id }],
    }),
    createContact: build.mutation<CreatedContact, ContactBody & { readonly key: string }>({
      query: ({ key, ...body }) => ({ url: '/contacts', method: 'POST', body, key }),
      extraOptions: { quiet: true },
      invalidatesTags: (_answer, failure) => (failure ? [] : ['Contacts']),
    }),
    changeContact: build.mutation<ContactRecord, { readonly id: number; readonly body: ContactBody }>({
      query: ({ id, body }) => ({ url: `/contacts/${id}`, method: 'PUT', body }),
      extraOptions: { quiet: true },
      invalidatesTags: (_answer, failure) => (failure ? [] : ['Contacts']),
    }),
    deleteContact: build.mutation<unknown, number>({
      query: (id) => ({ url: `/contacts/${id}`, method: 'DELETE' }),
      invalidatesTags: (_answer, failure) => (failure ? [] : ['Contacts']),
    }),
  }),
})

export const {
  useContactsInfiniteQuery,
  useContactQuery,
  useCreateContactMutation,
  useChangeContactMutation,
  useDeleteContactMutation,
} = contactsApi
