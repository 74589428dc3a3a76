import type { ServerFrames } from '@guiche/contracts/realtime/realtime.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { waitingReasonOf } from '@guiche/contracts/views/present.js'
import { type Codes, NO_CODES } from './qr-memory.js'

/** State of a connection's login. Codes are for admins alone, so they are left out unless given. */
export const sessionFrame = (doc: ConnectionDoc, codes: Codes = NO_CODES): ServerFrames['session'] => ({
  action: 'update',
  session: {
    id: doc.connectionId,
    status: doc.status,
    reason: doc.reason,
    waitingReason: waitingReasonOf(doc),
    number: doc.number,
    retries: doc.retries,
    updatedAt: doc.updatedAt,
    qrcode: codes.qrcode,
    pairingCode: codes.pairingCode,
  },
})
