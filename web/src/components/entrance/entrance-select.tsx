import { type ReactNode, type SelectHTMLAttributes, useId } from 'react'
import styles from './entrance.module.css'

interface Props extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string
  readonly hint?: string | undefined
  /** error of the field, or null */
  readonly error: string | null
  /** its options */
  readonly children: ReactNode
}

/** A labelled choice before the sign-in, without Ant Design. */
export const EntranceSelect = ({ label, hint, error, children, ...select }: Props) => {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        {...select}
        id={id}
        className={styles.input}
        aria-invalid={error !== null}
        aria-describedby={`${id}-about`}
      >
        {children}
      </select>
      <p id={`${id}-about`} className={error === null ? styles.hint : styles.error}>
        {error ?? hint}
      </p>
    </div>
  )
}
