import { randomBytes } from 'node:crypto'

/** A WhatsApp message id as its web clients make them. */
export const newWaId = (): string => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`
