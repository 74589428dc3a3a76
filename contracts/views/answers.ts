import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Nullable, Strict } from '../envelope.js'

const Text = Type.String()
const Count = Type.Integer({ minimum: 0 })

/** The answer of a list: `key` is the field with the page's records. */
export const PageOf = <K extends string, T extends TSchema>(key: K, record: T) =>
  Strict({
    [key]: Type.Array(record),
    count: Count,
    hasMore: Type.Boolean(),
    /** cursor of the next page; null on the last page */
    cursor: Nullable(Text),
  } as { [P in K]: ReturnType<typeof Type.Array<T>> } & {
    count: typeof Count
    hasMore: ReturnType<typeof Type.Boolean>
    cursor: ReturnType<typeof Nullable<typeof Text>>
  })

/**
 * Answer of a command that was done but whose record is not shown, because its views are late. `hidden`:
 * because the caller may no longer see the record.
 */
export const Accepted = Strict({
  id: Type.Union([Type.Integer(), Text]),
  hidden: Type.Optional(Type.Literal(true)),
})
export type Accepted = Static<typeof Accepted>
/** Answer of a command without a record to show. */
export const Acknowledgement = Strict({ message: Text })

/** Answer of an erasure, with the numbers of removed things. */
export const Erased = Strict({
  message: Text,
  removed: Strict({ tickets: Count, messages: Count, files: Count, records: Count }),
})
export type Erased = Static<typeof Erased>
