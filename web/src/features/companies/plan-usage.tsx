import type { LimitedFeature } from '@guiche/contracts/company/features.js'
import { Suspense } from 'react'
import { mayUse, useUser } from '../../base/access.js'
import { lazyPage } from '../../base/lazy-page.js'
import { loadTextsOf } from '../../i18n/i18n.js'

const UsageNotice = lazyPage(async () => {
  const [part] = await Promise.all([import('./usage-notice.js'), loadTextsOf('companies')])
  return part.UsageNotice
})

/** Shows administrators the use of a plan's limit when the limit is near; nothing without a limit. */
export const PlanUsage = ({ of }: { readonly of: LimitedFeature }) => {
  const me = useUser()
  if (!mayUse(me, 'admin') || me.company.plan[of] === null) return null
  return (
    <Suspense fallback={null}>
      <UsageNotice of={of} companyId={me.companyId} />
    </Suspense>
  )
}
