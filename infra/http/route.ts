import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { ViewName } from '@guiche/contracts/collections.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import type { Caller, PermissionKey } from '@guiche/contracts/permissions.js'
import type { Result } from '@guiche/contracts/result.js'
import type { Static, TSchema } from '@sinclair/typebox'

/** What an answer consists of; `body` is JSON, `stream` anything else. */
export interface Reply {
  readonly status?: number
  readonly body?: unknown
  readonly stream?: Readable
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
}
export type Answer = Result<Reply, DomainError>

export interface Call<P, Q, B> {
  /** null only on routes for anonymous callers */
  readonly caller: Caller | null
  readonly params: P
  readonly query: Q
  readonly body: B
  /** Idempotency-Key as sent, or null */
  readonly idempotencyKey: string | null
  readonly correlationId: string
  /** the address of the caller, for rate limits */
  readonly address: string
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** the raw request, for multipart bodies and Range */
  readonly request: IncomingMessage
}

/** A call of a route that asks for a session. */
export interface SignedInCall<P, Q, B> extends Call<P, Q, B> {
  readonly caller: Caller
}

export interface Route {
  readonly key: PermissionKey
  readonly params: TSchema | undefined
  readonly query: TSchema | undefined
  readonly body: TSchema | undefined
  /** the body is read by the handler itself (multipart) */
  readonly rawBody: boolean
  /** views that a GET shows: it waits for X-Min-Position in them */
  readonly views: readonly ViewName[]
  /** the media cookie does where there is no bearer token */
  readonly cookieAuth: boolean
  readonly handle: (call: Call<unknown, unknown, unknown>) => Promise<Answer>
}

interface Schemas<P extends TSchema, Q extends TSchema, B extends TSchema> {
  /** path parameters and query values arrive as text: describe them with patterns, and convert in the handler */
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly rawBody?: boolean
  readonly views?: readonly ViewName[]
  readonly cookieAuth?: boolean
}

const define = <C>(
  key: PermissionKey,
  schemas: Schemas<TSchema, TSchema, TSchema>,
  handle: (call: C) => Promise<Answer>,
): Route => ({
  key,
  params: schemas.params,
  query: schemas.query,
  body: schemas.body,
  rawBody: schemas.rawBody ?? false,
  views: schemas.views ?? [],
  cookieAuth: schemas.cookieAuth ?? false,
  handle: handle as Route['handle'],
})

/** A route for callers with a session; `key` is method and path as in contracts/permissions.ts. */
export const route = <P extends TSchema, Q extends TSchema, B extends TSchema>(
  key: PermissionKey,
  schemas: Schemas<P, Q, B>,
  handle: (call: SignedInCall<Static<P>, Static<Q>, Static<B>>) => Promise<Answer>,
): Route => define(key, schemas, handle)

/** A route that needs no session. */
export const openRoute = <P extends TSchema, Q extends TSchema, B extends TSchema>(
  key: PermissionKey,
  schemas: Schemas<P, Q, B>,
  handle: (call: Call<Static<P>, Static<Q>, Static<B>>) => Promise<Answer>,
): Route => define(key, schemas, handle)
