import { RECORDS, type RecordName, type Records } from '@guiche/contracts/records/index.js'
import type { HttpKey } from '@guiche/contracts/routes/index.js'
import type { Accepted } from '@guiche/contracts/views/answers.js'
import {
  createApi,
  type EndpointBuilder,
  type EndpointDefinitions,
  type InfiniteQueryExtraOptions,
  type MutationExtraOptions,
  type QueryExtraOptions,
} from '@reduxjs/toolkit/query/react'
import { type Meta, type Options, query } from './query.js'
import { type AnswerTo, type CallTo, type OutcomeOf, type PagedKey, request } from './routes.js'

const TAGS = [
  'Connections',
  'Contacts',
  'Imports',
  'Duplicates',
  'Dashboard',
  'Audit',
  'Parked',
  'Users',
  'Settings',
  'Tickets',
  'Opened',
  'Messages',
  'Counts',
] as const
/** What is read again together; the lists of a record have its plural. */
export type Tag = (typeof TAGS)[number] | Records[RecordName]['plural']
const tagTypes: readonly Tag[] = [...TAGS, ...Object.values(RECORDS).map(({ plural }) => plural)]

/** The only way to the server; frames patch this cache through the tables of shell/patches.ts. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: query,
  tagTypes,
  refetchOnReconnect: true,
  keepUnusedDataFor: 60,
  endpoints: () => ({}),
})

type Queries = `GET ${string}` & HttpKey
type Cursor = string | null
/** Makes a call of the route of an argument of the endpoint's own; without it the argument is the call. */
type Calling<K extends HttpKey> = ((arg: never) => CallTo<K>) | undefined
type Arg<K extends HttpKey, C> = C extends (arg: infer A) => unknown ? A : CallTo<K>
type Asking<C> = Options & { readonly call?: C }
type Kept = 'providesTags' | 'keepUnusedDataFor'
type Reading<R, A> = Pick<QueryExtraOptions<Tag, R, A, typeof query>, Kept | 'merge'>
type Listing<R, A> = Pick<InfiniteQueryExtraOptions<Tag, R, A, Cursor, typeof query>, Kept>
type Changing<R, A> = Pick<MutationExtraOptions<Tag, R, A, typeof query>, 'onQueryStarted'> & {
  /** what is read again once it was done */
  readonly changes?: readonly Tag[]
}

const asking = <K extends HttpKey, C extends Calling<K>>(key: K, options: Asking<C>) => ({
  query: (arg: Arg<K, C>) => request(key, options.call?.(arg as never) ?? (arg as CallTo<K>)),
  extraOptions: { quiet: options.quiet, told: options.told, anonymous: options.anonymous },
})

/** Makes endpoints of routes: url, method, argument and answer are those that the route declares. */
const byRoute = (build: EndpointBuilder<typeof query, Tag, 'api'>) => ({
  build,
  query: <K extends Queries, C extends Calling<K> = undefined>(
    key: K,
    options: Asking<C> & Reading<AnswerTo<K>, Arg<K, C>> = {},
  ) => build.query<AnswerTo<K>, Arg<K, C>>({ ...options, ...asking(key, options) }),

  /** A list that is read page by page, each by the cursor of the one before. */
  list: <K extends PagedKey, C extends Calling<K> = undefined>(
    key: K,
    options: Asking<C> & Listing<AnswerTo<K>, Arg<K, C>>,
  ) => {
    const { query, extraOptions } = asking(key, options)
    return build.infiniteQuery<AnswerTo<K>, Arg<K, C>, Cursor>({
      ...options,
      extraOptions,
      query: ({ queryArg, pageParam }) => {
        const asked = query(queryArg)
        return { ...asked, query: { ...asked.query, cursor: pageParam } }
      },
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ cursor }) => cursor },
    })
  },

  command: <K extends Exclude<HttpKey, Queries>, C extends Calling<K> = undefined>(
    key: K,
    { changes = [], onQueryStarted, ...options }: Asking<C> & Changing<OutcomeOf<K>, Arg<K, C>> = {},
  ) =>
    build.mutation<OutcomeOf<K>, Arg<K, C>>({
      ...asking(key, options),
      transformResponse: (answer: unknown, meta: Meta | undefined) =>
        (meta?.accepted ? { ...(answer as Accepted), late: true } : answer) as OutcomeOf<K>,
      invalidatesTags: (_answer, failure) => (failure ? [] : changes),
      ...(onQueryStarted === undefined ? {} : { onQueryStarted }),
    }),
})

/** Adds the endpoints of a feature: `endpoints(({ query, list, command }) => ({ users: query('GET /users'), … }))`. */
export const endpoints = <D extends EndpointDefinitions>(make: (by: ReturnType<typeof byRoute>) => D) =>
  baseApi.injectEndpoints({
    endpoints: (build) => make(byRoute(build)),
    // two of one name would silently be one: the second feature would call the route of the first
    overrideExisting: import.meta.hot ? true : 'throw',
  })
