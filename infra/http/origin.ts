import { hostname, networkInterfaces } from 'node:os'
import { isLoopback } from '../config/addresses.js'

const ALL_INTERFACES: ReadonlySet<string> = new Set(['0.0.0.0', '[::]'])

/** Whether a host name belongs to this machine: loopback, an address of a network card, or the host name. */
const isOwnName = (host: string): boolean => {
  const bare = host.replace(/^\[|\]$/g, '')
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return (
    isLoopback(host) ||
    bare === hostname().toLowerCase() ||
    addresses.some(({ address }) => address.replace(/%.*$/, '') === bare)
  )
}

/**
 * Whether a browser's page may use cookies or open a socket: a page of `publicUrl`. If `publicUrl` is a
 * loopback address, pages of any loopback port may, too (the dev server): cookies are shared between ports.
 * If it is the unspecified address, each own address counts. The Host header does not count, because the
 * page's author chooses it. Programs send no origin and have no cookies to abuse.
 */
export const originAllowed = (origin: string | undefined, publicUrl: string): boolean => {
  if (origin === undefined) return true
  try {
    const [from, own] = [new URL(origin), new URL(publicUrl)]
    if (from.origin === own.origin) return true
    if (ALL_INTERFACES.has(own.hostname)) return isOwnName(from.hostname)
    return isLoopback(own.hostname) && isLoopback(from.hostname)
  } catch {
    return false
  }
}

/**
 * Whether a request has an allowed Host header. Only checked if `publicUrl` is a name of this machine: a
 * foreign page can point its own name to this machine (DNS rebinding). With another `publicUrl` a proxy may
 * change the Host header.
 */
export const isHostAllowed = (host: string | undefined, publicUrl: string): boolean => {
  const own = new URL(publicUrl).hostname
  return (!ALL_INTERFACES.has(own) && !isLoopback(own)) || originAllowed(`http://${host}`, publicUrl)
}
