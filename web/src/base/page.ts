import type { Feature } from '@guiche/contracts/features.js'
import type { Least } from '@guiche/contracts/permissions.js'
import type { EmbeddedPage } from '@guiche/contracts/settings.js'
import type { UserRecord } from '@guiche/contracts/views/records.js'
import type { ComponentType } from 'react'

/** The sections of the side menu, in their order. */
export const SECTIONS = ['service', 'management', 'administration'] as const

/** What `features/<feature>/page.tsx` exports as `page`, or several as `pages`: a page behind the sign-in. */
export interface PageSpec {
  /** address, and where it differs the pattern of the router */
  readonly path: string
  readonly route?: string
  /** key of its name, `<feature>:title` unless given */
  readonly label?: string
  /** an address of the platform without which it is not there */
  readonly embeds?: EmbeddedPage
  readonly icon: ComponentType
  readonly section: (typeof SECTIONS)[number]
  /** among the pages of its section, the lowest first */
  readonly place: number
  /** least profile that may see it */
  readonly needs: Least
  /** a feature without which in the company's plan it is not there */
  readonly plan?: Feature | undefined
  readonly Component: ComponentType
  /** fills the whole area and scrolls by itself */
  readonly full?: boolean
}

/** Where the menu has a page: management and administration are sections of admins, others find all under service. */
export const sectionOf = (
  { section }: Pick<PageSpec, 'section'>,
  { profile }: Pick<UserRecord, 'profile'>,
): PageSpec['section'] => (profile === 'admin' ? section : 'service')
