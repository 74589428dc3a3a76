import { Fragment, useMemo } from 'react'
import { type Piece, splitText } from '../../../base/whatsapp-text.js'
import { textBlocks } from '../model/text-blocks.js'
import styles from './rich-text.module.css'

const Pieces = ({ of, plain }: { of: readonly Piece[]; plain: boolean }) =>
  of.map((piece, index) => {
    const key = `${index}-${piece.kind}`
    if (piece.kind === 'bold') return <strong key={key}>{piece.text}</strong>
    if (piece.kind === 'italic') return <em key={key}>{piece.text}</em>
    if (piece.kind === 'strike') return <s key={key}>{piece.text}</s>
    if (piece.kind === 'code') return <code key={key}>{piece.text}</code>
    if (piece.kind === 'link' && !plain)
      return (
        <a key={key} href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
          {piece.text}
        </a>
      )
    return <Fragment key={key}>{piece.text}</Fragment>
  })

/** A text in one line, for lists and buttons: WhatsApp's formats, without links and blocks. */
export const PlainText = ({ text }: { text: string }) => (
  <Pieces of={useMemo(() => splitText(text), [text])} plain />
)

/** A user's or contact's text with WhatsApp's formats, quotes, lists and safe links. Never HTML. */
export const RichText = ({ text }: { text: string }) =>
  useMemo(() => textBlocks(text), [text]).map((block, index) => {
    const key = `${index}-${block.kind}`
    if (block.kind === 'words') return <Pieces key={key} of={block.words} plain={false} />
    if (block.kind === 'quote')
      return (
        <blockquote key={key} className={styles.quote}>
          <Pieces of={block.words} plain={false} />
        </blockquote>
      )
    const items = block.items.map((item, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never move
      <li key={n}>
        <Pieces of={item} plain={false} />
      </li>
    ))
    return block.kind === 'bullets' ? (
      <ul key={key} className={styles.list}>
        {items}
      </ul>
    ) : (
      <ol key={key} className={styles.list} start={block.first}>
        {items}
      </ol>
    )
  })
