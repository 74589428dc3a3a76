import type { UserRecord } from '@guiche/contracts/views/records.js'

/** End of a user's valid invitation (ISO 8601), or null. */
export const endOfInvitation = (
  { invitedUntil }: Pick<UserRecord, 'invitedUntil'>,
  now: number,
): string | null => (invitedUntil !== null && Date.parse(invitedUntil) > now ? invitedUntil : null)
