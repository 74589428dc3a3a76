import type { UserRecord } from '@guiche/contracts/views/records.js'

/** Until when the invitation of a user can be used (ISO 8601), or null where there is none, or none any more. */
export const openInvitation = (
  { invitedUntil }: Pick<UserRecord, 'invitedUntil'>,
  now: number,
): string | null => (invitedUntil !== null && Date.parse(invitedUntil) > now ? invitedUntil : null)
