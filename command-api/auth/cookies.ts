import { stringifySetCookie } from 'cookie'

/** The refresh token goes to the sign-in routes alone, the media token to files alone; scripts see neither. */
export const createCookies = (publicUrl: string) => {
  const common = { httpOnly: true, sameSite: 'strict', secure: publicUrl.startsWith('https:') } as const
  const refresh = (value: string, extra = {}) =>
    stringifySetCookie({ name: 'jrt', value, path: '/api/auth', ...common, ...extra })
  const media = (value: string, extra = {}) =>
    stringifySetCookie({ name: 'media', value, path: '/api/public', ...common, ...extra })
  return {
    /** Of a session that goes on: refresh token and access token. */
    set: (refreshToken: string, accessToken: string): readonly string[] => [
      refresh(refreshToken),
      media(accessToken),
    ],
    clear: (): readonly string[] => [refresh('', { maxAge: 0 }), media('', { maxAge: 0 })],
  }
}
export type Cookies = ReturnType<typeof createCookies>
