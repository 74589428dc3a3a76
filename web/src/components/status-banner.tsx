import type { ReactNode } from 'react'
import styles from './status-banner.module.css'

/** A warning about the whole app, above all pages. Screen readers read the warning when it appears. */
export const StatusBanner = ({ children }: { readonly children: ReactNode }) => (
  <p role="status" className={styles.banner}>
    {children}
  </p>
)
