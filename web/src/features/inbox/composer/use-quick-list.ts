import { useMemo } from 'react'
import { useRecords } from '../../../records/record-api.js'
import { useOwnQuickUsesQuery } from '../../quick-messages/api.js'

/**
 * The quick replies, and how often the user has used each, by its id. `isRead`: both are there, or cannot be read. Without the
 * uses the list is there all the same, in another order.
 */
export const useQuickList = (asked = true) => {
  const { rows, isError } = useRecords('quickmessage', undefined, { skip: !asked })
  const uses = useOwnQuickUsesQuery(undefined, { skip: !asked })
  const own = useMemo(() => new Map(uses.data?.map(({ id, uses }) => [id, uses])), [uses.data])
  const isRead = isError || (rows !== undefined && (uses.data !== undefined || uses.isError))
  return { rows: isRead ? rows : undefined, own, isError, isRead }
}
