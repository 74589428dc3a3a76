import { Strict } from '@guiche/contracts/envelope.js'
import { Type } from '@sinclair/typebox'

/** A numeric id in a path, as text; at most 15 digits, so that it is exact as a number. */
export const IdText = Type.String({ pattern: '^[1-9][0-9]{0,14}$' })
/** The parameters of a path with `:id`. */
export const WithId = Strict({ id: IdText })
