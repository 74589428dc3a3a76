import { Fragment, useMemo } from 'react'
import { pieces } from '../model/text.js'

interface Props {
  readonly text: string
  /** links are shown as text: where the whole is already a link */
  readonly plain?: boolean
}

/** A person's text with WhatsApp's marks and safe links. Text stays text. */
export const RichText = ({ text, plain = false }: Props) => {
  const parts = useMemo(() => pieces(text), [text])
  return (
    <>
      {parts.map((piece, index) => {
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
      })}
    </>
  )
}
