import type { ReactNode } from 'react'
import { EmptyArt } from './art.js'
import styles from './states.module.css'

/** State of an empty list: the reason, and the next action; `art`: another picture than the default. */
export const EmptyState = (props: { title: string; hint?: string; action?: ReactNode; art?: ReactNode }) => (
  <div className={styles.state}>
    {props.art ?? <EmptyArt />}
    <p className={styles.title}>{props.title}</p>
    {props.hint !== undefined && <p className={styles.hint}>{props.hint}</p>}
    {props.action}
  </div>
)
