import styles from './count.module.css'

interface Props {
  readonly value: number
  /** meaning of the number, for screen readers and as tooltip */
  readonly label: string
  /** `unread`: attention; others: the colours of the states */
  readonly tone: 'unread' | 'open' | 'waiting' | 'closed'
}

/** A counter; nothing for zero, 99+ at most. */
export const Count = ({ value, label, tone }: Props) =>
  value === 0 ? null : (
    <span className={`${styles.count} ${styles[tone]}`} role="img" aria-label={label} title={label}>
      {value > 99 ? '99+' : value}
    </span>
  )
