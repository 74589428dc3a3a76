import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import type { Part } from '@guiche/contracts/opening-hours/week.js'
import Input from 'antd/es/input/index.js'
import { IconButton } from '../../components/icon-button.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './hours.module.css'

const MIDNIGHT = '24:00'
/** Browsers' time fields have no 24:00. */
const inField = (time: string): string => (time === MIDNIGHT ? '00:00' : time)
const fromField = (side: keyof Part, time: string): string =>
  side === 'until' && time === '00:00' ? MIDNIGHT : time

/** Suggested part after the last part of a day. */
export const partAfter = (last: Part | undefined): Part => {
  if (last === undefined) return { from: '08:00', until: '18:00' }
  const from = last.until > last.from && last.until !== MIDNIGHT ? last.until : '08:00'
  return { from, until: from < '18:00' ? '18:00' : MIDNIGHT }
}

interface Props {
  /** id of its first field */
  readonly id?: string | undefined
  /** the day, for accessible names of its fields */
  readonly day: string
  readonly part: Part
  /** id of the fault's text; undefined without a fault */
  readonly faultId: string | undefined
  readonly onChange: (part: Part) => void
  readonly onRemove: () => void
}

/** The two times of a part of a day. */
export const PartTimes = ({ id, day, part, faultId, onChange, onRemove }: Props) => {
  const { t } = useTranslation()
  const { from, until } = part
  return (
    <span className={styles.part}>
      {(['from', 'until'] as const).map((side) => (
        <Input
          key={side}
          type="time"
          required
          {...(side === 'from' && id !== undefined && { id })}
          {...(faultId !== undefined && {
            status: 'error' as const,
            'aria-invalid': true,
            'aria-describedby': faultId,
          })}
          className={styles.time ?? ''}
          aria-label={t(`common:hours.${side}`, { day })}
          value={inField(part[side])}
          onChange={({ target }) => onChange({ ...part, [side]: fromField(side, target.value) })}
        />
      ))}
      <IconButton danger label={t('common:hours.remove', { day, from, until })} onClick={onRemove}>
        <DeleteOutlined />
      </IconButton>
    </span>
  )
}
