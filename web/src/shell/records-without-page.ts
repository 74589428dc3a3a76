import { RECORDS, type RecordName } from '@guiche/contracts/records/index.js'
import type { PagedName } from '../records/record-texts.js'

/** Records with a place in the menu and without a `page.tsx`. */
export const recordsWithoutPage = (own: readonly { readonly label: string }[]): readonly PagedName[] =>
  (Object.keys(RECORDS) as RecordName[]).filter((name): name is PagedName => {
    const { screen, plural } = RECORDS[name]
    const isInMenu = screen !== null && typeof screen === 'object'
    return isInMenu && !own.some(({ label }) => label === `${plural}:title`)
  })
