/** The pictures that super users may replace by the platform's own, by their names in addresses. */
export const LOGO_REFS = [
  'signup',
  'login',
  'interno',
  'favicon',
  'favicon-256x256',
  'apple-touch-icon',
] as const
export type LogoRef = (typeof LOGO_REFS)[number]
export const isLogoRef = (text: string): text is LogoRef => LOGO_REFS.some((ref) => ref === text)

/**
 * MIME types of logos by the ending of their address. Uploaded vector drawings (SVG) are converted to PNG.
 */
export const LOGO_TYPES = { png: 'image/png', ico: 'image/x-icon' } as const
export type LogoEnding = keyof typeof LOGO_TYPES

/** Maximum of bytes of an uploaded logo. */
export const LARGEST_LOGO = 2 * 1024 * 1024

/** The platform setting with the file of a logo: `logoFavicon256x256`. */
export const logoKey = <R extends LogoRef>(ref: R): LogoKey =>
  `logo${ref
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')}` as LogoKey
export type LogoKey =
  | 'logoSignup'
  | 'logoLogin'
  | 'logoInterno'
  | 'logoFavicon'
  | 'logoFavicon256x256'
  | 'logoAppleTouchIcon'

/** The file that the value of a logo setting names; null without a file. */
export const logoOf = (value: string): { readonly blobId: string; readonly ending: LogoEnding } | null => {
  const [, blobId, ending] = /^([A-Za-z0-9_-]{16,128})\.(png|ico)$/.exec(value) ?? []
  return blobId === undefined ? null : { blobId, ending: ending as LogoEnding }
}

/** Public address of a logo. The address changes with the file, so that caches may keep it. */
export const logoAddress = (ref: LogoRef, value: string): string | null => {
  const logo = logoOf(value)
  return logo === null ? null : `/api/public/logotipos/${ref}.${logo.ending}?v=${logo.blobId.slice(0, 12)}`
}
