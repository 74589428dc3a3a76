import styles from './presence-dot.module.css'

export type Presence = 'online' | 'away' | 'offline'

export const presenceOf = ({
  online,
  away,
}: {
  readonly online: boolean
  readonly away: boolean
}): Presence => (away ? 'away' : online ? 'online' : 'offline')

/** A dot for a colleague's presence. Decoration: the status is also written beside the dot. */
export const PresenceDot = ({ presence, className }: { presence: Presence; className?: string }) => (
  <span aria-hidden className={`${styles.dot} ${className ?? ''}`} data-presence={presence} />
)
