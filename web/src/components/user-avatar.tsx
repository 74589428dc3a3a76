import { useState } from 'react'
import { type Presence, PresenceDot } from './presence-dot.js'
import styles from './user-avatar.module.css'

interface Props {
  readonly name: string
  /** pixels */
  readonly size?: number
  /** address of a picture; initials are shown without one, or if it fails to load */
  readonly picture?: string
  /** a dot for presence; no dot unless given */
  readonly presence?: Presence | undefined
}

/** One of eight soft hues, stable for a name. */
const hueOf = (name: string): number => {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return Math.floor(sum / 45) * 45 + 20
}
const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  )
  return letters.join('').toUpperCase() || '?'
}

/** A user's picture or initials. Decoration: the name is also written beside the picture. */
export const UserAvatar = ({ name, size = 36, picture = '', presence }: Props) => {
  const [broken, setBroken] = useState('')
  const pictured = picture !== '' && broken !== picture
  return (
    <span
      className={styles.avatar}
      aria-hidden="true"
      data-initials={pictured ? undefined : initialsOf(name)}
      style={{
        width: size,
        height: size,
        fontSize: Math.round(size * 0.38),
        ['--hue' as string]: hueOf(name),
      }}
    >
      {pictured && <img src={picture} alt="" loading="lazy" onError={() => setBroken(picture)} />}
      {presence !== undefined && <PresenceDot presence={presence} className={styles.presence ?? ''} />}
    </span>
  )
}
