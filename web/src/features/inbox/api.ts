import {
  BADGE_FILTERS,
  type BadgeFilter,
  FILTER_NAMES,
  type FilterKind,
  type FilterName,
  type FilterParams,
  type FilterValue,
  type FilterValues,
  isFiltering,
  TICKET_FILTERS,
} from '@guiche/contracts/ticket-lists/filters.js'
import type { TicketOrder } from '@guiche/contracts/ticket-lists/order.js'
import type { MessageRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import { endpoints } from '../../api/base-api.js'
import { type AnswerTo, type CallTo, requestOf } from '../../api/routes.js'

/** Arguments of a list of tickets. `queueIds` null: all queues that the reader may see. */
export interface TicketFilter extends FilterValues {
  readonly status?: TicketRecord['status']
  readonly searchParam?: string
  readonly order?: TicketOrder
  /** search all tickets that the reader may open, even without words */
  readonly wide?: true
}
/** Fields that place a ticket in a list. The server compares ids as text. */
export type Place = Pick<TicketRecord, 'updatedAt' | 'waitingSince'> & {
  readonly urgency: number
  readonly id: string
}
export interface TicketPage extends AnswerTo<'GET /tickets'> {
  /** end of the last page after frames have changed the list: the start of the next page */
  end?: Place | null
}
/** A message that is not loaded, and its place. */
export type UnloadedMessage = Pick<MessageRecord, 'id' | 'order'>
export interface MessagePage extends AnswerTo<'GET /messages/:ticketId'> {
  /** the contact's live messages before or after the loaded part, if more messages can be loaded there */
  beyond?: UnloadedMessage[]
}
/** A view of a conversation: from its end, or from around a message. */
export interface Thread {
  readonly ticketId: number
  readonly around: string | null
}
type ThreadPlace = { readonly cursor: string } | { readonly newer: string } | null

/** Maximum of loaded pages of a conversation; beyond it those farthest away are dropped. */
export const PAGES_HELD = 15
/**
 * Accept, return, resolve, reopen or transfer: the requested assignment. `seen`: the ticket's position on the
 * screen. A later change by another user refuses the command, and a later message reopens a closed ticket.
 */
export type TicketChange = CallTo<'PUT /tickets/:id'>
/** Fields to set on a ticket. */
export type TicketFields = CallTo<'PUT /tickets/:id/fields'>['body']

/** Filters shared by a list and its badges. */
export type Narrowing = Pick<FilterValues, BadgeFilter>
const WRITE: { readonly [K in FilterKind]: (value: FilterValue[K]) => string } = {
  ids: (ids) => JSON.stringify(ids),
  choice: (values) => JSON.stringify(values),
  flag: String,
  day: (day) => day,
}
const paramsOf = <N extends FilterName>(names: readonly N[], values: FilterValues) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const { kind, param } = TICKET_FILTERS[name]
      const write = WRITE[kind] as (value: FilterValues[N]) => string
      return isFiltering(name, values) ? [[param, write(values[name])]] : []
    }),
  ) as Partial<FilterParams<{ readonly [K in FilterKind]: string }, N>>
const queryOf = ({ status, searchParam, order, wide, ...filters }: TicketFilter) => ({
  ...paramsOf(FILTER_NAMES, filters),
  ...{ status, searchParam, order, ...(wide && { wide: 'true' }) },
})

interface SendArguments {
  readonly ticketId: number
  readonly body: string
  readonly files: readonly File[]
  /** captions of the files after the first one, by index; the first file's caption is the body */
  readonly captions?: readonly string[]
  readonly voice: boolean
  readonly quotedId: string | null
  readonly quickmessageId?: number | undefined
  readonly fileListId?: number | undefined
  readonly idempotencyKey: string
  readonly onProgress?: (share: number) => void
}
/**
 * Milliseconds after which a message on a dead connection counts as not sent; its key makes a repetition
 * harmless. For files they count from the last progress: data may take long to arrive, and the server stores
 * files before it answers.
 */
const TEXT_PATIENCE = 20_000
const FILE_PATIENCE = 60_000
const bodyOf = ({
  body,
  files,
  captions = [],
  voice,
  quotedId,
  quickmessageId,
  fileListId,
}: SendArguments) => {
  const quotedMsg = quotedId === null ? null : { id: quotedId }
  const ids = Object.entries({ quickmessageId, fileListId }).filter(([, id]) => id !== undefined)
  if (files.length === 0) return { body, quotedMsg, ...Object.fromEntries(ids) }
  const form = new FormData()
  for (const index of files.keys()) form.append('body', index === 0 ? body : (captions[index]?.trim() ?? ''))
  form.append('voice', String(voice))
  if (quotedMsg !== null) form.append('quotedMsg', JSON.stringify(quotedMsg))
  for (const [name, id] of ids) form.append(name, String(id))
  for (const file of files) form.append('medias', file, file.name)
  return form
}
const ofMessage = (id: string) => ({ id })

export const inboxApi = endpoints(({ build, query, list, command }) => ({
  tickets: list('GET /tickets', {
    call: (filter: TicketFilter) => ({ query: queryOf(filter) }),
    providesTags: ['Tickets'],
  }),
  counts: query('GET /tickets/counts', {
    call: (filter: Narrowing) => ({ query: paramsOf(BADGE_FILTERS, filter) }),
    providesTags: ['Counts'],
  }),
  ticketByUuid: query('GET /tickets/u/:uuid', {
    call: (uuid: string) => ({ uuid }),
    quiet: true,
    providesTags: ['Tickets', 'Opened', 'notes'],
  }),
  ticket: query('GET /tickets/:id', { call: (id: number) => ({ id }), quiet: true, keepUnusedDataFor: 0 }),
  contact: query('GET /contacts/:id', { call: (id: number) => ({ id }), quiet: true }),
  mentions: query('GET /tickets/mentions', { providesTags: ['notes'] }),
  messages: build.infiniteQuery<MessagePage, Thread, ThreadPlace>({
    query: ({ queryArg: { ticketId, around }, pageParam }) =>
      requestOf('GET /messages/:ticketId', { ticketId, query: pageParam ?? { around: around ?? undefined } }),
    infiniteQueryOptions: {
      initialPageParam: null,
      maxPages: PAGES_HELD,
      // there is no page at first while a conversation is read again
      getNextPageParam: (last: MessagePage | undefined) =>
        typeof last?.cursor === 'string' ? { cursor: last.cursor } : undefined,
      getPreviousPageParam: (first: MessagePage | undefined) =>
        typeof first?.newer === 'string' ? { newer: first.newer } : undefined,
    },
    providesTags: ['Messages'],
  }),
  ticketHistory: list('GET /tickets/:id/history', { keepUnusedDataFor: 0, providesTags: ['Audit'] }),

  sendMessage: build.mutation<{ messageId: string | null }, SendArguments>({
    query: (sending) => {
      const { ticketId, idempotencyKey, onProgress, files, fileListId } = sending
      const patience = files.length === 0 && fileListId === undefined ? TEXT_PATIENCE : FILE_PATIENCE
      const call = { ticketId, idempotencyKey, onProgress, patience, body: bodyOf(sending) }
      return requestOf('POST /messages/:ticketId', call)
    },
    transformResponse: (_body, meta) => ({ messageId: meta?.messageId ?? null }),
    extraOptions: { quiet: true },
  }),
  retryMessage: command('POST /messages/:id/retry', { call: ofMessage }),
  forwardMessage: command('POST /message/forward', { quiet: true, changes: ['Counts'] }),
  editMessage: command('POST /messages/edit/:id', { quiet: true }),
  deleteMessage: command('DELETE /messages/:id', { call: ofMessage }),
  react: command('POST /messages/:id/reactions', {
    call: ({ id, emoji }: { id: string; emoji: string }) => ({ id, body: { type: emoji } }),
  }),

  createTicket: command('POST /tickets', { quiet: true, changes: ['Counts'] }),
  changeTicket: command('PUT /tickets/:id', { quiet: true, changes: ['Counts'] }),
  askForTicket: command('POST /tickets/:id/ask', { quiet: true }),
  undoClose: command('POST /tickets/:id/undo-close', { quiet: true, changes: ['Counts'] }),
  snoozeTicket: command('POST /tickets/:id/snooze', { quiet: true, changes: ['Counts'] }),
  wakeTicket: command('DELETE /tickets/:id/snooze', { quiet: true, changes: ['Counts'] }),
  leaveBot: command('DELETE /tickets/:id/bot', { quiet: true }),
  setTicketFields: command('PUT /tickets/:id/fields', { quiet: true }),
  tagTicket: command('POST /tags/sync', { quiet: true, changes: ['tags'] }),
  readTicket: command('POST /tickets/:id/read', { call: (id: number) => ({ id }), quiet: true }),
  deleteTicket: command('DELETE /tickets/:id', { changes: ['Counts'] }),
  closeAll: command('POST /tickets/closeAll', { changes: ['Counts', 'Tickets'] }),
}))

export const {
  useTicketsInfiniteQuery,
  useCountsQuery,
  useTicketByUuidQuery,
  useContactQuery,
  useMentionsQuery,
  useMessagesInfiniteQuery,
  useTicketHistoryInfiniteQuery,
  useSendMessageMutation,
  useRetryMessageMutation,
  useForwardMessageMutation,
  useEditMessageMutation,
  useDeleteMessageMutation,
  useReactMutation,
  useCreateTicketMutation,
  useChangeTicketMutation,
  useAskForTicketMutation,
  useUndoCloseMutation,
  useLeaveBotMutation,
  useSnoozeTicketMutation,
  useWakeTicketMutation,
  useSetTicketFieldsMutation,
  useTagTicketMutation,
  useReadTicketMutation,
  useDeleteTicketMutation,
  useCloseAllMutation,
} = inboxApi
