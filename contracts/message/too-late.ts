/**
 * Time after sending in which a message can be edited, or deleted for everybody. WhatsApp's server also
 * accepts later changes, but phones ignore them: the contact still sees the old text.
 */
export const EDIT_MINUTES = 15
export const DELETE_HOURS = 60

const LIMITS = {
  edit: { ms: EDIT_MINUTES * 60_000, code: 'ERR_WAPP_EDIT_TOO_LATE' },
  revoke: { ms: DELETE_HOURS * 3_600_000, code: 'ERR_WAPP_DELETE_TOO_LATE' },
} as const

/**
 * The error code of a change that comes too late, or null. `sentAt` null: the message is not sent yet, and
 * can be changed at any time. `now`: milliseconds since the epoch. Pure.
 */
export const isTooLate = (change: keyof typeof LIMITS, sentAt: string | null, now: number) => {
  const { ms, code } = LIMITS[change]
  return sentAt !== null && now - Date.parse(sentAt) > ms ? code : null
}
