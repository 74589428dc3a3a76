import { RECORDS, type RecordName, type Records } from '@guiche/contracts/records/index.js'
import { orderOf } from '@guiche/contracts/records/order.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import type { RecordDoc } from '@guiche/contracts/records/shapes.js'
import type { Where } from '../read-store/read-store.js'
import type { Documents } from './documents.js'

/**
 * Maximum of records in a list without pages. A company with more records gets the first ones in the declared
 * order.
 */
const LIMIT = 5000

/**
 * The records of a company in their declared order. `where`: records that match one of the alternatives. `text`:
 * records with all words of the text, each by its beginning.
 */
export const allRecords = async <N extends RecordName>(
  documents: Pick<Documents, 'find' | 'search'>,
  name: N,
  companyId: number,
  { where = {}, text = '' }: { readonly where?: Where | readonly Where[]; readonly text?: string } = {},
): Promise<RecordDoc<Records[N]>[]> => {
  const spec: RecordSpec = RECORDS[name]
  const own = [where].flat().map((one: Where) => ({ companyId, ...one }))
  const asked = { where: own, sort: orderOf(spec), limit: LIMIT }
  const { plural } = RECORDS[name]
  const found =
    spec.list.search !== undefined && text !== ''
      ? await documents.search(plural, { ...asked, companyId, text })
      : await documents.find(plural, asked)
  return found as unknown as RecordDoc<Records[N]>[]
}
