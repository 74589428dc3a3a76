import { useMemo } from 'react'
import { useRecords } from '../../../records/record-api.js'
import { useOwnQuickUsesQuery } from '../../quick-messages/api.js'

/**
 * The quick replies, and the user's uses of each, by id. `isRead`: both are loaded, or failed. Without the
 * uses the list still shows, in another order.
 */
export const useQuickList = (asked = true) => {
  const { rows, isError } = useRecords('quickmessage', undefined, { skip: !asked })
  const uses = useOwnQuickUsesQuery(undefined, { skip: !asked })
  const own = useMemo(() => new Map(uses.data?.map(({ id, uses }) => [id, uses])), [uses.data])
  const isRead = isError || (rows !== undefined && (uses.data !== undefined || uses.isError))
  return { rows: isRead ? rows : undefined, own, isError, isRead }
}
