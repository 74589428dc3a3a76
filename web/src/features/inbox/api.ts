import type {
  AuditPage,
  InboxCounts,
  MessageRecord,
  OpenedTicket,
  TicketRecord,
} from '@guiche/contracts/views/records.js'
import { baseApi } from '../../api/base-api.js'

/** What a list of tickets shows. `queueIds` null = all that the reader may see. */
export interface TicketFilter {
  readonly status?: TicketRecord['status']
  readonly showAll: boolean
  readonly queueIds: readonly number[] | null
  readonly searchParam?: string
  readonly users?: readonly number[]
  readonly withUnread?: boolean
}
export interface TicketPage {
  tickets: TicketRecord[]
  readonly count: number
  readonly hasMore: boolean
  readonly cursor: string | null
}
export interface MessagePage {
  messages: MessageRecord[]
  readonly count: number
  readonly hasMore: boolean
  readonly cursor: string | null
  /** gives what comes after this page; null at the end of the conversation */
  readonly newer: string | null
  readonly ticket: TicketRecord
  /** places of the contact's messages that came live, after the page, while what follows it was not loaded */
  beyond?: string[]
}
/** A view of a conversation: from its end, or from around a message. */
export interface Thread {
  readonly ticketId: number
  readonly around: string | null
}
type ThreadPlace = { readonly cursor: string } | { readonly newer: string } | null

/** Pages of a conversation that are held at most; beyond it those farthest away are let go. */
export const PAGES_HELD = 15
/** Accept, return, resolve, reopen or transfer: what the ticket should be afterwards. */
export interface TicketChange {
  readonly id: number
  readonly status?: TicketRecord['status']
  readonly userId?: number | null
  readonly queueId?: number | null
  readonly whatsappId?: number
  /** position of the ticket as the screen showed it: a message that was not on it brings a closed one back */
  readonly seen?: string
}

const filterParams = (filter: TicketFilter) => ({
  status: filter.status,
  showAll: filter.showAll ? 'true' : undefined,
  queueIds: filter.queueIds === null ? undefined : JSON.stringify(filter.queueIds),
  searchParam: filter.searchParam,
  users: filter.users === undefined || filter.users.length === 0 ? undefined : JSON.stringify(filter.users),
  withUnreadMessages: filter.withUnread ? 'true' : undefined,
})

export const inboxApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    tickets: build.infiniteQuery<TicketPage, TicketFilter, string | null>({
      query: ({ queryArg, pageParam }) => ({
        url: '/tickets',
        params: { ...filterParams(queryArg), cursor: pageParam },
      }),
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (last) => (last.hasMore ? last.cursor : undefined),
      },
      providesTags: ['Tickets'],
    }),
    counts: build.query<InboxCounts, Pick<TicketFilter, 'showAll' | 'queueIds'>>({
      query: (filter) => ({ url: '/tickets/counts', params: filterParams(filter) }),
      providesTags: ['Counts'],
    }),
    ticketByUuid: build.query<OpenedTicket, string>({
      query: (uuid) => `/tickets/u/${encodeURIComponent(uuid)}`,
      extraOptions: { quiet: true },
      providesTags: ['Tickets'],
    }),
    messages: build.infiniteQuery<MessagePage, Thread, ThreadPlace>({
      query: ({ queryArg: { ticketId, around }, pageParam }) => ({
        url: `/messages/${ticketId}`,
        params: pageParam ?? { around },
      }),
      infiniteQueryOptions: {
        initialPageParam: null,
        maxPages: PAGES_HELD,
        getNextPageParam: ({ cursor }) => (cursor === null ? undefined : { cursor }),
        getPreviousPageParam: ({ newer }) => (newer === null ? undefined : { newer }),
      },
      providesTags: ['Messages'],
    }),
    searchMessages: build.query<
      { messages: (MessageRecord & { ticket: TicketRecord })[]; hasMore: boolean },
      string
    >({
      query: (searchParam) => ({ url: '/search/messages', params: { searchParam } }),
    }),
    ticketHistory: build.infiniteQuery<AuditPage & { readonly cursor: string | null }, number, string | null>(
      {
        query: ({ queryArg, pageParam }) => ({
          url: `/tickets/${queryArg}/history`,
          params: { cursor: pageParam },
        }),
        infiniteQueryOptions: {
          initialPageParam: null,
          getNextPageParam: (last) => (last.hasMore ? last.cursor : undefined),
        },
        keepUnusedDataFor: 0,
        providesTags: ['Audit'],
      },
    ),

    sendMessage: build.mutation<
      { messageId: string | null },
      {
        ticketId: number
        body: string
        files: readonly File[]
        voice: boolean
        quotedId: string | null
        key: string
        onProgress?: (share: number) => void
      }
    >({
      query: ({ ticketId, body, files, voice, quotedId, key, onProgress }) => {
        const url = `/messages/${ticketId}`
        if (files.length === 0) {
          return {
            url,
            method: 'POST',
            key,
            body: { body, quotedMsg: quotedId === null ? null : { id: quotedId } },
          }
        }
        const form = new FormData()
        for (const index of files.keys()) form.append('body', index === 0 ? body : '')
        form.append('voice', String(voice))
        if (quotedId !== null) form.append('quotedMsg', JSON.stringify({ id: quotedId }))
        for (const file of files) form.append('medias', file, file.name)
        return { url, method: 'POST', key, body: form, ...(onProgress === undefined ? {} : { onProgress }) }
      },
      transformResponse: (_body, meta) => ({ messageId: meta?.messageId ?? null }),
      extraOptions: { quiet: true },
    }),
    retryMessage: build.mutation<void, string>({
      query: (id) => ({ url: `/messages/${id}/retry`, method: 'POST', body: {} }),
    }),
    editMessage: build.mutation<void, { id: string; body: string }>({
      query: ({ id, body }) => ({ url: `/messages/edit/${id}`, method: 'POST', body: { body } }),
      extraOptions: { quiet: true },
    }),
    deleteMessage: build.mutation<void, string>({
      query: (id) => ({ url: `/messages/${id}`, method: 'DELETE' }),
    }),
    react: build.mutation<void, { id: string; emoji: string }>({
      query: ({ id, emoji }) => ({ url: `/messages/${id}/reactions`, method: 'POST', body: { type: emoji } }),
    }),

    createTicket: build.mutation<
      TicketRecord,
      { contactId: number; queueId: number | null; whatsappId: number | null; userId: number; key: string }
    >({
      query: ({ key, ...body }) => ({
        url: '/tickets',
        method: 'POST',
        key,
        body: { ...body, status: 'open' },
      }),
      extraOptions: { quiet: true },
      invalidatesTags: ['Counts'],
    }),
    changeTicket: build.mutation<TicketRecord, TicketChange>({
      query: ({ id, seen, ...body }) => ({
        url: `/tickets/${id}`,
        method: 'PUT',
        body,
        ...(seen === undefined ? {} : { seen }),
      }),
      extraOptions: { quiet: true },
      invalidatesTags: ['Counts'],
    }),
    readTicket: build.mutation<void, number>({
      query: (id) => ({ url: `/tickets/${id}/read`, method: 'POST', body: {} }),
      extraOptions: { quiet: true },
    }),
    deleteTicket: build.mutation<void, number>({
      query: (id) => ({ url: `/tickets/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Counts'],
    }),
    closeAll: build.mutation<void, { status: TicketRecord['status']; selectedQueueIds: readonly number[] }>({
      query: (body) => ({ url: '/tickets/closeAll', method: 'POST', body }),
      invalidatesTags: ['Counts', 'Tickets'],
    }),
  }),
})

export const {
  useTicketsInfiniteQuery,
  useCountsQuery,
  useTicketByUuidQuery,
  useMessagesInfiniteQuery,
  useSearchMessagesQuery,
  useTicketHistoryInfiniteQuery,
  useSendMessageMutation,
  useRetryMessageMutation,
  useEditMessageMutation,
  useDeleteMessageMutation,
  useReactMutation,
  useCreateTicketMutation,
  useChangeTicketMutation,
  useReadTicketMutation,
  useDeleteTicketMutation,
  useCloseAllMutation,
} = inboxApi
