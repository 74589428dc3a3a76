import { endpoints } from '../../api/base-api.js'
import type { AppDispatch } from '../../app/store.js'
import { recordApi } from '../../records/record-api.js'

const quickApi = endpoints(({ query }) => ({
  // the caller's number of uses of each: affects only the order of a list
  ownQuickUses: query('GET /quick-messages/uses', { quiet: true }),
}))
export const { useOwnQuickUsesQuery } = quickApi

/** Counts one more use of a quick reply by the caller, until the next read. */
export const showQuickUse =
  (id: number) =>
  (dispatch: AppDispatch): void => {
    dispatch(
      quickApi.util.updateQueryData('ownQuickUses', undefined, (own) => {
        const known = own.find((one) => one.id === id)
        if (known === undefined) own.push({ id, uses: 1 })
        else known.uses++
      }),
    )
    const list = { record: 'quickmessage', paged: false, search: '', by: {} } as const
    dispatch(
      recordApi.util.updateQueryData('records', list, ({ pages }) => {
        for (const { rows } of pages)
          for (const row of rows) if (row.id === id) Object.assign(row, { uses: Number(row.uses) + 1 })
      }),
    )
  }
