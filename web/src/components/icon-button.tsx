import Tooltip from 'antd/es/tooltip/index.js'
import type { ButtonHTMLAttributes, Ref } from 'react'
import styles from './icon-button.module.css'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** what it does: tooltip and name for screen readers */
  readonly label: string
  readonly danger?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** A round button that is only an icon, at least 32 px in size. */
export const IconButton = ({ label, danger = false, className = '', ...rest }: Props) => (
  // what it has opened says more, and stands where the tooltip would
  <Tooltip title={rest['aria-expanded'] === true ? '' : label} mouseEnterDelay={0.4}>
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={`${styles.button} ${danger ? styles.danger : ''} ${className}`}
    />
  </Tooltip>
)
