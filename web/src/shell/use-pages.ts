import { useMemo } from 'react'
import { hasFeature, mayUse, useUser } from '../base/access.js'
import { useEmbeddedPagesQuery } from '../features/embedded/api.js'
import { PAGES, type Page } from './pages.js'

/** The pages that are offered to whoever is signed in: those of their profile and plan, and embedded ones that have an address. */
export const usePages = (): readonly Page[] => {
  const user = useUser()
  const embedded = useEmbeddedPagesQuery().data
  return useMemo(
    () =>
      PAGES.filter(
        ({ needs, plan, embeds }) =>
          mayUse(user, needs) &&
          hasFeature(user, plan) &&
          (embeds === undefined || embedded?.some(({ page }) => page === embeds)),
      ),
    [user, embedded],
  )
}
