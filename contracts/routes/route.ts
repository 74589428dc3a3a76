import type { Static, TSchema } from '@sinclair/typebox'
import type { Feature } from '../company/features.js'
import type { FormSpec } from '../files/forms.js'
import type { LeastProfile } from '../users/permissions.js'
import type { ViewName } from '../views/collections.js'

/**
 * The record that a call must be about, in addition to the caller's profile; enforced when the route is
 * mounted. `ticket`: the caller may open it, by `:id`, `:ticketId` or `:uuid`. `message`: of such a ticket,
 * by `:id`. `self-or-admin`: the user `:id`. `decider`: a ticket or an own record. The decider checks the
 * state at the append, because the state can change in between and 409 comes before 403.
 */
export type RouteSubject = 'ticket' | 'message' | 'self-or-admin' | 'decider'

/** Everything that is known about a route. The key of the declaration is its method and its Express path under /api. */
export interface RouteSpec {
  /** least profile of the caller; `api token`: programs with a connection's token, without session */
  readonly allow: LeastProfile | 'api token'
  /** for public routes: a session is read if present, and an ended session is refused */
  readonly known?: true
  /** the feature that the company's plan must have */
  readonly plan?: Feature
  /** the command belongs to reading: users without a seat may call it, too */
  readonly reads?: true
  readonly on?: RouteSubject
  /** refused during a visit: the effect would outlast the visit, or concerns only the visited user */
  readonly notInVisit?: true
  /**
   * administrators may call it even while their company is blocked; other users of a blocked company never
   * may
   */
  readonly whileBlocked?: true
  /** path parameters that are not numeric ids; all other parameters arrive as numbers */
  readonly params?: Readonly<Record<string, TSchema>>
  /** query values arrive as text */
  readonly query?: TSchema
  readonly body?: TSchema
  /**
   * a multipart form, accepted besides JSON. The handler reads the body itself, and the caller is checked again
   * afterwards
   */
  readonly form?: FormSpec
  /**
   * fields of the body that existing clients send but the server does not support: empty values are dropped,
   * others refused with the field's name
   */
  readonly later?: readonly string[]
  /** the body of a successful answer; none when absent */
  readonly answer?: TSchema
  /** status of a successful answer, 200 unless given */
  readonly status?: number
  /** views that a query reads, or that a command waits for before its answer */
  readonly views?: readonly ViewName[]
  /** codes of contracts/errors.ts, in addition to those of every route */
  readonly errors?: readonly `ERR_${string}`[]
  /** fields of the body with their own error code for an invalid value; others have ERR_VALIDATION */
  readonly invalid?: Readonly<Record<string, `ERR_${string}`>>
  /** errors whose details existing clients read as JSON instead of the code */
  readonly jsonErrors?: readonly `ERR_${string}`[]
  /** the media cookie suffices without a bearer token; the answer is a file */
  readonly file?: true
  /** the answer is a CSV file, written while its rows are read */
  readonly csv?: true
  /** one line for readers of the generated description */
  readonly summary: string
}

/**
 * The errors of a route in addition to those of every route: declared errors, and errors implied by the
 * declaration.
 */
export const errorsOf = ({ errors = [], plan, notInVisit }: RouteSpec): readonly `ERR_${string}`[] => [
  ...errors,
  ...(plan === undefined ? [] : (['ERR_NOT_IN_PLAN'] as const)),
  ...(notInVisit ? (['ERR_IN_VISIT'] as const) : []),
]

export type RouteKey = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`
export type RouteSpecs = { readonly [K in RouteKey]: RouteSpec }

/** Declares routes and returns them with their exact types. */
export const routes = <const R extends RouteSpecs>(specs: R): R => specs

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
type Field<S, F extends string> = S extends { readonly [K in F]: infer V } ? V : undefined
type ValueOf<T> = T extends TSchema ? Static<T> : undefined

/** The parameters of a path as a handler gets them. */
export type ParamsOf<Key extends string, Spec> = {
  readonly [Name in NamesIn<Key>]: Field<Spec, 'params'> extends Record<Name, infer T extends TSchema>
    ? Static<T>
    : number
}
export type QueryOf<Spec> = ValueOf<Field<Spec, 'query'>>
export type BodyOf<Spec> = ValueOf<Field<Spec, 'body'>>
export type AnswerOf<Spec> = ValueOf<Field<Spec, 'answer'>>

/** The names of a path's parameters, in their order. */
export const paramsIn = (key: string): string[] =>
  [...key.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name)
