import type { ProviderSession } from '../providers/provider.js'

/**
 * WhatsApp reports typing only to an available device. While a device is available, the account's phone shows
 * no notifications. So a line is available while an agent looks at one of its conversations, and for a short
 * time after the last signal.
 */
export const createAvailability = (line: () => ProviderSession | null, lookedMs: number) => {
  let looked: NodeJS.Timeout | undefined
  const over = (): void => {
    looked = undefined
    void line()?.available(false)
  }
  return {
    lookedAt: async (jid: string): Promise<void> => {
      clearTimeout(looked)
      looked = setTimeout(over, lookedMs).unref()
      await line()?.available(true)
      await line()?.watch(jid)
    },
    /** The line is up; WhatsApp takes every new one for unavailable. */
    opened: (): void => {
      if (looked !== undefined) void line()?.available(true)
    },
  }
}
