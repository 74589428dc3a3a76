import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { ApiCaller } from '@guiche/contracts/users/permissions.js'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import { networkOf } from '@guiche/infra/http/network.js'
import { tooMany } from '@guiche/infra/http/too-many.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import type { AreaDeps } from '../deps.js'
import { tellFailedSignIn } from '../failed-sign-ins.js'
import type { Handled, Meta } from '../kernel/kernel.js'
import { freshId } from '../kernel/meta.js'
import { connectionsDecider } from './decide.js'
import type { ConnectionsState } from './state.js'

const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** A token as the vault keeps it. The company's connections decide whether the token is still valid. */
interface Entry {
  readonly hash: string
  readonly companyId: number
  readonly connectionId: number
}

export interface ApiTokens {
  /**
   * Makes a token for a connection and replaces the earlier token. The token is shown once, because only its hash is
   * kept. So a repeated command makes a new token. Errors: ERR_NO_WAPP_FOUND, ERR_UNAVAILABLE.
   */
  make(
    connectionId: number,
    meta: Meta,
  ): Promise<Result<{ token: string; handled: Handled<ConnectionsState> }, DomainError>>
  /**
   * The caller that a token belongs to. Errors: ERR_API_TOKEN (no valid token), ERR_TOO_MANY_REQUESTS (many invalid
   * tokens from this address), ERR_COMPANY_BLOCKED, ERR_COMPANY_EXPIRED.
   */
  callerOf(token: string | null, address: string): Promise<Result<ApiCaller, DomainError>>
}

const keyOf = (tokenId: string): string => `connection-token/${tokenId}`
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
const tokenIdOf = (hash: string): string => derivedUuid('connection-token', hash)
const isEqualSecret = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Removes the vault entries of invalid tokens. */
export const removeTokens = async (
  vault: Vault,
  tokenIds: readonly (string | null | undefined)[],
): Promise<void> => {
  const ended = tokenIds.filter((id) => typeof id === 'string')
  if (ended.length > 0) await vault.commit(ended.map((id) => ({ key: keyOf(id), value: null })))
}

/** Limit of invalid tokens of one address in this time. A program with an old token does not lock others out. */
const MAX_INVALID_TOKENS = 20
const WINDOW_MS = 60_000
/**
 * Number of recently valid tokens that are remembered: invalid tokens of the same address do not slow their callers.
 */
const MAX_CACHED_TOKENS = 1_000

type Deps = Pick<AreaDeps, 'kernel' | 'vault' | 'records' | 'standings' | 'counters' | 'logger' | 'observer'>

export const createApiTokens = (deps: Deps): ApiTokens => {
  const { kernel, vault, standings, counters } = deps
  const right = createBoundedCache<string, true>(MAX_CACHED_TOKENS)

  const find = async (token: string, tokenId: string): Promise<Result<ApiCaller, DomainError>> => {
    const unknown = err(domainError('ERR_API_TOKEN'))
    const stored = (await vault.getMany([keyOf(tokenId)])).get(keyOf(tokenId))
    if (stored === undefined) return unknown
    const entry = JSON.parse(stored.value.toString()) as Entry
    if (!isEqualSecret(entry.hash, hashOf(token))) return unknown
    const { companyId, connectionId } = entry
    const { state } = await kernel.load(connectionsDecider, streams.connections(companyId))
    if (state.tokenIds.get(connectionId) !== tokenId) return unknown
    // a program can do nothing for a company that is being erased
    if ((await standings.of(companyId)) === null || (await standings.isErasing(companyId))) return unknown
    const refusal = await standings.refusal(companyId)
    return refusal === null ? ok({ companyId, connectionId, tokenId }) : err(refusal)
  }

  return {
    make: async (connectionId, meta) => {
      const { companyId } = meta
      const token = randomBytes(32).toString('base64url')
      const hash = hashOf(token)
      const tokenId = tokenIdOf(hash)
      const entry: Entry = { hash, companyId, connectionId }
      await vault.commit([{ key: keyOf(tokenId), value: Buffer.from(JSON.stringify(entry)) }])
      const command = { kind: 'set-token', connectionId, tokenId } as const
      const stream = streams.connections(companyId)
      const handled = await kernel.execute(connectionsDecider, stream, command, freshId(meta))
      if (handled.ok) return ok({ token, handled: handled.value })
      // in an outage it is unknown whether the token is valid
      if (handled.error.code !== 'ERR_UNAVAILABLE') await removeTokens(vault, [tokenId])
      return handled
    },

    callerOf: async (token, address) => {
      const count = `api-wrong/${networkOf(address)}`
      const tokenId = token !== null && TOKEN.test(token) ? tokenIdOf(hashOf(token)) : null
      const isKnown = tokenId !== null && right.has(tokenId)
      if (!isKnown && (await counters.add(count, 0, WINDOW_MS)) >= MAX_INVALID_TOKENS)
        return err(tooMany(WINDOW_MS))
      const found =
        token === null || tokenId === null ? err(domainError('ERR_API_TOKEN')) : await find(token, tokenId)
      if (found.ok && tokenId !== null) right.set(tokenId, true)
      if (found.ok || found.error.code !== 'ERR_API_TOKEN') return found
      if (tokenId !== null) right.delete(tokenId)
      await counters.add(count, 1, WINDOW_MS)
      tellFailedSignIn(deps, found.error.code, { address })
      return found
    },
  }
}
