import { stringifySetCookie } from 'cookie'

/** Lifetime of the cookie of a known browser, in seconds: the longest that browsers allow. */
const DEVICE_S = 400 * 24 * 3600

/**
 * The refresh token is sent to the sign-in routes alone, and the media token to files alone. With a simulator, a super
 * user's token is sent to the simulator's page. All these cookies are httpOnly.
 */
export const createCookies = (publicUrl: string, simulator = false) => {
  const common = { httpOnly: true, sameSite: 'strict', secure: publicUrl.startsWith('https:') } as const
  const refresh = (value: string, extra = {}) =>
    stringifySetCookie({ name: 'jrt', value, path: '/api/auth', ...common, ...extra })
  const access = (name: 'media' | 'simulator', path: string, value: string, extra = {}) =>
    stringifySetCookie({ name, value, path, ...common, ...extra })
  const gone = { maxAge: 0 }
  return {
    /** Cookies of a continuing session: refresh token and access token. */
    set: (refreshToken: string, accessToken: string, isSuper = false): readonly string[] => [
      refresh(refreshToken),
      access('media', '/api/public', accessToken),
      ...(simulator && isSuper ? [access('simulator', '/simulator', accessToken)] : []),
    ],
    /** marks a browser where a user has signed in; the cookie outlives the session */
    device: (value: string): string =>
      stringifySetCookie({ name: 'device', value, path: '/api/auth', maxAge: DEVICE_S, ...common }),
    clear: (): readonly string[] => [
      refresh('', gone),
      access('media', '/api/public', '', gone),
      ...(simulator ? [access('simulator', '/simulator', '', gone)] : []),
    ],
  }
}
export type Cookies = ReturnType<typeof createCookies>
