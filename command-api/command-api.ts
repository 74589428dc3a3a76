import { mountRoutes } from '@guiche/infra/http/mount.js'
import type { Route } from '@guiche/infra/http/route.js'
import { loadNameKeys } from '@guiche/infra/keys.js'
import { createViewNames } from '@guiche/infra/read-store/views.js'
import { createDocuments } from '@guiche/infra/records/documents.js'
import { createStandings } from '@guiche/infra/subscription/standings.js'
import type { Handler } from 'express'
import { type Administration, createAdministration } from './administration.js'
import { createApiTokens } from './connections/api-tokens.js'
import { CONSEQUENCES } from './consequences.js'
import { createConversations } from './conversations.js'
import type { AreaDeps, CommandApiDeps } from './deps.js'
import { createDuePools } from './due-pools.js'
import { createClaims } from './kernel/claims.js'
import { createCommandIds } from './kernel/command-ids.js'
import { createKernel } from './kernel/create-kernel.js'
import { createSequences } from './kernel/sequences.js'
import { answering503 } from './kernel/unavailable.js'
import { createRoomToSend } from './message/room-to-send.js'
import type { Operator } from './operator/operator.js'
import { createFinish, createGroups } from './processes/consequences.js'
import { parkedCommands } from './processes/parked.js'
import { type BackgroundWork, startAll, stopAll } from './processes/running.js'
import { createServices } from './services.js'
import type { SetUpFlow } from './setup/set-up.js'

export interface CommandApi {
  /** routes of `/api`, before those of query-api */
  readonly router: Handler
  readonly routes: readonly Route[]
  /** For ADMIN_EMAIL and ADMIN_PASSWORD: makes the first company and its super user, unless there is one. */
  ensureAdmin: SetUpFlow['ensureAdmin']
  /** commands of the operator, before `start`, too */
  readonly operator: Operator
  setUpCode: Administration['setUpCode']
  /** Starts the processes. */
  start(): Promise<void>
  /** Resolves when all running work has ended. */
  stop(): Promise<void>
}

/** The write side: routes of commands, and processes. */
export const createCommandApi = async (deps: CommandApiDeps): Promise<CommandApi> => {
  const { readStore, records, authenticator, logger, config } = deps
  const kernel = createKernel({ ...deps, sole: config.sole ?? false })
  const nameKeys = await loadNameKeys(deps.vault, deps.secretKey)
  const key = nameKeys.claims
  const sequences = createSequences(kernel)
  const running: BackgroundWork[] = []
  const documents = createDocuments(readStore, createViewNames(readStore))
  const area: AreaDeps = {
    ...deps,
    running,
    nameKeys,
    kernel,
    sequences,
    commandIds: createCommandIds({ kernel, key }),
    claims: createClaims({ kernel, key }),
    documents,
    standings: createStandings(records, deps.clock),
    roomToSend: createRoomToSend({ documents }, config.waitingPerSender),
  }
  const apiTokens = createApiTokens(area)
  const services = createServices(area)
  const served = { ...area, ...services }
  createGroups(served, CONSEQUENCES, { push: services.pusher.around })
  const finish = createFinish(served, CONSEQUENCES)
  const administration = createAdministration({ ...served, finish }, apiTokens)
  const conversations = createConversations({ ...served, finish, duePools: createDuePools(served) })
  const areas = [administration, conversations]
  const parked = parkedCommands({ ...deps, running })
  const routes = [...areas.flatMap((area) => area.routes), ...parked].map(answering503)
  return {
    router: mountRoutes(routes, {
      ...{ authenticator, byApiToken: apiTokens.callerOf, records, logger },
      ...(config.commandsPerMinute !== undefined && { commandsPerMinute: config.commandsPerMinute }),
    }),
    routes,
    ensureAdmin: administration.ensureAdmin,
    operator: administration.operator,
    setUpCode: administration.setUpCode,
    start: () => startAll(running),
    stop: async () => {
      await stopAll(running)
      await sequences.handBack()
    },
  }
}
