import { type Static, Type } from '@sinclair/typebox'
import { HIDDEN_CHARACTERS } from '../plain-text.js'

/**
 * A stored username of WhatsApp: lower case, without the `@`. At least one letter, so that a username is
 * never a number. Letters of other scripts are refused, because they look alike.
 */
export const Username = Type.String({ maxLength: 64, pattern: '^[0-9._]*[a-z][a-z0-9._]*$' })
export type Username = Static<typeof Username>

const USERNAME_PATTERN = /^@?([0-9._]*[A-Za-z][A-Za-z0-9._]*)$/

/** The username in a value of WhatsApp; undefined if the value is no valid username. */
export const usernameOf = (told: unknown): Username | undefined => {
  if (typeof told !== 'string' || told.length > 2 * 64) return undefined
  const [, name] = USERNAME_PATTERN.exec(told.replace(HIDDEN_CHARACTERS, '').trim()) ?? []
  return name !== undefined && name.length <= 64 ? name.toLowerCase() : undefined
}
