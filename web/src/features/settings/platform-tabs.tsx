import { Suspense } from 'react'
import { lazyPage } from '../../base/lazy-page.js'
import { PageSkeleton } from '../../components/page-skeleton.js'
import { loadTextsOf } from '../../i18n/i18n.js'
import { withRecordTexts } from '../../records/record-texts.js'

const Companies = lazyPage(async () => {
  const [part] = await Promise.all([import('../companies/company-list.js'), loadTextsOf('companies')])
  return part.CompanyList
})
const NewCompany = lazyPage(async () => {
  const [part] = await Promise.all([import('../companies/new-company.js'), loadTextsOf('companies')])
  return part.NewCompany
})
const Helps = withRecordTexts('help', () => import('../helps/help-list.js').then((m) => m.HelpList))
const Plans = withRecordTexts('plan', () => import('../plans/plan-list.js').then((m) => m.PlanList))

const TABS = { companies: Companies, newCompany: NewCompany, plans: Plans, helps: Helps } as const

/** The tabs of super users, each loaded when first opened. */
export const platformTabs = Object.entries(TABS).map(([key, Tab]) => ({
  key,
  children: (
    <Suspense fallback={<PageSkeleton />}>
      <Tab />
    </Suspense>
  ),
}))
