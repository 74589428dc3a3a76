import type { ReactNode } from 'react'
import styles from './status-banner.module.css'

/** A warning about the whole app, above its pages; screen readers read it when it appears. */
export const StatusBanner = ({ children }: { readonly children: ReactNode }) => (
  <p role="status" className={styles.banner}>
    {children}
  </p>
)
