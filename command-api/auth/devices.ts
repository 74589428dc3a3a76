import { createHmac, timingSafeEqual } from 'node:crypto'
import { newUuid } from '@guiche/infra/ids.js'

const UUID = /^[0-9a-f-]{36}$/

/**
 * Browsers in which an account has signed in before. Each keeps a cookie, `{id}.{signature of id and account}`.
 * Strangers who guess passwords cannot make one, so they use up no attempts of such a browser.
 */
export const createDevices = (key: Buffer) => {
  const signatureOf = (id: string, account: string): Buffer =>
    createHmac('sha256', key).update(`${id}\n${account}`).digest()
  const idOf = (cookie: string | undefined, account: string): string | null => {
    const [id = '', signature = '', ...more] = (cookie ?? '').split('.')
    if (!UUID.test(id) || more.length > 0) return null
    const given = Buffer.from(signature, 'base64url')
    const right = signatureOf(id, account)
    return given.length === right.length && timingSafeEqual(given, right) ? id : null
  }
  return {
    /** The browser's identity; null if this account has never signed in there. */
    idOf,
    /** The cookie of a browser where this account has just signed in. A known browser keeps its cookie. */
    cookieFor: (account: string, before: string | undefined): string => {
      const id = idOf(before, account) ?? newUuid()
      return `${id}.${signatureOf(id, account).toString('base64url')}`
    },
  }
}
export type Devices = ReturnType<typeof createDevices>
