import Tag from 'antd/es/tag/index.js'
import { useLocation } from 'react-router-dom'
import { formatDay } from '../../base/dates.js'
import { useGoTo } from '../../base/hooks.js'
import { useTranslation } from '../../i18n/use-translation.js'

/** A period of new contacts (yyyy-MM-dd) that another page asks for. */
export interface NewContactsPeriod {
  readonly from: string
  readonly to: string
}

/** The period of new contacts that another page asks for: the list's arguments, and a tag that removes the period. */
export const useNewContactsPeriod = () => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const { came } = (useLocation().state ?? {}) as { readonly came?: NewContactsPeriod }
  if (came === undefined) return { query: {}, notice: undefined }
  return {
    query: { dateStart: came.from, dateEnd: came.to, leads: 'true' },
    notice: (
      <p>
        <Tag closable onClose={() => goTo('/contacts')}>
          {t('contacts:cameBetween', { from: formatDay(came.from), to: formatDay(came.to) })}
        </Tag>
      </p>
    ),
  }
}
