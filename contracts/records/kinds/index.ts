import { authorKind } from './author.js'
import { colorKind } from './color.js'
import { countKind } from './count.js'
import { flagKind } from './flag.js'
import type { Field, FieldOf, Kind, KindName } from './kind.js'
import { mediaKind } from './media.js'
import { outcomeKind } from './outcome.js'
import { refKind } from './ref.js'
import { textKind } from './text.js'
import { timeKind } from './time.js'
import { usersKind } from './users.js'
import { wholeKind } from './whole.js'

/** Every kind of field. */
const KINDS: { readonly [K in KindName]: Kind<FieldOf<K>> } = {
  text: textKind,
  color: colorKind,
  whole: wholeKind,
  time: timeKind,
  flag: flagKind,
  media: mediaKind,
  author: authorKind,
  ref: refKind,
  users: usersKind,
  count: countKind,
  outcome: outcomeKind,
}

/** The kind of a field. */
export const kindOf = (field: Field): Kind<Field> => KINDS[field.kind]
