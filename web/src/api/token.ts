interface Claims {
  /** the session */
  readonly sid?: string
  /** expiry in seconds since 1970 */
  readonly exp?: number
}

/** The claims of an access token; none if unreadable. Only the server verifies tokens. */
export const claimsOf = (token: string): Claims => {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')))
  } catch {
    return {}
  }
}
