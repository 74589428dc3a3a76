import type { DashboardRecord } from '@guiche/contracts/views/insight.js'
import dayjs from 'dayjs'
import { formatDay } from '../../base/dates.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './dashboard.module.css'

type Days = DashboardRecord['days']

const HEIGHT = 180
/** Maximum of labels under the chart. */
const LABELS = 8

/** The value of the chart's top line: four equal steps of a round number above the highest bar. */
const topOf = (days: Days): number => {
  const highest = Math.max(4, ...days.flatMap(({ opened, finished }) => [opened, finished]))
  const power = 10 ** Math.floor(Math.log10(highest / 4))
  const step = [1, 2, 2.5, 5, 10]
    .map((size) => size * power)
    .find((size) => Number.isInteger(size) && size * 4 >= highest)
  return 4 * (step ?? power * 10)
}

/** Opened and closed tickets a day. The figures are also a table, for users who cannot see the bars. */
export const DaysChart = ({ days }: { days: Days }) => {
  const { t } = useTranslation()
  const top = topOf(days)
  const every = Math.ceil(days.length / LABELS)
  const heightOf = (value: number): string => `${(value / top) * 100}%`
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.legend}>
        <span data-series="opened">{t('dashboard:chart.opened')}</span>
        <span data-series="finished">{t('dashboard:chart.finished')}</span>
      </figcaption>
      <div className={styles.plot} style={{ height: HEIGHT }} aria-hidden="true">
        {[1, 0.75, 0.5, 0.25, 0].map((share) => (
          <div key={share} className={styles.line} style={{ bottom: `${share * 100}%` }}>
            <span>{top * share}</span>
          </div>
        ))}
        <div className={styles.days}>
          {days.map(({ day, opened, finished }, place) => {
            const date = dayjs(day)
            const tip = `${formatDay(date)} · ${t('dashboard:chart.opened')} ${opened} · ${t('dashboard:chart.finished')} ${finished}`
            return (
              <div key={day} className={styles.day} data-hint={tip}>
                <div className={styles.bars}>
                  <i data-series="opened" style={{ height: heightOf(opened) }} />
                  <i data-series="finished" style={{ height: heightOf(finished) }} />
                </div>
                {place % every === 0 && <span className={styles.label}>{date.format('DD/MM')}</span>}
              </div>
            )
          })}
        </div>
      </div>
      {/* CSS cannot make a table lower than its rows, so a wrapper is hidden instead */}
      <div className="visually-hidden">
        <table>
          <caption>{t('dashboard:chart.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('dashboard:chart.day')}</th>
              <th scope="col">{t('dashboard:chart.opened')}</th>
              <th scope="col">{t('dashboard:chart.finished')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, opened, finished }) => (
              <tr key={day}>
                <th scope="row">{formatDay(day)}</th>
                <td>{opened}</td>
                <td>{finished}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
