import type { ButtonHTMLAttributes, Ref } from 'react'
import styles from './icon-button.module.css'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** the button's action: name for screen readers, and hint (hints/hints.tsx) */
  readonly label: string
  readonly danger?: boolean
  /** the primary action, in the brand's colour */
  readonly primary?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** A round icon button, at least 32 px in size. */
export const IconButton = ({ label, danger = false, primary = false, className = '', ...rest }: Props) => (
  <button
    type="button"
    data-hint={label}
    {...rest}
    aria-label={label}
    className={`${styles.button} ${danger ? styles.danger : ''} ${primary ? styles.primary : ''} ${className}`}
  />
)
