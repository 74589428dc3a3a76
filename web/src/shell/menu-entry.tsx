import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import styles from './side-menu.module.css'

interface Entry {
  readonly to: string
  readonly icon: ReactNode
  readonly label: string
  /** highlighted only on exactly this address */
  readonly exact?: boolean
  /** a page of the server, opened in a new window */
  readonly outside?: boolean
  /** only the icon is shown */
  readonly collapsed: boolean
  /** the reason for a warning at this entry */
  readonly warning?: string | undefined
}

export const MenuEntry = ({ to, icon, label, exact = false, outside = false, collapsed, warning }: Entry) => {
  const content = (
    <>
      <span className={styles.icon}>
        {icon}
        {warning !== undefined && <span className={styles.dot} aria-hidden="true" />}
      </span>
      <span className={styles.text}>{label}</span>
      {warning !== undefined && <span className="visually-hidden">{warning}</span>}
    </>
  )
  const hint = { 'data-hint': collapsed ? label : warning, 'data-hint-side': 'right' }
  return (
    <li>
      {outside ? (
        <a href={to} target="_blank" rel="noreferrer" className={styles.entry} {...hint}>
          {content}
        </a>
      ) : (
        <NavLink to={to} end={exact} className={styles.entry ?? ''} {...hint}>
          {content}
        </NavLink>
      )}
    </li>
  )
}
