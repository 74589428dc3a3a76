import type { ReactNode } from 'react'
import styles from './status-tag.module.css'

export type Tone = 'waiting' | 'open' | 'closed' | 'failed' | 'good'

/** A state in its colour; the text has the meaning. */
export const StatusTag = (props: { tone: Tone; icon?: ReactNode; children: ReactNode }) => (
  <span className={`${styles.tag} ${styles[props.tone]}`}>
    {props.icon}
    {props.children}
  </span>
)
