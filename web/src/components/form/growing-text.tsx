import type { Ref, TextareaHTMLAttributes } from 'react'
import styles from './growing-text.module.css'

type Props = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value'> & {
  readonly value: string
  readonly ref?: Ref<HTMLTextAreaElement>
}
/** Maximum of characters in the hidden copy: more than five rows of the widest window. */
const MAX_COPIED = 5_000

/**
 * A text field that grows with its text, up to five rows. The browser derives the height from a hidden copy of the
 * text: measuring in a script costs a layout per letter.
 */
export const GrowingText = ({ value, className = '', ...rest }: Props) => (
  <div className={`${styles.box} ${className}`} data-text={value.slice(0, MAX_COPIED)}>
    <textarea rows={1} {...rest} value={value} />
  </div>
)
