import { Link, type LinkProps } from 'react-router-dom'
import { byFinger } from '../../../base/by-finger.js'
import { TO_ANSWER } from '../model/arrival.js'

/** A link from a list to a conversation, where the composer gets the focus. */
export const RowLink = (props: LinkProps) => (
  <Link {...props} state={props.state ?? (byFinger.matches ? null : TO_ANSWER)} />
)
