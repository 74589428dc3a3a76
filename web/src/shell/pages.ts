import { type PageSpec, SECTIONS } from '../base/page.js'

export interface Page extends PageSpec {
  readonly label: string
}
interface Module {
  readonly page?: PageSpec
  readonly pages?: readonly PageSpec[]
}

const found = import.meta.glob<Module>('../features/*/page.tsx', { eager: true })
const placeOf = ({ section, place }: Page): number => SECTIONS.indexOf(section) * 100 + place

/**
 * All pages after the sign-in, in order: the router, the side menu and the command palette derive from this
 * list.
 */
export const PAGES: readonly Page[] = Object.entries(found)
  .flatMap(([file, { page, pages = page === undefined ? [] : [page] }]) =>
    pages.map((spec) => ({ label: `${file.split('/')[2]}:title`, ...spec })),
  )
  .sort((one, other) => placeOf(one) - placeOf(other))
