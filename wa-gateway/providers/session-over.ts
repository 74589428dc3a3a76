/** A session has ended, so nobody takes what its socket still brings. */
export class SessionOverError extends Error {
  override name = 'SessionOverError'
}
