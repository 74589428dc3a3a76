import { endpoints } from '../../api/base-api.js'
import type { AppDispatch } from '../../app/store.js'
import { recordApi } from '../../records/record-api.js'

const quickApi = endpoints(({ query }) => ({
  // how often the caller has used each: only the order of a list depends on it
  ownQuickUses: query('GET /quick-messages/uses', { quiet: true }),
}))
export const { useOwnQuickUsesQuery } = quickApi

/** Shows one use more of a quick reply, the caller's own, until the server is asked again. */
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
