import type { ReactNode } from 'react'
import styles from './section.module.css'

interface Props {
  readonly title: string
  /** what holds for all of its fields */
  readonly hint?: string
  readonly children: ReactNode
}

/** Fields that belong together, under a title. On wide windows two stand beside each other. */
export const Section = ({ title, hint, children }: Props) => (
  <fieldset className={styles.section}>
    <legend className={styles.title}>{title}</legend>
    {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    <div className={styles.fields}>{children}</div>
  </fieldset>
)
