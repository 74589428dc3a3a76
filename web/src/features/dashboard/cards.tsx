import type { DashboardRecord } from '@guiche/contracts/views/insight.js'
import { Link } from 'react-router-dom'
import { useTranslation } from '../../i18n/use-translation.js'
import type { NewContactsPeriod } from '../contact-list/new-contacts-period.js'
import styles from './dashboard.module.css'
import { minutesText } from './minutes.js'

type Counters = DashboardRecord['counters']

interface Card {
  readonly key: string
  readonly value: string | number
  /** colour of the figure */
  readonly tone?: 'open' | 'waiting' | 'closed' | 'brand'
  /** the inbox list with the counted tickets */
  readonly list?: {
    readonly tab: 'open' | 'pending' | 'closed'
    readonly from?: string
    readonly to?: string
  }
  /** the contact list with the counted contacts */
  readonly contacts?: NewContactsPeriod
}

/** Figures of the whole installation; null with a single company, whose own figures are the same. */
const installationOf = ({ totalWhatsappSessions, totalCompanies }: Counters): readonly Card[] =>
  totalWhatsappSessions === null || totalCompanies === null || totalCompanies < 2
    ? []
    : [
        { key: 'sessions', value: totalWhatsappSessions },
        { key: 'companies', value: totalCompanies },
      ]

const cardsOf = (counters: Counters, days: DashboardRecord['days']): readonly Card[] => [
  { key: 'happening', value: counters.supportHappening, tone: 'open', list: { tab: 'open' } },
  { key: 'pending', value: counters.supportPending, tone: 'waiting', list: { tab: 'pending' } },
  {
    ...{ key: 'finished', value: counters.supportFinished, tone: 'closed' },
    list: { tab: 'closed', from: days[0]?.day ?? '', to: days.at(-1)?.day ?? '' },
  },
  {
    ...{ key: 'leads', value: counters.leads, tone: 'brand' },
    contacts: { from: days[0]?.day ?? '', to: days.at(-1)?.day ?? '' },
  },
  { key: 'avgSupport', value: minutesText(counters.avgSupportTime) },
  { key: 'avgWait', value: minutesText(counters.avgWaitTime) },
  ...installationOf(counters),
]

/** The company's figures, and those of the installation if it has several companies. Counts link to their lists. */
export const Cards = ({ counters, days }: Pick<DashboardRecord, 'counters' | 'days'>) => {
  const { t, i18n } = useTranslation()
  return (
    <dl className={styles.cards}>
      {cardsOf(counters, days).map(({ key, value, tone, list, contacts }) => (
        <div key={key} className={styles.card} data-tone={tone}>
          <dt>{t(`dashboard:card.${key}`)}</dt>
          <dd className="tabular">
            {list === undefined && contacts === undefined ? (
              value.toLocaleString(i18n.language)
            ) : (
              <Link
                {...(list === undefined
                  ? { to: '/contacts', state: { came: contacts } }
                  : { to: '/tickets', state: { list: { ...list, showAll: true } } })}
                className={styles.listed}
                title={t('dashboard:seeList')}
              >
                {value.toLocaleString(i18n.language)}
              </Link>
            )}
          </dd>
          <dd className={styles.when}>{t(`dashboard:when.${key}`)}</dd>
        </div>
      ))}
    </dl>
  )
}
