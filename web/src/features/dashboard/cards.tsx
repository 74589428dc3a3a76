import type { DashboardRecord } from '@guiche/contracts/views/insight.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './dashboard.module.css'
import { minutesText } from './minutes.js'

type Counters = DashboardRecord['counters']

interface Card {
  readonly key: string
  readonly value: string | number
  /** which of the four colours of the product it wears */
  readonly tone?: 'open' | 'waiting' | 'closed' | 'brand'
}

const cardsOf = (counters: Counters): readonly Card[] => [
  { key: 'happening', value: counters.supportHappening, tone: 'open' },
  { key: 'pending', value: counters.supportPending, tone: 'waiting' },
  { key: 'finished', value: counters.supportFinished, tone: 'closed' },
  { key: 'leads', value: counters.leads, tone: 'brand' },
  { key: 'avgSupport', value: minutesText(counters.avgSupportTime) },
  { key: 'avgWait', value: minutesText(counters.avgWaitTime) },
  ...(counters.totalWhatsappSessions === null
    ? []
    : [{ key: 'sessions', value: counters.totalWhatsappSessions }]),
  ...(counters.totalCompanies === null ? [] : [{ key: 'companies', value: counters.totalCompanies }]),
]

/** The figures; those of the whole installation only where the server gives them. */
export const Cards = ({ counters }: { counters: Counters }) => {
  const { t, i18n } = useTranslation()
  return (
    <dl className={styles.cards}>
      {cardsOf(counters).map(({ key, value, tone }) => (
        <div key={key} className={styles.card} data-tone={tone}>
          <dt>{t(`dashboard:card.${key}`)}</dt>
          <dd className="tabular">{value.toLocaleString(i18n.language)}</dd>
          <dd className={styles.when}>{t(`dashboard:when.${key}`)}</dd>
        </div>
      ))}
    </dl>
  )
}
