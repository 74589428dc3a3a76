import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { type ReactNode, useState } from 'react'
import styles from './contact-card.module.css'

/** A part of the third pane that is asked for when it is opened for the first time. */
export const PaneSection = ({
  title,
  count,
  children,
}: {
  readonly title: string
  /** of what stands in it; nothing until it is known */
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
