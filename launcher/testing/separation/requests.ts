import type { RouteSpec } from '@guiche/contracts/routes/route.js'
import { checkSchema } from '@guiche/contracts/schema.js'
import type { NamedKind, Slot } from '@guiche/contracts/testing/named-ids.js'
import type { TSchema } from '@sinclair/typebox'
import { type SlotValues, valueFor } from './values.js'

/** Values that a route requires in its body, although its schema does not. */
const REQUIRED_VALUES: Readonly<Record<string, object>> = {
  'POST /users': { password: 'quiet sea shells' },
  'POST /tickets/:id/snooze': { until: new Date(Date.now() + 86_400_000).toISOString() },
  'PUT /settings/:key': { value: 'enabled' },
  'POST /messages/:id/reactions': { type: '👍' },
  // An option cannot be its own parent.
  'PUT /queue-options/:id': { parentId: null },
}

/** A company's records, by the kinds of ids that inputs name. */
export type CompanyIds = { readonly [N in NamedKind]?: string | number }

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

const isSameSlot = (a: Pick<Slot, 'place' | 'at'>, b: Pick<Slot, 'place' | 'at'>): boolean =>
  a.place === b.place && a.at.join() === b.at.join()

/** A picture of one pixel, which every upload route accepts. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The query as text. A list of ids is in brackets. */
const queryText = (schema: TSchema, value: string | number): string => {
  const text = String(value)
  return checkSchema(schema, text).ok ? text : `[${text}]`
}

interface ForeignSlot {
  readonly slot: Slot
  readonly other: CompanyIds
  /** true: the query has all its other fields, too; default: only the slot */
  readonly whole?: boolean
}
const IDS_ALONE: readonly NamedKind[] = ['nothing', 'cursor', 'word', 'subject']

/**
 * A request with the caller's `own` records. Only the field at `foreign.slot` names a record of `foreign.other`. All texts
 * contain `mark`.
 */
export const requestOf = (
  key: string,
  spec: RouteSpec,
  slots: readonly Slot[],
  own: CompanyIds,
  mark: string,
  foreign: ForeignSlot | null = null,
): Request => {
  const [method = '', path = ''] = key.split(' ')
  const held: SlotValues = (place) => {
    const slot = slots.find((one) => isSameSlot(one, place))
    if (slot === undefined || slot.names === 'nothing') return undefined
    return foreign !== null && isSameSlot(foreign.slot, place) ? foreign.other[slot.names] : own[slot.names]
  }
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const said = held({ place: 'path', at: [name] })
    return encodeURIComponent(said ?? 'call')
  })
  const asked = slots.filter(
    (slot) =>
      slot.place === 'query' &&
      foreign !== null &&
      (isSameSlot(slot, foreign.slot) || (foreign.whole === true && !IDS_ALONE.includes(slot.names))),
  )
  const query = asked.flatMap(({ place, at }) =>
    at.map((name) => {
      const field = spec.query?.properties[name] as TSchema
      return `${name}=${encodeURIComponent(queryText(field, held({ place, at }) ?? ''))}`
    }),
  )
  const address = query.length === 0 ? filled : `${filled}?${query.join('&')}`
  const saysNothing = Object.keys(spec.body?.properties ?? { none: null }).length === 0
  if (spec.body !== undefined && !saysNothing) {
    const said = Object.entries(REQUIRED_VALUES[key] ?? {}).filter(([name]) => foreign?.slot.at[0] !== name)
    const body = { ...(valueFor(spec.body, mark, held) as object), ...Object.fromEntries(said) }
    return { method, path: address, body }
  }
  if (spec.form === undefined) return { method, path: address }
  const form = new FormData()
  for (const [name, value] of Object.entries(valueFor(spec.form.fields, mark, held) as object)) {
    form.append(name, String(value))
  }
  if (spec.form.files.most > 0) {
    const isSheet = path.includes('contacts')
    const file = isSheet ? new Blob([`nome,numero\n${mark},5511933332222\n`]) : new Blob([PIXEL])
    form.append(spec.form.files.name, file, isSheet ? `${mark}.csv` : `${mark}.png`)
  }
  return { method, path: address, body: form }
}
