import { SECTIONS } from '@guiche/contracts/menu.js'
import type { PageSpec } from '../base/page.js'
import { pageOfRecord } from '../records/page-of-record.js'
import { recordsWithoutPage } from './records-without-page.js'

export interface Page extends PageSpec {
  readonly label: string
}
interface Module {
  readonly page?: PageSpec
  readonly pages?: readonly PageSpec[]
}

const found = import.meta.glob<Module>('../features/*/page.tsx', { eager: true })
const placeOf = ({ section, place }: Page): number => SECTIONS.indexOf(section) * 100 + place

const own = Object.entries(found).flatMap(([file, { page, pages = page === undefined ? [] : [page] }]) =>
  pages.map((spec): Page => ({ label: `${file.split('/')[2]}:title`, ...spec })),
)
const derived = recordsWithoutPage(own).map((name) => pageOfRecord(name))

/**
 * All pages after the sign-in, in order: the router, the side menu and the command palette derive from this
 * list.
 */
export const PAGES: readonly Page[] = [...own, ...derived].sort((one, other) => placeOf(one) - placeOf(other))
