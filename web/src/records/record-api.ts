import { RECORDS, type RecordName, type Records } from '@guiche/contracts/records/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import type { BodyOfRecord, ShownRecord } from '@guiche/contracts/records/shapes.js'
import { useMemo } from 'react'
import { endpoints, readAgainAfter, type StartedCommand } from '../api/base-api.js'
import { dataForArgument } from '../api/data-for-argument.js'
import type { Meta } from '../api/query.js'
import type { Request } from '../api/request.js'
import { type LateAnswer, outcomeOf202 } from '../api/routes.js'

/** A record as its declaration shows it. */
export type ShownOf<N extends RecordName> = ShownRecord<Records[N]>
/** A record of any kind. */
export interface AnyRecord {
  readonly id: number
  readonly updatedAt: string
  readonly [field: string]: unknown
}
type Body<N extends RecordName> = BodyOfRecord<Records[N]>

interface RecordArgument {
  readonly record: RecordName
}
interface RecordIdArgument extends RecordArgument {
  readonly id: number
}
/** The file of a record; `field`: the record's field. */
interface FileOf extends RecordIdArgument {
  readonly field: string
}
interface BroughtFile {
  readonly file: File
  readonly caption?: string
  readonly idempotencyKey?: string
  /** 0 to 1 */
  readonly onProgress?: (share: number) => void
}
/**
 * A list read by pages, if the record has them (`search`: '' for all). Otherwise a whole list, or the records
 * with the ids of `by`.
 */
interface List extends RecordArgument {
  readonly paged: boolean
  readonly search: string
  readonly by: Ids
}
type Ids = Readonly<Record<string, number>>
const NOBODY: Ids = {}
interface SavedRecord {
  readonly body: Body<RecordName>
  readonly idempotencyKey?: string
}
/** A page of a list; a list without pages is its only page. */
export interface ListPage {
  readonly rows: AnyRecord[]
  readonly cursor: string | null
}
type Cursor = string | null
type AnyPage = { readonly cursor: Cursor } & { readonly [plural: string]: unknown }

const listOf = (record: RecordName): RecordSpec['list'] => RECORDS[record].list

const tagOf = ({ record }: RecordArgument) => RECORDS[record].plural
const tagsOf = (_answer: unknown, failure: unknown, call: RecordArgument) => (failure ? [] : [tagOf(call)])
const readListsAgain = (call: RecordArgument, started: StartedCommand) =>
  readAgainAfter([tagOf(call)], started)
const pathOf = ({ record }: RecordArgument, below = ''): string => `${RECORDS[record].path}${below}`
const fileOf = ({ field, ...call }: FileOf): Request => ({ url: pathOf(call, `/${call.id}/${field}-upload`) })
const orLate = (answer: AnyRecord, meta: Meta | undefined): AnyRecord | LateAnswer =>
  // of a hidden record, callers need only the id
  meta?.accepted ? (outcomeOf202(answer) as AnyRecord | LateAnswer) : answer

/** Endpoints of records of every kind; path and fields come from the declaration. */
export const recordApi = endpoints(({ build }) => ({
  records: build.infiniteQuery<ListPage, List, Cursor>({
    infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ cursor }) => cursor },
    query: ({ queryArg, pageParam }): Request => {
      const { record, paged, search, by } = queryArg
      if (paged) return { url: pathOf(queryArg), query: { searchParam: search, cursor: pageParam } }
      return { url: pathOf(queryArg, listOf(record).all), query: by }
    },
    transformResponse: (answer: AnyRecord[] | AnyPage, _meta, { queryArg: { record } }) =>
      Array.isArray(answer)
        ? { rows: answer, cursor: null }
        : {
            rows: answer[listOf(record).rows ?? RECORDS[record].plural] as AnyRecord[],
            cursor: answer.cursor,
          },
    providesTags: tagsOf,
  }),
  createRecord: build.mutation<AnyRecord | LateAnswer, RecordArgument & SavedRecord>({
    query: ({ record, ...call }): Request => ({ url: pathOf({ record }), method: 'POST', ...call }),
    extraOptions: { quiet: true },
    transformResponse: orLate,
    onQueryStarted: readListsAgain,
  }),
  changeRecord: build.mutation<AnyRecord | LateAnswer, RecordIdArgument & SavedRecord>({
    query: ({ record, id, ...call }): Request => ({
      url: pathOf({ record }, `/${id}`),
      method: 'PUT',
      ...call,
    }),
    extraOptions: { quiet: true },
    transformResponse: orLate,
    onQueryStarted: readListsAgain,
  }),
  bringFile: build.mutation<{ readonly id?: number }, FileOf & BroughtFile>({
    query: ({ file, caption = '', onProgress, idempotencyKey, ...call }): Request => {
      const body = new FormData()
      // before the file: a form refused for its caption need not be read to its end
      if (caption !== '') body.append('caption', caption)
      body.append('file', file, file.name)
      return {
        ...{ ...fileOf(call), method: 'POST', body },
        ...(onProgress !== undefined && { onProgress }),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      }
    },
    extraOptions: { quiet: true },
    onQueryStarted: readListsAgain,
  }),
  takeFileAway: build.mutation<unknown, FileOf>({
    query: (call): Request => ({ ...fileOf(call), method: 'DELETE' }),
    extraOptions: { quiet: true },
    onQueryStarted: readListsAgain,
  }),
  deleteRecord: build.mutation<unknown, RecordIdArgument>({
    query: (call): Request => ({ url: pathOf(call, `/${call.id}`), method: 'DELETE' }),
    onQueryStarted: readListsAgain,
  }),
}))

export const {
  useCreateRecordMutation,
  useChangeRecordMutation,
  useDeleteRecordMutation,
  useBringFileMutation,
  useTakeFileAwayMutation,
} = recordApi

interface ListOptions {
  /** no request is sent */
  readonly skip?: boolean
  /** reads again even if cached */
  readonly refetchOnMountOrArgChange?: true
}
const useList = <N extends RecordName>(arg: List & { readonly record: N }, asked?: ListOptions) => {
  const list = dataForArgument(recordApi.useRecordsInfiniteQuery(arg, asked))
  const pages = list.data?.pages
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) as ShownOf<N>[] | undefined, [pages])
  return { ...list, rows }
}

/** All records of a kind, or those with the ids of `by`; `rows` are undefined until loaded. */
export const useRecords = <N extends RecordName>(record: N, by = NOBODY, asked?: ListOptions) =>
  useList({ record, paged: false, search: '', by }, asked)

/** The list of a record's page: by pages with search if declared so, else whole. */
export const useRecordPages = <N extends RecordName>(record: N, search: string) =>
  useList({ record, paged: listOf(record).page !== undefined, search, by: NOBODY })
