import type { TagRef } from '@guiche/contracts/views/records.js'
import { ColorDot } from '../../components/color-dot.js'
import styles from './tags.module.css'

const MAX_TAGS = 3

/** The tags of a ticket or a contact in a list: the first tags, and the number of further ones. */
export const TicketTags = ({ tags }: { tags: readonly Pick<TagRef, 'id' | 'name' | 'color'>[] }) => {
  if (tags.length === 0) return null
  const names = tags.map(({ name }) => name).join(', ')
  return (
    <span className={styles.tags} title={names}>
      {tags.slice(0, MAX_TAGS).map(({ id, name, color }) => (
        <ColorDot key={id} chip color={color} label={name} />
      ))}
      {tags.length > MAX_TAGS && <small>+{tags.length - MAX_TAGS}</small>}
    </span>
  )
}
