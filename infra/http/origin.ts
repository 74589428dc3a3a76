/**
 * Whether a browser's page may use what cookies alone allow, or open a socket: one of our own origin. Programs send no
 * origin and have no cookies to abuse.
 */
export const originAllowed = (
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string,
): boolean => {
  if (origin === undefined) return true
  try {
    const from = new URL(origin)
    return from.origin === new URL(publicUrl).origin || (host !== undefined && from.host === host)
  } catch {
    return false
  }
}
