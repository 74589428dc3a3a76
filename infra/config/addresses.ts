import { isIP } from 'node:net'

/** Whether the host is a loopback address. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))

/** Whether the URL leads to this machine only. */
export const isLoopbackUrl = (url: string): boolean => URL.canParse(url) && isLoopback(new URL(url).hostname)

/** Whether the host is an address of this machine or of a private network. */
export const isPrivate = (host: string): boolean => {
  if (isLoopback(host)) return true
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare) === 4) return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(bare)
  return isIP(bare) === 6 && /^f[cd]/i.test(bare)
}

const NAMED_NETWORKS: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']

/** Whether the text is an IP address, a network such as 10.0.0.0/8, or a name that Express accepts. */
export const isNetwork = (text: string): boolean => {
  if (NAMED_NETWORKS.includes(text)) return true
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  if (version === 0 || bits === undefined) return version !== 0
  return Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128)
}
