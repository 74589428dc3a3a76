/** The codes to link a phone; empty without a code. They come only by frames, and only to admins. */
export interface Pairing {
  readonly qrcode: string
  readonly pairingCode: string
  /** `over`: codes were shown, and the phone was linked, or the codes expired */
  readonly stage: 'waiting' | 'shown' | 'over'
  /** the last code of the former session, which late frames may bring again */
  readonly former: string
}
type Codes = Pick<Pairing, 'qrcode' | 'pairingCode'>
export const NO_PAIRING: Pairing = { qrcode: '', pairingCode: '', stage: 'waiting', former: '' }

const codeOf = ({ qrcode, pairingCode }: Codes): string => qrcode || pairingCode

/** Starts a new session: shown and expired codes belong to the former one. */
export const begunAnew = (held: Pairing = NO_PAIRING): Pairing => ({
  ...NO_PAIRING,
  former: codeOf(held) || held.former,
})

/** The held codes after a frame. */
export const nextPairing = (held: Pairing = NO_PAIRING, frame: Codes): Pairing => {
  const code = codeOf(frame)
  if (code !== '' && code !== held.former)
    return { ...held, qrcode: frame.qrcode, pairingCode: frame.pairingCode, stage: 'shown' }
  return { ...NO_PAIRING, former: held.former, stage: held.stage === 'waiting' ? 'waiting' : 'over' }
}

/** Whether the dialog may close. Expired codes do not close it while a number is being typed. */
export const isDone = (connected: boolean, { stage }: Pairing, typed: string): boolean =>
  connected || (stage === 'over' && typed === '')
