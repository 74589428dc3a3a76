import styles from './color-dot.module.css'

/** A colour that a person chose, as a dot beside its name: never the ground of a text. */
export const ColorDot = ({ color, label }: { color: string; label: string }) => (
  <span className={styles.named}>
    <span className={styles.dot} style={{ background: color }} aria-hidden="true" />
    {label}
  </span>
)
