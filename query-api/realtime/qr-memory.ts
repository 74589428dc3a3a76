import type { Clock } from '@guiche/infra/clock.js'

/** A code is renewed every 20 to 60 s; one older than this is of no use. */
const FRESH_MS = 90_000

export interface Codes {
  readonly qrcode: string
  readonly pairingCode: string
}
export const NO_CODES: Codes = { qrcode: '', pairingCode: '' }

/** The codes that can be scanned now, for admins who connect later. Kept in memory alone, never written. */
export const createQrMemory = (clock: Clock) => {
  const codes = new Map<number, Codes & { at: number }>()
  return {
    set: (connectionId: number, { qrcode, pairingCode }: Codes): void => {
      if (qrcode === '' && pairingCode === '') codes.delete(connectionId)
      else codes.set(connectionId, { qrcode, pairingCode, at: clock.now().getTime() })
    },
    get: (connectionId: number): Codes => {
      const found = codes.get(connectionId)
      if (found === undefined) return NO_CODES
      if (clock.now().getTime() - found.at <= FRESH_MS) return found
      codes.delete(connectionId)
      return NO_CODES
    },
    clear: (connectionId: number): void => void codes.delete(connectionId),
  }
}
export type QrMemory = ReturnType<typeof createQrMemory>
