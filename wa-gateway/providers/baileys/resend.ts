import type { proto } from '@whiskeysockets/baileys'

/** Decision 0035 gives the reason for a day. */
const RESENT_FOR_MS = 24 * 3_600_000

/**
 * The content that a phone gets once more because decrypting failed. Undefined when the message is not kept or too
 * old.
 */
export const contentToResend = (
  kept: proto.IWebMessageInfo | null,
  now: number,
): proto.IMessage | undefined => {
  const composedAt = Number(String(kept?.messageTimestamp ?? 0)) * 1000
  return composedAt + RESENT_FOR_MS < now ? undefined : (kept?.message ?? undefined)
}
