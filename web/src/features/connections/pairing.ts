/** What a phone links itself with; empty while there is none. Comes by frames only, to admins only. */
export interface Pairing {
  readonly qrcode: string
  readonly pairingCode: string
  /** `over` after codes were shown: the phone linked itself, or they ran out */
  readonly stage: 'waiting' | 'shown' | 'over'
}
export const NO_PAIRING: Pairing = { qrcode: '', pairingCode: '', stage: 'waiting' }

/** What a frame makes of the codes held. */
export const nextPairing = (
  held: Pairing | undefined,
  frame: Pick<Pairing, 'qrcode' | 'pairingCode'>,
): Pairing => {
  const shows = frame.qrcode !== '' || frame.pairingCode !== ''
  const stage = shows ? 'shown' : held?.stage === undefined || held.stage === 'waiting' ? 'waiting' : 'over'
  return { qrcode: frame.qrcode, pairingCode: frame.pairingCode, stage }
}

/** Whether there is nothing left to do in the dialog. Codes that ran out take no number with them that is being typed. */
export const isDone = (connected: boolean, { stage }: Pairing, typed: string): boolean =>
  connected || (stage === 'over' && typed === '')
