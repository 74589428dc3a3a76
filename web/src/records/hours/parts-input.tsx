import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type Part, partsFault } from '@guiche/contracts/opening-hours/week.js'
import Button from 'antd/es/button/index.js'
import { useId } from 'react'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './hours.module.css'
import { PartTimes, partAfter } from './part-times.js'

interface Props {
  readonly id?: string
  readonly most: number
  /** text for a day without parts */
  readonly none: string
  readonly value?: readonly Part[]
  readonly onChange?: (parts: readonly Part[]) => void
}

/** The parts of a single day. */
export const PartsInput = ({ id, most, none, value = [], onChange }: Props) => {
  const { t } = useTranslation()
  const faultId = useId()
  const fault = partsFault(value)
  const day = t('common:hours.thatDay')
  return (
    <div className={styles.single}>
      {value.length === 0 && <span className={styles.whole}>{none}</span>}
      {value.map((part, at) => (
        <PartTimes
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing else that tells it from another
          key={at}
          id={at === (fault?.at ?? 0) ? id : undefined}
          day={day}
          part={part}
          faultId={fault?.at === at ? faultId : undefined}
          onChange={(next) => onChange?.(value.with(at, next))}
          onRemove={() => onChange?.(value.toSpliced(at, 1))}
        />
      ))}
      {fault !== null && (
        <p id={faultId} className={styles.fault}>
          {t(`common:hours.fault.${fault.why}`)}
        </p>
      )}
      <Button
        icon={<PlusOutlined />}
        // otherwise the field's label would be the button's name
        aria-label={t('common:hours.addPart')}
        disabled={value.length >= most}
        {...(value.length === 0 && id !== undefined && { id })}
        onClick={() => onChange?.([...value, partAfter(value.at(-1))])}
      >
        {t('common:hours.addPart')}
      </Button>
    </div>
  )
}
