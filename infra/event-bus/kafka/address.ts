import { readFileSync } from 'node:fs'

type Mechanism = 'plain' | 'scram-sha-256' | 'scram-sha-512'

/** Addresses and credentials of Kafka. */
export interface KafkaAddress {
  /** host:port each */
  readonly brokers: readonly string[]
  /** `ca`: the only trusted authority, PEM; absent: Node's authorities. Null = no TLS. */
  readonly tls: { readonly ca?: string } | null
  readonly login: {
    readonly mechanism: Mechanism
    readonly username: string
    readonly password: string
  } | null
}

const MECHANISMS: readonly string[] = ['plain', 'scram-sha-256', 'scram-sha-512'] satisfies Mechanism[]
const ADDRESS =
  /^(?:kafka:\/\/(?:(?<username>[^\s:@/?]+):(?<password>[^\s:@/?]+)@)?)?(?<brokers>[^\s:@/?]+:\d{1,5}(?:,[^\s:@/?]+:\d{1,5})*)(?:\?(?<options>\S*))?$/

// The value is not quoted, because it may hold a password.
const refuseAddress = (what: string): never => {
  throw new Error(
    `KAFKA_BROKERS ${what}: it is host:port,host:port or kafka://user:password@host:port,host:port?tls=true&ca=FILE&sasl=NAME, ` +
      `where NAME is one of ${MECHANISMS.join(', ')}`,
  )
}

const fileOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return refuseAddress(`names a file that cannot be read, ${path}`)
  }
}

const plainPart = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return refuseAddress('has a % in user or password that is not %25')
  }
}

/**
 * Parses KAFKA_BROKERS: `host:port,host:port`, or `kafka://user:password@host:port,host:port` with options. Options:
 * `?tls=true`, `ca=` (a PEM file, read here) and `sasl=` (`scram-sha-512` unless named). User and password are
 * percent-encoded. Throws in plain words, without the password.
 */
export const parseKafkaAddress = (text: string): KafkaAddress => {
  const found = ADDRESS.exec(text.replaceAll(' ', ''))?.groups
  if (found === undefined) return refuseAddress('cannot be understood')
  const { brokers = '', username, password } = found
  const { tls = 'false', ca, sasl, ...others } = Object.fromEntries(new URLSearchParams(found.options ?? ''))
  const unknown = Object.keys(others)
  if (unknown.length > 0) refuseAddress(`has an option that is not known, ${unknown.join(', ')}`)
  if (tls !== 'true' && tls !== 'false') refuseAddress('has a tls that is neither true nor false')
  if (ca !== undefined && tls !== 'true') refuseAddress('has a ca without tls=true')
  const named = username !== undefined && password !== undefined
  if (sasl !== undefined && !named) refuseAddress('has a sasl without user and password')
  const mechanism = sasl ?? 'scram-sha-512'
  if (!MECHANISMS.includes(mechanism)) refuseAddress('has a sasl that is not known')
  return {
    brokers: brokers.split(','),
    tls: tls === 'true' ? (ca === undefined ? {} : { ca: fileOf(ca) }) : null,
    login: named
      ? { mechanism: mechanism as Mechanism, username: plainPart(username), password: plainPart(password) }
      : null,
  }
}
