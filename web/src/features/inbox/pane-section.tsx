import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { type ReactNode, useState } from 'react'
import styles from './contact-card.module.css'

/** A section of the contact's pane, loaded when first opened. */
export const PaneSection = ({
  title,
  count,
  children,
}: {
  readonly title: string
  /** number of its items; absent until known */
  readonly count?: number | undefined
  readonly children: ReactNode
}) => {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <details
      className={styles.section}
      onToggle={({ currentTarget }) => setWasOpened((before) => before || currentTarget.open)}
    >
      <summary>
        <RightOutlined aria-hidden />
        {title}
        {count !== undefined && <span className={styles.count}>{count.toLocaleString()}</span>}
      </summary>
      {wasOpened && children}
    </details>
  )
}
