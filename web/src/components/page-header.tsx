import type { ReactNode } from 'react'
import styles from './page-header.module.css'

interface Props {
  readonly title: string
  readonly hint?: string
  /** level of the title: 2 for a part of a page */
  readonly level?: 2 | undefined
  readonly children?: ReactNode
}

/** Title of a page, with its primary action and the filters of its list. */
export const PageHeader = ({ title, hint, level, children }: Props) => {
  const Title = level === 2 ? 'h2' : 'h1'
  return (
    <header className={styles.header}>
      <div className={styles.titles}>
        <Title className={styles.title}>{title}</Title>
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      </div>
      <div className={styles.actions}>{children}</div>
    </header>
  )
}
