import Alert from 'antd/es/alert/index.js'
import { joinNames } from '../../i18n/i18n.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useCompanyUsageQuery } from './api.js'
import { exceededLimits } from './limit-use.js'

/** The limits that a company would exceed with another plan, and the users who would only read. */
export const PlanChange = ({
  companyId,
  planId,
}: {
  readonly companyId: number
  readonly planId: number
}) => {
  const { t } = useTranslation()
  const { currentData } = useCompanyUsageQuery({
    id: companyId,
    query: { planId: String(planId) },
  })
  const over = currentData === undefined ? [] : exceededLimits(currentData)
  if (currentData === undefined || over.length === 0) return null
  const readers = currentData.readOnly.map(({ name }) => name)
  const much = joinNames(over.map(([what, count]) => t(`companies:tooMany.${what}`, { count })))
  return (
    <Alert
      role="status"
      type="warning"
      showIcon
      style={{ marginBottom: 16 }}
      title={t('companies:tooMany.title', { much })}
      description={
        readers.length === 0
          ? t('companies:tooMany.kept')
          : `${t('companies:tooMany.kept')} ${t('companies:usage.readers', { count: readers.length, people: joinNames(readers) })}`
      }
    />
  )
}
