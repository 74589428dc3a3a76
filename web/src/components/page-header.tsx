import type { ReactNode } from 'react'
import styles from './page-header.module.css'

/** Title of a page, with its one primary action and what narrows the list down. */
export const PageHeader = (props: { title: string; hint?: string; children?: ReactNode }) => (
  <header className={styles.header}>
    <div className={styles.titles}>
      <h1 className={styles.title}>{props.title}</h1>
      {props.hint !== undefined && <p className={styles.hint}>{props.hint}</p>}
    </div>
    <div className={styles.actions}>{props.children}</div>
  </header>
)
