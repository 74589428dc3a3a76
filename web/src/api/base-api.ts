import type { HttpKey } from '@guiche/contracts/routes/index.js'
import type { Accepted } from '@guiche/contracts/views/answers.js'
import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import {
  createApi,
  type EndpointBuilder,
  type EndpointDefinitions,
  type InfiniteQueryExtraOptions,
  type MutationExtraOptions,
  type QueryExtraOptions,
} from '@reduxjs/toolkit/query/react'
import { type Meta, type Options, query } from './query.js'
import {
  type AnswerTo,
  type CallTo,
  type OutcomeOf,
  outcomeOf202,
  type PagedKey,
  requestOf,
} from './routes.js'
import { ALL_TAGS, type Tag } from './tags.js'

/** The only way to the server. Frames patch this cache through the tables of shell/patches.ts. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: query,
  tagTypes: ALL_TAGS,
  refetchOnReconnect: true,
  // otherwise a new read would wait for all running requests, even a large upload
  invalidationBehavior: 'immediately',
  keepUnusedDataFor: 60,
  endpoints: () => ({}),
})

type CachedState = Parameters<typeof baseApi.util.selectInvalidatedBy>[0]
/**
 * Reads these tags again at once, even during other reads. A running read may have been answered before the
 * change, so it is repeated after its end.
 */
export const readAgain =
  (tags: readonly Tag[]): ThunkAction<void, CachedState, unknown, UnknownAction> =>
  (dispatch, getState) => {
    const underWay = dispatch(baseApi.util.getRunningQueriesThunk())
    dispatch(baseApi.util.invalidateTags([...tags]))
    for (const read of underWay) {
      void read.then(() => {
        // RTK knows the tags of a query only at its end
        const shows = baseApi.util.selectInvalidatedBy(getState(), tags)
        if (shows.some(({ queryCacheKey }) => queryCacheKey === read.queryCacheKey)) void read.refetch()
      })
    }
  }

/** The part of a started command that RTK gives to `onQueryStarted`. */
export interface StartedCommand {
  readonly dispatch: ThunkDispatch<CachedState, unknown, UnknownAction>
  readonly queryFulfilled: Promise<unknown>
}
/**
 * Reads these tags again after a command; for `onQueryStarted`. RTK's own `invalidatesTags` would skip
 * queries with a running read.
 */
export const readAgainAfter = async (
  tags: readonly Tag[],
  { dispatch, queryFulfilled }: StartedCommand,
): Promise<void> => {
  const answer = await queryFulfilled.catch(() => null)
  if (answer !== null) dispatch(readAgain(tags))
}

type Queries = `GET ${string}` & HttpKey
type Cursor = string | null
/** Makes the route's call from an endpoint's own argument; absent: the argument is the call. */
type CallMaker<K extends HttpKey> = ((arg: never) => CallTo<K>) | undefined
type Arg<K extends HttpKey, C> = C extends (arg: infer A) => unknown ? A : CallTo<K>
type RequestOptions<C> = Options & { readonly call?: C }
type CacheOption = 'providesTags' | 'keepUnusedDataFor'
type ReadOptions<R, A> = Pick<QueryExtraOptions<Tag, R, A, typeof query>, CacheOption | 'merge'>
type Listing<R, A> = Pick<InfiniteQueryExtraOptions<Tag, R, A, Cursor, typeof query>, CacheOption>
type ChangeOptions<R, A> = Pick<MutationExtraOptions<Tag, R, A, typeof query>, 'onQueryStarted'> & {
  /** tags that are read again after the command */
  readonly changes?: readonly Tag[]
}

const requestOptions = <K extends HttpKey, C extends CallMaker<K>>(key: K, options: RequestOptions<C>) => ({
  query: (arg: Arg<K, C>) => requestOf(key, options.call?.(arg as never) ?? (arg as CallTo<K>)),
  extraOptions: { quiet: options.quiet, told: options.told, anonymous: options.anonymous },
})

/** Makes endpoints of routes: url, method, argument and answer come from the route's declaration. */
const byRoute = (build: EndpointBuilder<typeof query, Tag, 'api'>) => ({
  build,
  query: <K extends Queries, C extends CallMaker<K> = undefined>(
    key: K,
    options: RequestOptions<C> & ReadOptions<AnswerTo<K>, Arg<K, C>> = {},
  ) => build.query<AnswerTo<K>, Arg<K, C>>({ ...options, ...requestOptions(key, options) }),

  /** A list read page by page, each page by the cursor of the previous page. */
  list: <K extends PagedKey, C extends CallMaker<K> = undefined>(
    key: K,
    options: RequestOptions<C> & Listing<AnswerTo<K>, Arg<K, C>>,
  ) => {
    const { query, extraOptions } = requestOptions(key, options)
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

  command: <K extends Exclude<HttpKey, Queries>, C extends CallMaker<K> = undefined>(
    key: K,
    {
      changes = [],
      onQueryStarted,
      ...options
    }: RequestOptions<C> & ChangeOptions<OutcomeOf<K>, Arg<K, C>> = {},
  ) =>
    build.mutation<OutcomeOf<K>, Arg<K, C>>({
      ...requestOptions(key, options),
      transformResponse: (answer: unknown, meta: Meta | undefined) =>
        (meta?.accepted ? outcomeOf202(answer as Accepted) : answer) as OutcomeOf<K>,
      onQueryStarted: (call, store) => {
        void onQueryStarted?.(call, store)
        return readAgainAfter(changes, store)
      },
    }),
})

/** Adds the endpoints of a feature: `endpoints(({ query, list, command }) => ({ users: query('GET /users'), … }))`. */
export const endpoints = <D extends EndpointDefinitions>(make: (by: ReturnType<typeof byRoute>) => D) =>
  baseApi.injectEndpoints({
    endpoints: (build) => make(byRoute(build)),
    // without this check the second endpoint of a name would call the first one's route
    overrideExisting: import.meta.hot ? true : 'throw',
  })
