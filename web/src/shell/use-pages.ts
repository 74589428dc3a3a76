import { useMemo } from 'react'
import { hasFeature, mayUse, useUser } from '../base/access.js'
import { useEmbeddedPagesQuery } from '../features/embedded/api.js'
import { PAGES, type Page } from './pages.js'

/** The pages for the signed-in user: allowed by profile and plan, and embedded pages with an address. */
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
