import type { NoteRecord } from '@guiche/contracts/views/records.js'
import { Fragment } from 'react'
import { useUser } from '../../base/access.js'
import { splitMentions } from './mentions.js'
import styles from './note-text.module.css'

/** A note's text with highlighted mentions; the reader's own more strongly. */
export const NoteText = ({ note: { note, mentions } }: { note: Pick<NoteRecord, 'note' | 'mentions'> }) => {
  const me = useUser()
  return splitMentions(note, mentions).map(({ text, users }, index) => {
    const key = `${index}-${text}`
    if (users.length === 0) return <Fragment key={key}>{text}</Fragment>
    return (
      <mark key={key} className={styles.mention} data-own={users.some(({ id }) => id === me.id)}>
        {text}
      </mark>
    )
  })
}
