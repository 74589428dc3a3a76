import type { LimitedFeature } from '@guiche/contracts/company/features.js'
import Alert from 'antd/es/alert/index.js'
import { joinNames } from '../../i18n/i18n.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useCompanyUsageQuery } from './api.js'
import { nearnessOfLimit } from './limit-use.js'

/**
 * A notice from 80 % of a limit on. From 100 % on the notice says that nothing more can be created, and names
 * the users who only read.
 */
export const UsageNotice = ({
  of,
  companyId,
}: {
  readonly of: LimitedFeature
  readonly companyId: number
}) => {
  const { t } = useTranslation()
  const { data } = useCompanyUsageQuery({ id: companyId, query: {} })
  const near = data === undefined ? null : nearnessOfLimit(data[of])
  if (data === undefined || near === null) return null
  const { used, limit } = data[of]
  const readers = of === 'users' ? data.readOnly.map(({ name }) => name) : []
  const title = t(`companies:usage.${of}`, { used, limit })
  const text = t(near === 'full' ? 'companies:usage.full' : 'companies:usage.near')
  return (
    <Alert
      role="status"
      type={near === 'full' ? 'warning' : 'info'}
      showIcon
      style={{ marginBottom: 16 }}
      title={title}
      description={
        readers.length === 0
          ? text
          : `${text} ${t('companies:usage.readers', { count: readers.length, people: joinNames(readers) })}`
      }
    />
  )
}
