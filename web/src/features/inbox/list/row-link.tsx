import { Link, type LinkProps } from 'react-router-dom'
import { coarsePointer } from '../../../base/coarse-pointer.js'
import { TO_ANSWER } from '../model/arrival.js'

/** A link from a list to a conversation, where the composer gets the focus. */
export const RowLink = (props: LinkProps) => (
  <Link {...props} state={props.state ?? (coarsePointer.matches ? null : TO_ANSWER)} />
)
