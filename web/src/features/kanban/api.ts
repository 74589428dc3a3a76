import { endpoints } from '../../api/base-api.js'
import { type AnswerTo, requestOf } from '../../api/routes.js'
import type { AppDispatch } from '../../app/store.js'
import { admitNewest } from '../inbox/ticket-positions.js'
import { addPage, type Board, boardOf, type Totals, totalsOf } from './board.js'

/** Filters of the board; an empty list does not filter. */
export interface BoardFilter {
  readonly queueIds: readonly number[]
  readonly users: readonly number[]
}
const queryOf = ({ queueIds, users }: BoardFilter) => ({
  queueIds: queueIds.length > 0 ? JSON.stringify(queueIds) : undefined,
  users: users.length > 0 ? JSON.stringify(users) : undefined,
})
interface NextPage {
  readonly filter: BoardFilter
  readonly lane: number
  readonly cursor: string
}

export const kanbanApi = endpoints(({ build, command }) => ({
  kanban: build.query<Board, BoardFilter>({
    query: (filter) => requestOf('GET /ticket/kanban', { query: queryOf(filter) }),
    transformResponse: (answer: AnswerTo<'GET /ticket/kanban'>) => boardOf(answer),
    providesTags: ['Kanban'],
  }),
  kanbanLane: build.query<AnswerTo<'GET /ticket/kanban'>, NextPage>({
    query: ({ filter, lane, cursor }) =>
      requestOf('GET /ticket/kanban', { query: { ...queryOf(filter), lane: String(lane), cursor } }),
    extraOptions: { quiet: true },
    keepUnusedDataFor: 0,
  }),
  kanbanTotals: build.query<Totals, BoardFilter>({
    query: (filter) => requestOf('GET /ticket/kanban/totals', { query: queryOf(filter) }),
    transformResponse: (answer: AnswerTo<'GET /ticket/kanban/totals'>) => totalsOf(answer),
    providesTags: ['KanbanTotals'],
  }),
  moveCard: command('PUT /tickets/:id/lane', { quiet: true, changes: ['KanbanTotals'] }),
}))

export const { useKanbanQuery, useKanbanTotalsQuery, useMoveCardMutation } = kanbanApi

/** Maximum of reads of a page that changes during the read. */
const MAX_READS = 3

/** Reads the next page of a lane. Rejects with an ApiError. */
export const loadMore =
  (page: NextPage) =>
  async (dispatch: AppDispatch): Promise<void> => {
    const read = { subscribe: false, forceRefetch: true }
    const ask = () => dispatch(kanbanApi.endpoints.kanbanLane.initiate(page, read)).unwrap()
    let answer = await ask()
    // reads again if a ticket of the answer changed during the read
    for (let turn = 1; turn < MAX_READS && !answer.tickets.every(admitNewest); turn++) answer = await ask()
    dispatch(
      kanbanApi.util.updateQueryData('kanban', page.filter, (board) => {
        // skips a board that was read again since
        if (board.lanes[page.lane]?.cursor === page.cursor) addPage(board, answer)
      }),
    )
  }
