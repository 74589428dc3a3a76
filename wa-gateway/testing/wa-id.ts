import { randomBytes } from 'node:crypto'

/** A message id in the form of WhatsApp Web. */
export const newWaId = (): string => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`
