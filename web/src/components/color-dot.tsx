import styles from './color-dot.module.css'
import { NOTHING } from './nothing.js'

/**
 * A chosen colour, as a dot beside its name: never the background of a text. `chip`: with a border around
 * both.
 */
export const ColorDot = ({
  color,
  label,
  chip = false,
}: {
  color: string
  label: string
  chip?: boolean
}) => (
  <span className={`${styles.named} ${chip ? styles.chip : ''}`}>
    <span className={styles.dot} style={{ background: color }} aria-hidden="true" />
    <span className={styles.label}>{label}</span>
  </span>
)

interface NamedColor {
  readonly id: number
  readonly name: string
  readonly color: string
}

/** Names of queues, each with its colour. */
export const QueueNames = ({ queues }: { queues: readonly NamedColor[] }) =>
  queues.length === 0 ? (
    NOTHING
  ) : (
    <span className={styles.several} title={queues.map(({ name }) => name).join(', ')}>
      {queues.map(({ id, name, color }) => (
        <ColorDot key={id} color={color} label={name} />
      ))}
    </span>
  )
