import type { FramePatches, PatchContext } from '../../realtime/patches.js'
import { recordApi, type ShownOf } from '../../records/record-api.js'
import { viewsApi } from './api.js'

const VIEWS = { record: 'ticketView', paged: false, search: '', by: {} } as const
/**
 * Whether a message changes a view's result: filters for unread tickets, or by the day of the last change.
 */
const asksForNews = (view: ShownOf<'ticketView'>): boolean =>
  view.withUnread || view.from !== null || view.to !== null

const areCounted = ({ getState }: PatchContext): boolean =>
  viewsApi.util.selectCachedArgsForQuery(getState(), 'viewCounts').length > 0
/** Reads views again after a thing that they name was renamed or deleted. */
const readViews = (frame: { readonly action: string }, context: PatchContext): void => {
  if (!areCounted(context)) return
  if (frame.action === 'delete') context.refetch('ticket-views')
  context.refetch('ViewCounts')
}
const patchCount = (_frame: unknown, context: PatchContext): void => {
  if (areCounted(context)) context.refetch('ViewCounts')
}

/** The views' numbers are read again after changes of tickets, at most once a second and only if visible. */
export const patches: FramePatches = {
  ticket: patchCount,
  ticketView: patchCount,
  appMessage: (frame, context) => {
    const { data } = recordApi.endpoints.records.select(VIEWS)(context.getState())
    const views = (data?.pages ?? []).flatMap(({ rows }) => rows as unknown as ShownOf<'ticketView'>[])
    if (frame.action !== 'delete' && views.some(asksForNews)) patchCount(frame, context)
  },
  queue: readViews,
  tag: readViews,
  user: readViews,
  connection: readViews,
}
