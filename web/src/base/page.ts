import type { Feature } from '@guiche/contracts/company/features.js'
import type { Section } from '@guiche/contracts/menu.js'
import type { EmbeddedPage } from '@guiche/contracts/settings/settings.js'
import type { LeastProfile } from '@guiche/contracts/users/permissions.js'
import type { UserRecord } from '@guiche/contracts/views/records.js'
import type { ComponentType } from 'react'

/** The export `page` (or a list, `pages`) of `features/<feature>/page.tsx`: a page for signed-in users. */
export interface PageSpec {
  /** address, and the router's pattern if it differs */
  readonly path: string
  readonly route?: string
  /** key of its name, `<feature>:title` unless given */
  readonly label?: string
  /** the embedded page whose address must be set, or the page is hidden */
  readonly embeds?: EmbeddedPage
  readonly icon: ComponentType
  readonly section: Section
  /** order among the pages of its section, the lowest first */
  readonly place: number
  /** least profile that sees the page */
  readonly needs: LeastProfile
  /** the plan's feature that the page needs */
  readonly plan?: Feature | undefined
  readonly Component: ComponentType
  /** the page fills the whole area and scrolls itself */
  readonly full?: boolean
}

/**
 * The page's section in the menu. Management and administration are sections of admins; others find all pages under
 * service.
 */
export const sectionOf = (
  { section }: Pick<PageSpec, 'section'>,
  { profile }: Pick<UserRecord, 'profile'>,
): Section => (profile === 'admin' ? section : 'service')
