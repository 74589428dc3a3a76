import type { Route } from '@guiche/infra/http/route.js'
import { createGateway } from './contact/ask-gateway.js'
import { createContacts } from './contact/resolve.js'
import { contactRoutes } from './contact/routes.js'
import type { AreaDeps } from './deps.js'
import { createChats } from './message/chats.js'
import { messageRoutes } from './message/routes.js'
import { createCourtesies } from './processes/courtesies.js'
import { createErasure, type Erasure } from './processes/erasure.js'
import { createInbound, type Inbound } from './processes/inbound.js'
import type { Process } from './processes/process.js'
import { createPlaces } from './ticket/place.js'
import { ticketRoutes } from './ticket/routes.js'

export interface Conversations {
  /** for tests, which hand it batches themselves */
  readonly inbound: Inbound
  readonly erasure: Erasure
  readonly courtesies: Process
  readonly routes: readonly Route[]
  /** The processes begin: inbound, courtesies, erasure. */
  start(): Promise<void>
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>
}

/** Contacts, tickets and messages with their routes and processes, put together. */
export const createConversations = (deps: AreaDeps): Conversations => {
  const places = createPlaces(deps)
  const contacts = createContacts({ ...deps, places })
  const chats = createChats(deps)
  const gateway = createGateway({ bus: deps.eventBus })
  const erasure = createErasure({ ...deps, places, chats })
  const inbound = createInbound({ ...deps, contacts, places, chats })
  const courtesies = createCourtesies({ ...deps, chats })
  return {
    inbound,
    erasure,
    courtesies,
    routes: [
      ...contactRoutes({ ...deps, contacts, gateway, erase: erasure.erase }),
      ...ticketRoutes({ ...deps, places }),
      ...messageRoutes({ ...deps, chats }),
    ],
    start: async () => {
      await Promise.all([gateway.start(), inbound.start(), courtesies.start()])
      erasure.start()
    },
    stop: async () => {
      await Promise.all([inbound.stop(), courtesies.stop(), erasure.stop(), gateway.stop()])
    },
  }
}
