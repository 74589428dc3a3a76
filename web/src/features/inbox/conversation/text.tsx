import type { ReactNode } from 'react'
import { RichText } from '../message/rich-text.js'
import { emojiCount } from '../model/emoji-count.js'
import styles from './bubble.module.css'

/** Text of a message. `meta` is on its last line if there is space, else below. */
export const Text = ({ text, meta }: { text: string; meta: ReactNode }) => (
  <div className={styles.text}>
    <div className={styles.words} data-emoji={emojiCount(text) || undefined}>
      <RichText text={text} />
    </div>
    {meta}
  </div>
)

/** The app's text instead of a message without one. */
export const Instead = ({ icon, text, meta }: { icon: ReactNode; text: string; meta: ReactNode }) => (
  <div className={styles.text}>
    <span className={styles.instead}>
      {icon} {text}
    </span>
    {meta}
  </div>
)
