import { Type } from '@sinclair/typebox'
import { Nullable, Strict } from '../envelope.js'

/** Progress of the relay. Each event is appended at the expected revision, so only one relay can work. */
export const relayEvents = {
  'relay.advanced.v1': Strict({
    /** everything up to this position is published */
    position: Type.String({ pattern: '^[0-9]{20}$' }),
    /** the running relay; null = none, so the next relay starts at once */
    holder: Nullable(Type.String({ minLength: 1, maxLength: 200 })),
  }),
}
