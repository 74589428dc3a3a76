import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { DomainError } from '@guiche/contracts/errors.js'
import type { FormSpec } from '@guiche/contracts/files/forms.js'
import type { Language } from '@guiche/contracts/languages.js'
import type { Result } from '@guiche/contracts/result.js'
import type {
  AnswerOf,
  BodyOf,
  ParamsOf,
  QueryOf,
  RouteKey,
  RouteSpec,
  RouteSpecs,
  RouteSubject,
} from '@guiche/contracts/routes/route.js'
import type { ApiCaller, Caller } from '@guiche/contracts/users/permissions.js'

type Headers = Readonly<Record<string, string | readonly string[]>>

/** The answer of a handler. Its status is the declared one unless `status` is given. */
export interface Reply<Body = unknown> {
  readonly status?: number
  /**
   * JSON. A function is called once the route's views show `position`. If the views are late, or the record
   * was deleted since (null), the answer is 202 with `{id}`: accepted, not shown yet.
   */
  readonly body?: Body | (() => Promise<Body | null>)
  /** call `body` even if the views are late, because its content cannot be read later */
  readonly evenLate?: true
  /**
   * position of a command's last event, from the kernel: the route waits for its views, and the header
   * X-Position has the position
   */
  readonly position?: string
  /** company whose log has `position`, if not the caller's */
  readonly companyId?: number
  /** the id in a 202; the numeric id of the path unless given */
  readonly id?: number | string
  /** in a 202: the caller may not see the record, and a repetition will not show it either */
  readonly hidden?: true
  /** a file instead of JSON */
  readonly stream?: Readable
  readonly headers?: Headers
}

/** An error with response headers. */
export type Refusal = DomainError & { readonly headers?: Headers }
export type Answer<Body = unknown> = Result<Reply<Body>, Refusal>

/** The input of every handler, in addition to the request or the receiver of a form's body. */
export interface Call {
  /** key of the route's declaration */
  readonly key: RouteKey
  /** null only on anonymous routes; a program only on routes for a connection's token */
  readonly caller: Caller | ApiCaller | null
  readonly params: Readonly<Record<string, unknown>>
  readonly query: unknown
  readonly body: unknown
  /** the record found by the guard of its `on` */
  readonly found?: unknown
  /** Idempotency-Key as sent, or null */
  readonly idempotencyKey: string | null
  readonly correlationId: string
  /** the address of the caller, for rate limits */
  readonly address: string
  /** the language of Accept-Language, for texts of the server such as CSV files */
  readonly language: Language
  readonly cookies: Readonly<Record<string, string | undefined>>
}
/** A call of a route whose body is no form. */
export type RequestCall<C = Call> = C & {
  /** the raw request, for its headers */
  readonly request: IncomingMessage
}
/** A call of a route with a session. */
export type SignedInCall = Call & { readonly caller: Caller }
/** A call of a route with a connection's token. */
export type ApiCall = Call & { readonly caller: ApiCaller }

/**
 * Reads the body of a form with `read`, then checks the caller again, because rights may have changed during
 * the upload. Gives the result, and the call with the present caller and the guard's findings. `discard`
 * removes data stored by `read`; it is called on any error. Errors: those of `read`, of a caller without the
 * right, and of the guard.
 */
export type ReceiveBody<C> = <T>(
  read: (request: IncomingMessage) => Promise<Result<T, DomainError>>,
  discard?: () => Promise<void>,
) => Promise<Result<{ readonly value: T; readonly call: C }, DomainError>>
/** A call of a route whose body is a form. After the body, only the call that `receive` gives counts. */
export type FormCall<C = SignedInCall> = C & { readonly receive: ReceiveBody<C> }

/** Finds the record of a call, and refuses callers without the right. `call` has no `found` yet. */
// biome-ignore lint/suspicious/noExplicitAny: what is found differs by guard, and handlers get its own type
export type Guard<Found = any> = (
  caller: Caller,
  params: Readonly<Record<string, unknown>>,
  call: SignedInCall,
) => Promise<Result<Found, DomainError>>
/** `decider` has no guard: the decision itself checks. */
export type Guards = { readonly [O in Exclude<RouteSubject, 'decider'>]?: Guard }

type Found<G, Spec> = Spec extends { readonly on: infer O extends keyof G }
  ? G[O] extends Guard<infer F>
    ? F
    : undefined
  : undefined

type CheckedCall<Key extends string, Spec, G> = Omit<
  Call,
  'caller' | 'params' | 'query' | 'body' | 'found'
> & {
  readonly caller: Spec extends { readonly allow: 'anonymous' }
    ? Spec extends { readonly known: true }
      ? Caller | null
      : null
    : Spec extends { readonly allow: 'api token' }
      ? ApiCaller
      : Caller
  readonly params: ParamsOf<Key, Spec>
  readonly query: QueryOf<Spec>
  readonly body: BodyOf<Spec>
  readonly found: Found<G, Spec>
}
/** The call of a declaration's handler. A form's request is accessible only through `receive`. */
export type CallOf<Key extends string, Spec, G = object> = Spec extends { readonly form: FormSpec }
  ? FormCall<CheckedCall<Key, Spec, G>>
  : RequestCall<CheckedCall<Key, Spec, G>>
type Handler<Key extends string, Spec, G> = (call: CallOf<Key, Spec, G>) => Promise<Answer<AnswerOf<Spec>>>

/** Queries are the GET routes; all other routes are commands. */
type Side = { query: `GET ${string}`; command: `${'POST' | 'PUT' | 'DELETE'} ${string}` }

/** A declared route with its handler. */
export interface Route {
  readonly key: RouteKey
  readonly spec: RouteSpec
  readonly guard: Guard | null
  readonly handle: (call: RequestCall | FormCall<Call>) => Promise<Answer>
}

/**
 * Joins declarations with their handlers: one for each declared query or command; a missing one does not compile.
 * Throws at start if a declaration's `on` has no guard here.
 */
export const serving =
  <S extends keyof Side, G extends Guards>(_side: S, guards: G) =>
  <R extends RouteSpecs>(
    specs: R,
    handlers: { readonly [K in Extract<keyof R & string, Side[S]>]: Handler<K, R[K], G> },
  ): readonly Route[] =>
    (Object.keys(handlers) as (RouteKey & keyof typeof handlers)[]).map((key) => {
      const spec: RouteSpec = specs[key]
      const guard = spec.on === undefined || spec.on === 'decider' ? null : guards[spec.on]
      if (guard === undefined) throw new Error(`${key}: nobody checks its "on: ${spec.on}"`)
      return { key, spec, guard, handle: handlers[key] as unknown as Route['handle'] }
    })
