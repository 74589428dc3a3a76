import type { RatingSummary } from '@guiche/contracts/views/ratings.js'
import Skeleton from 'antd/es/skeleton/index.js'
import { dataForArgument } from '../../api/data-for-argument.js'
import { ErrorState } from '../../components/error-state.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { type RatingFilter, useRatingSummaryQuery } from './api.js'
import { RATINGS } from './rating-tag.js'
import styles from './ratings.module.css'

type Row = RatingSummary['users'][number]
const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const

/** Averages of agents or of queues. */
const Averages = ({ of, rows }: { readonly of: 'users' | 'queues'; readonly rows: readonly Row[] }) => {
  const { t, i18n } = useTranslation()
  return (
    <section className={styles.panel}>
      <h2 className={styles.heading}>{t(`ratings:summary.${of}.title`)}</h2>
      <table className={styles.averages} aria-label={t(`ratings:summary.${of}.title`)}>
        <thead>
          <tr>
            <th scope="col">{t(`ratings:summary.${of}.name`)}</th>
            <th scope="col">{t('ratings:summary.average')}</th>
            <th scope="col">{t('ratings:summary.count')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, average, count }) => (
            <tr key={id}>
              <th scope="row">{name || t(id === 0 ? `ratings:summary.${of}.none` : 'ratings:unknown')}</th>
              <td className="tabular">{average?.toLocaleString(i18n.language, TWO_DECIMALS) ?? '—'}</td>
              <td className="tabular">{count.toLocaleString(i18n.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Total = ({ total }: Pick<RatingSummary, 'total'>) => {
  const { t, i18n } = useTranslation()
  return (
    <section className={styles.panel}>
      <h2 className={styles.heading}>{t('ratings:summary.title')}</h2>
      <p className={styles.average}>
        <strong>{total.average?.toLocaleString(i18n.language, TWO_DECIMALS) ?? '—'}</strong>{' '}
        {t('ratings:summary.of', { count: total.count })}
      </p>
      <dl className={styles.given}>
        {RATINGS.map((rating) => (
          <div key={rating} data-rating={rating}>
            <dt>{t(`ratings:value.${rating}`)}</dt>
            <dd>
              {total.given[rating] > 0 && (
                <i style={{ width: `${(100 * total.given[rating]) / total.count}%` }} />
              )}
              <span className="tabular">{total.given[rating].toLocaleString(i18n.language)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The figures of the chosen period, independent of the rating filter. */
export const Summary = ({ filter }: { readonly filter: RatingFilter }) => {
  const { rating: _, ...query } = filter
  const read = useRatingSummaryQuery({ query }, { refetchOnMountOrArgChange: true })
  const { data, busy, isError, refetch } = dataForArgument(read)
  if (data === undefined)
    return isError ? <ErrorState onRetry={refetch} /> : <Skeleton active paragraph={{ rows: 5 }} />
  if (data.total.count === 0) return null
  return (
    <div className={styles.summary} aria-busy={busy}>
      <Total total={data.total} />
      <Averages of="users" rows={data.users} />
      <Averages of="queues" rows={data.queues} />
    </div>
  )
}
