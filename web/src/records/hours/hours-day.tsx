import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { Language } from '@guiche/contracts/languages.js'
import {
  type Part,
  type PartFault,
  ROUND_THE_CLOCK,
  WEEKDAYS,
  type Weekday,
} from '@guiche/contracts/opening-hours/week.js'
import { weekdayIn } from '@guiche/contracts/records/kinds/hours.js'
import { useId } from 'react'
import { IconButton } from '../../components/icon-button.js'
import { MenuButton } from '../../components/menu-button.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './hours.module.css'
import { PartTimes, partAfter } from './part-times.js'

const WORKDAYS = WEEKDAYS.slice(0, 5)

interface Props {
  readonly id?: string | undefined
  readonly day: Weekday
  /** parts of the day, in the order of entry */
  readonly parts: readonly Part[]
  /** maximum of entries */
  readonly most: number
  /** the invalid part, by its index in `parts` */
  readonly fault: PartFault | null
  /** sets the parts of days */
  readonly onSet: (days: readonly Weekday[], parts: readonly Part[]) => void
}

/** A day of the week: its parts, and buttons to close it, open it all day and copy it to other days. */
export const HoursDay = ({ id, day, parts, most, fault, onSet }: Props) => {
  const { t, i18n } = useTranslation()
  const faultId = useId()
  const name = weekdayIn(day, i18n.language as Language, 'long')
  const put = (next: readonly Part[]) => onSet([day], next)
  const isRoundTheClock = parts.some(
    ({ from, until }) => from === ROUND_THE_CLOCK.from && until === ROUND_THE_CLOCK.until,
  )
  const copyTo = (days: readonly Weekday[]) => onSet(days, parts)
  const items = [
    { key: 'closed', label: t('common:hours.closed'), onClick: () => put([]) },
    { key: 'all', label: t('common:hours.allDay'), onClick: () => put([ROUND_THE_CLOCK]) },
    { type: 'divider' as const },
    { key: 'work', label: t('common:hours.copyToWorkdays'), onClick: () => copyTo(WORKDAYS) },
    { key: 'week', label: t('common:hours.copyToAll'), onClick: () => copyTo(WEEKDAYS) },
  ]
  return (
    <li className={styles.day}>
      <span className={styles.name}>{name}</span>
      <span className={styles.parts}>
        {isRoundTheClock && parts.length === 1 ? (
          <span className={styles.whole}>{t('common:hours.allDay')}</span>
        ) : (
          parts.map((part, at) => (
            <PartTimes
              // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing else that tells it from another
              key={at}
              id={at === (fault?.at ?? 0) ? id : undefined}
              day={name}
              part={part}
              faultId={fault?.at === at ? faultId : undefined}
              onChange={(next) => put(parts.with(at, next))}
              onRemove={() => put(parts.toSpliced(at, 1))}
            />
          ))
        )}
        {parts.length === 0 && <span className={styles.whole}>{t('common:hours.closed')}</span>}
      </span>
      <span className={styles.buttons}>
        <IconButton
          label={t('common:hours.add', { day: name })}
          disabled={isRoundTheClock || parts.length >= most}
          onClick={() => put([...parts, partAfter(parts.at(-1))])}
        >
          <PlusOutlined />
        </IconButton>
        <MenuButton label={t('common:hours.more', { day: name })} menu={{ items }} placement="bottomRight">
          <MoreOutlined />
        </MenuButton>
      </span>
      {fault !== null && (
        <p id={faultId} className={styles.fault}>
          {t(`common:hours.fault.${fault.why}`)}
        </p>
      )}
    </li>
  )
}
