import type { HttpKey, Routes } from '@guiche/contracts/routes/index.js'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '@guiche/contracts/routes/route.js'
import type { Accepted } from '@guiche/contracts/views/answers.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { Request } from './request.js'

/** The answer of a route, from its declaration. */
export type AnswerTo<K extends HttpKey> = AnswerOf<Routes[K]>
/** Routes that answer page by page. */
export type PagedKey = {
  [K in HttpKey]: AnswerTo<K> extends { readonly cursor: string | null } ? K : never
}[HttpKey] &
  `GET ${string}`
/** 202: the command is done, but the views do not show it yet. */
export type LateAnswer = Accepted & { readonly late: true }
/** 202: the command is done, but this user may no longer see its ticket. */
export type HiddenAnswer = Accepted & { readonly hidden: true }
/** The outcomes of a command. Its views may be late, and another agent may have its ticket by then. */
export type OutcomeOf<K extends HttpKey> = Routes[K] extends {
  readonly answer: object
  readonly views: object
}
  ? AnswerTo<K> | LateAnswer | (AnswerTo<K> extends TicketRecord ? HiddenAnswer : never)
  : AnswerTo<K>
/** The outcome in a 202. */
export const outcomeOf202 = (answer: Accepted): LateAnswer | HiddenAnswer =>
  answer.hidden === true ? { ...answer, hidden: true } : { ...answer, late: true }
/** Whether an answer has no ticket, because this user may no longer open it. */
export const isHidden = (answer: TicketRecord | HiddenAnswer): answer is HiddenAnswer => 'hidden' in answer

/** The query of a route; values are text. */
export type QueryTo<K extends HttpKey> = QueryOf<Routes[K]>
/** The JSON body of a route. */
export type BodyTo<K extends HttpKey> = BodyOf<Routes[K]>
type Body<K extends HttpKey> = BodyTo<K> | (Routes[K] extends { readonly form: object } ? FormData : never)
type CallParts<K extends HttpKey> = ParamsOf<K, Routes[K]> &
  (Routes[K] extends { readonly query: object } ? { readonly query?: Readonly<QueryTo<K>> } : unknown) &
  (Routes[K] extends { readonly body: object } ? { readonly body: Body<K> } : unknown) &
  (K extends `GET ${string}` ? unknown : Pick<Request, 'idempotencyKey' | 'seen' | 'onProgress' | 'patience'>)
/** The parts of a call as one object, so that compile errors name its fields. */
type GivenParts<K extends HttpKey> = { readonly [N in keyof CallParts<K>]: CallParts<K>[N] }

// biome-ignore lint/suspicious/noConfusingVoidType: so RTK Query knows that an argument may be left out
type Omissible<C> = [keyof C] extends [never] ? void : Record<never, never> extends C ? C | void : C
/** The parts of a call: path parameters, `query` and `body`; optional if none is needed. */
export type CallTo<K extends HttpKey> = Omissible<GivenParts<K>>

/** The request that a call of a route makes. */
export const requestOf = <K extends HttpKey>(key: K, call: CallTo<K>): Request => {
  const [method, path] = key.split(' ') as [Request['method'], string]
  const { query, body, idempotencyKey, seen, onProgress, patience, ...params } = (call ?? {}) as Omit<
    Request,
    'url'
  > & {
    readonly [param: string]: unknown
  }
  const url = path.replace(/:(\w+)/g, (_all, name) => encodeURIComponent(String(params[name])))
  return { url, method, query, body, idempotencyKey, seen, onProgress, patience }
}
