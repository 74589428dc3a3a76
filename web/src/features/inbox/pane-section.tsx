import { type ReactNode, useState } from 'react'
import styles from './contact-card.module.css'

/** A part of the third pane that is asked for when it is opened for the first time. */
export const PaneSection = ({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}) => {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <details
      className={styles.section}
      onToggle={({ currentTarget }) => setWasOpened((before) => before || currentTarget.open)}
    >
      <summary>{title}</summary>
      {wasOpened && children}
    </details>
  )
}
