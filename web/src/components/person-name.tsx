import type { ReactNode } from 'react'
import styles from './person-name.module.css'
import type { Presence } from './presence-dot.js'
import { UserAvatar } from './user-avatar.js'

/** A person's name and details, in two lines beside the picture. */
export const PersonName = (props: {
  name: string
  line?: ReactNode
  picture?: string
  presence?: Presence
}) => (
  <span className={styles.person}>
    <UserAvatar
      name={props.name}
      size={34}
      {...(props.picture === undefined ? {} : { picture: props.picture })}
      presence={props.presence}
    />
    <span className={styles.lines}>
      <span className={styles.name}>{props.name}</span>
      {props.line !== undefined && <span className={styles.line}>{props.line}</span>}
    </span>
  </span>
)
