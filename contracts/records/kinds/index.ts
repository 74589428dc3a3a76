import { authorKind } from './author.js'
import { choiceKind } from './choice.js'
import { choicesKind } from './choices.js'
import { colorKind } from './color.js'
import { countKind } from './count.js'
import { dateKind } from './date.js'
import { filesKind } from './files.js'
import { flagKind } from './flag.js'
import { hoursKind } from './hours.js'
import { integerKind } from './integer.js'
import type { Field, FieldOf, Kind, KindName } from './kind.js'
import { linkKind } from './link.js'
import { mediaKind } from './media.js'
import { moneyKind } from './money.js'
import { ordinalKind } from './ordinal.js'
import { outcomeKind } from './outcome.js'
import { partsKind } from './parts.js'
import { recurrenceKind } from './recurrence.js'
import { refKind } from './ref.js'
import { refsKind } from './refs.js'
import { rowsKind } from './rows.js'
import { secretKind } from './secret.js'
import { seriesKind } from './series.js'
import { textKind } from './text.js'
import { timeKind } from './time.js'
import { usersKind } from './users.js'

/** Every kind of field. */
const KINDS: { readonly [K in KindName]: Kind<FieldOf<K>> } = {
  text: textKind,
  link: linkKind,
  color: colorKind,
  integer: integerKind,
  ordinal: ordinalKind,
  time: timeKind,
  date: dateKind,
  money: moneyKind,
  choice: choiceKind,
  choices: choicesKind,
  rows: rowsKind((field) => kindOf(field)),
  hours: hoursKind,
  parts: partsKind,
  secret: secretKind,
  flag: flagKind,
  media: mediaKind,
  files: filesKind,
  author: authorKind,
  ref: refKind,
  refs: refsKind,
  users: usersKind,
  count: countKind,
  outcome: outcomeKind,
  recurrence: recurrenceKind,
  series: seriesKind,
}

/** The kind of a field. */
export const kindOf = (field: Field): Kind<Field> => KINDS[field.kind]
