import type { ButtonHTMLAttributes } from 'react'
import styles from './plain-button.module.css'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** the page's main action */
  readonly primary?: boolean
  readonly large?: boolean
  readonly busy?: boolean
}

/** A button without Ant Design, for pages before the sign-in, which must load fast. */
export const PlainButton = ({ primary, large, busy, type = 'button', ...rest }: Props) => (
  <button
    {...rest}
    type={type}
    aria-busy={busy}
    className={[styles.button, primary && styles.primary, large && styles.large, busy && styles.busy]
      .filter(Boolean)
      .join(' ')}
  />
)
