import { Strict } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { acceptedLanguage } from '@guiche/contracts/languages.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { paramsIn } from '@guiche/contracts/routes/route.js'
import { IdText } from '@guiche/contracts/text.js'
import { type ApiCaller, type Caller, mayCall } from '@guiche/contracts/users/permissions.js'
import express, { type Handler, type NextFunction, type Request, type Response, type Router } from 'express'
import type { Logger } from 'pino'
import { newUuid } from '../ids.js'
import type { Records } from '../records/records.js'
import { type Authenticator, cookiesOf } from './authenticate.js'
import { bodyReader, checkBody } from './body.js'
import { type Buckets, createBuckets } from './buckets.js'
import { type CallTurns, createCallTurns } from './call-turns.js'
import { createEntitlement, type Entitlement } from './entitlement.js'
import { sendError } from './errors.js'
import { readJsonBody } from './json.js'
import { readBytes } from './read-bytes.js'
import { createReceiver } from './receive.js'
import type { Answer, Call, Reply, Route } from './route.js'
import { tooMany } from './too-many.js'
import { undeclaredAnswer, undeclaredError } from './undeclared.js'

/** Maximum of bytes of a JSON body; fewer for anonymous callers. */
const JSON_LIMIT = 1_000_000
const ANONYMOUS_LIMIT = 32_000
const BODY_MS = 60_000
const KEY = /^[A-Za-z0-9_-]{1,100}$/
const POSITION = /^\d{1,4}:\d{1,20}$/
/** In tests, answers that differ from their declaration fail. */
const IN_TESTS = process.env.NODE_ENV === 'test'

export interface MountDeps {
  readonly authenticator: Authenticator
  /** finds the program of a connection's token; in processes with routes for such tokens */
  readonly byApiToken?: (token: string | null, address: string) => Promise<Result<ApiCaller, DomainError>>
  readonly records: Pick<Records, 'waitFor' | 'logPosition' | 'companyWithPlan' | 'withoutSeat'>
  readonly logger: Logger
  /** commands that one session may send a minute on average, half of them at once; unlimited unless given */
  readonly commandsPerMinute?: number
  /** maximum of time for a JSON body to arrive, in ms; a minute unless given */
  readonly bodyMs?: number
}

const bearerToken = (header: string | undefined): string | null => {
  const match = /^Bearer ([^\s]+)$/.exec(header ?? '')
  return match?.[1] ?? null
}
const malformedHeader = (header: string) => err(domainError('ERR_VALIDATION', { field: header }))

const isUser = (caller: Call['caller']): caller is Caller => caller !== null && 'userId' in caller

/**
 * Waits until the views of a query have reached a position. After a timeout `X-Stale` has the possible age of
 * the answer.
 */
const waitForMinimum = async ({ spec }: Route, deps: MountDeps, position: string, response: Response) => {
  const since = performance.now()
  if (await deps.records.waitFor(spec.views ?? [], position)) return
  const waited = Math.ceil((performance.now() - since) / 1000)
  response.setHeader('X-Stale', String(Math.max(waited, Number(response.getHeader('X-Stale') ?? 0))))
}

/** Reads the parameters of a path: numeric ids become numbers. */
const paramsReader = ({ key, spec }: Route) => {
  const given = spec.params ?? {}
  const names = paramsIn(key)
  const numeric = names.filter((name) => given[name] === undefined)
  const schema = Strict(Object.fromEntries(names.map((name) => [name, given[name] ?? IdText])))
  return (path: Request['params']): Result<Call['params'], DomainError> => {
    const read = checkBody(schema, path)
    if (!read.ok) return read
    return ok({ ...path, ...Object.fromEntries(numeric.map((name) => [name, Number(path[name])])) })
  }
}

/** State shared by the routes of a process. */
interface SharedParts {
  readonly commands: Buckets
  readonly entitled: Entitlement
  readonly turns: CallTurns
}

/**
 * Checks a request step by step against the declaration of its route, then handles the request. Gives no
 * answer if the caller has disconnected.
 */
const createHandler = (route: Route, deps: MountDeps, { commands, entitled, turns }: SharedParts) => {
  const { key, spec, guard } = route
  const isCommand = !key.startsWith('GET ')
  const readBody = bodyReader(route)
  const readParams = paramsReader(route)
  const { allow } = spec
  const { byApiToken } = deps
  if (allow === 'api token' && byApiToken === undefined) throw new Error(`${key}: nobody checks its tokens`)

  const permitted = (caller: Result<Caller, DomainError>): Result<Caller, DomainError> => {
    if (!caller.ok) return caller
    if (allow === 'api token' || !mayCall(allow, caller.value)) return err(domainError('ERR_NO_PERMISSION'))
    return spec.notInVisit && caller.value.visit !== undefined ? err(domainError('ERR_IN_VISIT')) : caller
  }

  const callerOf = async (
    request: Request,
    cookies: Call['cookies'],
  ): Promise<Result<Call['caller'], DomainError>> => {
    const token = bearerToken(request.headers.authorization)
    if (allow === 'anonymous') {
      return spec.known && token !== null ? deps.authenticator.byToken(token) : ok(null)
    }
    if (allow === 'api token')
      return byApiToken?.(token, request.ip ?? '') ?? err(domainError('ERR_API_TOKEN'))
    const cookie = spec.file ? (cookies.media ?? null) : null
    return permitted(await deps.authenticator.byToken(token ?? cookie, spec.whileBlocked))
  }
  const guarded = async (call: Call) => {
    const { caller, params } = call
    return guard === null || !isUser(caller) ? ok(undefined) : guard(caller, params, { ...call, caller })
  }

  return async (
    request: Request,
    response: Response,
    correlationId: string,
  ): Promise<{ caller: Call['caller']; answer: Answer | null }> => {
    const cookies = cookiesOf(request)
    const caller = await callerOf(request, cookies)
    if (!caller.ok) return { caller: null, answer: caller }
    const refuse = (answer: Answer) => ({ caller: caller.value, answer })
    const within = caller.value === null ? ok(undefined) : await entitled(route, caller.value)
    if (!within.ok) return refuse(within)
    const wait = isUser(caller.value) && isCommand ? commands.take(caller.value.sessionId) : 0
    if (wait > 0) return refuse(err(tooMany(wait)))
    const params = readParams(request.params)
    if (!params.ok) return refuse(params)
    const query = checkBody(spec.query, request.query)
    if (!query.ok) return refuse(query)
    // read only after the authentication, because the limit depends on the caller
    const json = request.body?.length > 0 ? readJsonBody(request.body) : ok({})
    if (!json.ok) return refuse(json)
    const body = spec.form ? ok(undefined) : readBody(json.value)
    if (!body.ok) return refuse(body)
    const idempotencyKey = request.headers['idempotency-key'] ?? null
    if (idempotencyKey !== null && (typeof idempotencyKey !== 'string' || !KEY.test(idempotencyKey))) {
      return refuse(malformedHeader('Idempotency-Key'))
    }
    const minimum = request.headers['x-min-position']
    if (minimum !== undefined) {
      if (typeof minimum !== 'string' || !POSITION.test(minimum))
        return refuse(malformedHeader('X-Min-Position'))
      if (request.method === 'GET' && spec.views) await waitForMinimum(route, deps, minimum, response)
    }
    const call: Call = {
      key,
      caller: caller.value,
      params: params.value,
      query: query.value,
      body: body.value,
      idempotencyKey,
      correlationId,
      address: request.ip ?? '',
      cookies,
      language: acceptedLanguage(request.headers['accept-language']),
    }
    const found = await guarded(call)
    if (!found.ok) return refuse(found)
    const allowed = { ...call, found: found.value }
    if (!spec.form) {
      const handle = () => route.handle({ ...allowed, request })
      // files wait in their own turns, in the code that scales pictures
      const asker = spec.file ? null : caller.value
      const answer = await (asker === null ? handle() : turns(asker, response, handle))
      return { caller: caller.value, answer }
    }
    const again = async (): Promise<Result<Pick<Call, 'caller' | 'found'>, DomainError>> => {
      // an access token may expire during an upload; the session continues
      const now = isUser(call.caller)
        ? permitted(await deps.authenticator.bySession(call.caller, spec.whileBlocked))
        : await callerOf(request, cookies)
      if (!now.ok) return now
      const foundNow = await guarded({ ...call, caller: now.value })
      return foundNow.ok ? ok({ caller: now.value, found: foundNow.value }) : foundNow
    }
    const answer = await route.handle({ ...allowed, receive: createReceiver(allowed, request, again) })
    return { caller: caller.value, answer }
  }
}

/** The parts of a call that `settleReply` needs for the reply. */
interface Completion {
  /** the caller's company; 0 without a session */
  readonly companyId: number
  /** the id in the path */
  readonly id: unknown
}

/** Waits for the views if the reply has a position, then makes status and body. */
const settleReply = async ({ key, spec }: Route, deps: MountDeps, reply: Reply, call: Completion) => {
  const { records } = deps
  const headers: Record<string, string | readonly string[]> = { ...reply.headers }
  let shown = true
  if (reply.position !== undefined) {
    const logPosition = records.logPosition(reply.companyId ?? call.companyId, reply.position)
    headers['X-Position'] = logPosition
    if (spec.views !== undefined) shown = await records.waitFor(spec.views, logPosition)
  }
  const isLate = typeof reply.body === 'function'
  const isAsked = shown || reply.evenLate === true
  const body = typeof reply.body === 'function' ? (isAsked ? await reply.body() : null) : reply.body
  if (isLate && body === null) {
    const hidden = reply.hidden === true && { hidden: true }
    return { status: 202, body: { id: reply.id ?? call.id, ...hidden }, headers }
  }
  const status = reply.status ?? spec.status ?? 200
  const wrong = IN_TESTS && reply.stream === undefined ? undeclaredAnswer(spec, status, body) : null
  if (wrong !== null) throw new Error(`${key} answers what it does not declare: ${wrong}`)
  return { status, body, headers }
}

const sendAnswer = async (
  route: Route,
  deps: MountDeps,
  result: Answer,
  call: Completion,
  response: Response,
) => {
  if (!result.ok) {
    const wrong = IN_TESTS ? undeclaredError(route.spec, result.error) : null
    if (wrong !== null) throw new Error(`${route.key} does not declare it: ${wrong}`)
    for (const [name, value] of Object.entries(result.error.headers ?? {})) response.setHeader(name, value)
    return sendError(response, result.error, route.spec.jsonErrors)
  }
  const { status, body, headers } = await settleReply(route, deps, result.value, call)
  const { stream } = result.value
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.status(status)
  if (stream !== undefined) {
    stream.once('error', () => response.destroy())
    response.once('close', () => stream.destroy())
    if (response.destroyed) stream.destroy()
    else stream.pipe(response)
  } else if (body === undefined) response.end()
  else response.json(body)
}

/** Cuts off a request whose body does not arrive in time. */
const limitArrival =
  (ms: number): Handler =>
  (request, _response, next) => {
    const timer = setTimeout(() => request.destroy(), ms).unref()
    for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer))
    next()
  }

/** Reads a body of JSON into `request.body`. */
const readJsonBytes =
  (limit: number): Handler =>
  async (request, response, next) => {
    if (request.is('application/json') === false) return next()
    const bytes = await readBytes(request, limit)
    if (!bytes.ok) return sendError(response, bytes.error)
    request.body = bytes.value
    next()
  }

/** The caller for log lines, by ids only. */
const whoCalled = (caller: Caller | ApiCaller | null | undefined) => {
  if (caller == null) return {}
  const { companyId } = caller
  return 'userId' in caller
    ? { companyId, userId: caller.userId }
    : { companyId, connectionId: caller.connectionId }
}

/** First segment of a path, in lower case, as the router compares paths. */
const firstName = (path: string): string => (path.split('/', 2)[1] ?? '').toLowerCase()

/**
 * The routes as an Express handler for `/api`: their declarations are enforced before and after a handler
 * runs.
 */
export const mountRoutes = (routes: readonly Route[], deps: MountDeps): Handler => {
  const perMinute = deps.commandsPerMinute ?? Number.POSITIVE_INFINITY
  const commands = createBuckets({ perMinute, burst: perMinute / 2 })
  const entitled = createEntitlement(deps.records)
  const turnsOf = createCallTurns()
  // Express tries routes one after another, so each first segment has its own router.
  const routers = new Map<string, Router>()
  const routerOf = (path: string): Router => {
    const name = firstName(path)
    if (name.startsWith(':')) throw new Error(`${path} begins with a parameter: nobody would find it`)
    const router = routers.get(name) ?? express.Router({ caseSensitive: false, strict: false })
    routers.set(name, router)
    return router
  }
  const inTime = limitArrival(deps.bodyMs ?? BODY_MS)
  const [bytes, anonymousBytes] = [readJsonBytes(JSON_LIMIT), readJsonBytes(ANONYMOUS_LIMIT)]
  // fixed paths before those with parameters, so that /tickets/counts is never read as an id
  const sorted = [...routes].sort((a, b) => paramsIn(a.key).length - paramsIn(b.key).length)
  for (const route of sorted) {
    const [method, path] = route.key.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
    const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
    const turns = turnsOf(method !== 'GET' ? 'command' : route.spec.csv ? 'csv' : 'query')
    const answer = createHandler(route, deps, { commands, entitled, turns })
    const handle = async (request: Request, response: Response): Promise<void> => {
      const since = performance.now()
      // The surrounding app sets the id, if there is an app.
      const correlationId: string = response.locals.correlationId ?? newUuid()
      response.locals.route = route.key
      const result = await answer(request, response, correlationId)
      if (result.answer === null) return
      const call = {
        companyId: result.caller?.companyId ?? 0,
        id: Number(request.params.id) || request.params.id,
      }
      await sendAnswer(route, deps, result.answer, call, response)
      // discards the rest of a body that the handler did not read
      if (route.spec.form && !result.answer.ok) request.resume()
      const ms = Math.round(performance.now() - since)
      const line = {
        route: route.key,
        status: response.statusCode,
        ms,
        correlationId,
        ...whoCalled(result.caller),
      }
      deps.logger[method === 'GET' ? 'debug' : 'info'](line, 'answered')
    }
    const handler = (request: Request, response: Response, next: NextFunction): void =>
      void handle(request, response).catch(next)
    const router = routerOf(path)
    if (method === 'GET' || route.spec.form) router[verb](path, handler)
    else router[verb](path, inTime, route.spec.allow === 'anonymous' ? anonymousBytes : bytes, handler)
  }
  return (request, response, next) => {
    const router = routers.get(firstName(request.path))
    if (router === undefined) next()
    else router(request, response, next)
  }
}
