import type { NewEvent, StoredEvent } from '@guiche/contracts/envelope.js'
import { toPosition } from '@guiche/contracts/envelope.js'
import { eventSchemas } from '@guiche/contracts/events/index.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { checkSchema } from '@guiche/contracts/schema.js'
import type { TSchema } from '@sinclair/typebox'
import type { AppendError } from './event-store.js'

/** Maximum of bytes of one event as JSON. */
const MAX_EVENT_BYTES = 256 * 1024

/** An event as stored: `body` is the JSON of all fields but id and type. */
export interface EncodedEvent {
  readonly id: string
  readonly type: string
  readonly body: string
}

/** An event's coordinates. */
interface LogPosition {
  readonly id: string
  readonly type: string
  readonly position: number
  readonly stream: string
  readonly revision: number
}
export type StoredRow = EncodedEvent & LogPosition
/** The fields in the JSON of an event. */
export type Body = Omit<NewEvent, 'id' | 'type'>

/** Gives an event of an old type as the type that came after it. Pure and total. */
export type Upcaster = (data: unknown) => { readonly type: string; readonly data: unknown }

/** Old type → its successor. Old types are no longer written, and every reader sees the successor. */
const upcasters: Readonly<Record<string, Upcaster>> = {}

export interface Codec {
  /** Checks an event's data against the schema of its type and its size, and gives its stored form. */
  encode(event: NewEvent): Result<EncodedEvent, AppendError>
  /** The event that a stored row stands for, brought up to the newest version of its type. */
  decode(row: StoredRow): StoredEvent
  /** Like decode, for parsed JSON that the caller gives away. */
  revive(place: LogPosition, body: Body): StoredEvent
}

/** Names and ids are stored as text, which a NUL would cut. */
export const isPlain = (name: string): boolean =>
  name.length > 0 && name.length <= 200 && !name.includes('\0')

const invalidEvent = (type: string, message: string): Result<never, AppendError> =>
  err({ kind: 'invalid', type, message })

/** The one place where events change their form between memory and store. */
export const createCodec = (
  schemas: Readonly<Record<string, TSchema>> = eventSchemas,
  table: Readonly<Record<string, Upcaster>> = upcasters,
): Codec => {
  const revive: Codec['revive'] = ({ id, type, stream, revision, position }, body) => {
    let current: { type: string; data: unknown } = { type, data: body.data }
    for (let step = table[current.type]; step !== undefined; step = table[current.type]) {
      current = step(current.data)
    }
    return { id, ...body, ...current, stream, revision, position: toPosition(position) }
  }
  return {
    encode: ({ id, type, data, companyId, time, actor, correlationId, causationId }) => {
      const schema = Object.hasOwn(schemas, type) ? schemas[type] : undefined
      if (schema === undefined) return invalidEvent(type, 'is not a known type of event')
      if (!isPlain(id)) return invalidEvent(type, 'has no usable id')
      const checked = checkSchema(schema, data)
      if (!checked.ok) return invalidEvent(type, `${checked.error.field || 'data'} ${checked.error.message}`)
      const body = JSON.stringify({ companyId, time, actor, correlationId, causationId, data })
      if (Buffer.byteLength(body) + id.length + type.length > MAX_EVENT_BYTES) {
        return err({ kind: 'too-large', type })
      }
      return ok({ id, type, body })
    },
    decode: ({ body, ...place }) => revive(place, JSON.parse(body) as Body),
    revive,
  }
}
