import type { ClosureRecord } from '@guiche/contracts/views/closures.js'
import { formatDayAndTime } from '../../base/dates.js'
import { formatBytes } from '../../base/file-limits.js'
import { Facts } from '../../components/facts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './closures.module.css'

const DATA_PLACES = ['events', 'streams', 'views', 'search', 'files', 'vault', 'topics'] as const

/** Progress of a company's erasure; after its end, counts of the erased data by place. */
export const ClosureReport = ({ of }: { readonly of: ClosureRecord }) => {
  const { t, i18n } = useTranslation()
  const { removed, step, percent } = of
  if (removed === null) {
    const now = step ?? 'close'
    const doing = t(`companies:erase.step.${now}`)
    return (
      <div className={styles.progress}>
        <progress aria-label={t('companies:erase.running')} value={percent} max={100} />
        <p role="status">{t('companies:erase.doing', { doing })}</p>
        <p>{t('companies:erase.goesOn')}</p>
      </div>
    )
  }
  const countOf = (place: (typeof DATA_PLACES)[number]): string => {
    const count = removed[place].toLocaleString(i18n.language)
    return place === 'files' ? `${count} (${formatBytes(removed.bytes, i18n.language)})` : count
  }
  const until = removed.topicsUntil
  return (
    <>
      <Facts
        of={DATA_PLACES.map((place) => [t(`companies:erase.place.${place}`), countOf(place)] as const)}
      />
      {until !== null && <p>{t('companies:erase.topicsUntil', { date: formatDayAndTime(until) })}</p>}
    </>
  )
}

/** Running erasures of companies, and reports of ended ones. Renders nothing without any. */
export const Closures = ({ all }: { readonly all: readonly ClosureRecord[] }) => {
  const { t } = useTranslation()
  if (all.length === 0) return null
  return (
    <section className={styles.all} aria-labelledby="erased-companies">
      <h3 id="erased-companies">{t('companies:erase.all')}</h3>
      <ul>
        {all.map((one) => (
          <li key={one.companyId}>
            <details open={one.status === 'running'}>
              <summary>
                {one.endedAt === null
                  ? t('companies:erase.begun', { id: one.companyId, date: formatDayAndTime(one.startedAt) })
                  : t('companies:erase.ended', { id: one.companyId, date: formatDayAndTime(one.endedAt) })}
              </summary>
              <ClosureReport of={one} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}
