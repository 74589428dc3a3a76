import { createUptime } from '@guiche/infra/uptime.js'
import type { Area } from './administration.js'
import { createGateway } from './contact/ask-gateway.js'
import { isErased } from './contact/erased.js'
import { importCommands } from './contact/import/routes.js'
import { createMergeOnRequest } from './contact/merge-on-request.js'
import { createRefs } from './contact/refs.js'
import { type Contacts, createContacts } from './contact/resolve.js'
import { contactCommands } from './contact/routes.js'
import type { AreaDeps } from './deps.js'
import { draftCommands } from './drafts/routes.js'
import type { DuePools } from './due-pools.js'
import { messageCommands } from './message/routes.js'
import { sendCommands } from './message/send.js'
import type { FinishEvents } from './processes/consequences.js'
import { type ContactImport, createContactImport } from './processes/contact-import.js'
import { createExpiry } from './processes/expiry.js'
import { createInbound, type Inbound } from './processes/inbound.js'
import { createReminders } from './processes/reminders.js'
import type { Rounds } from './processes/rounds.js'
import { createToQueue } from './processes/to-queue.js'
import { createUnaskedImports } from './processes/unasked-imports.js'
import { createUnnamedFiles } from './processes/unnamed-files.js'
import { pushCommands } from './push/routes.js'
import type { Services } from './services.js'
import { cardCommands } from './ticket/card-routes.js'
import { ticketCommands } from './ticket/routes.js'

export interface Conversations extends Area {
  // for tests, which hand batches over directly
  readonly inbound: Inbound
  readonly duePools: DuePools
  readonly contactImport: ContactImport
  readonly unnamedFiles: Rounds
  readonly unaskedImports: Rounds
  readonly contacts: Contacts
}

/** Contacts, tickets and messages with their routes and processes, put together. */
export const createConversations = (
  deps: AreaDeps & Services & { readonly finish: FinishEvents; readonly duePools: DuePools },
): Conversations => {
  const contacts = createContacts(deps)
  const gateway = createGateway({ bus: deps.eventBus })
  const uptime = createUptime(deps.clock)
  deps.running.push(gateway, uptime)
  const inbound = createInbound({ ...deps, contacts })
  const contactImport = createContactImport({ ...deps, contacts })
  const isGone = (contactId: number) => isErased(deps.kernel, contactId)
  const unnamedFiles = createUnnamedFiles(deps)
  const unaskedImports = createUnaskedImports(deps)
  createExpiry({ ...deps, gateway, uptime })
  createReminders({ ...deps, gateway, uptime })
  createToQueue(deps)
  return {
    inbound,
    duePools: deps.duePools,
    contactImport,
    unnamedFiles,
    unaskedImports,
    contacts,
    routes: [
      ...contactCommands({
        ...deps,
        contacts,
        gateway,
        unite: createMergeOnRequest(deps),
        erase: deps.duePools.erase.erase,
      }),
      ...importCommands(deps, contactImport),
      ...ticketCommands({
        ...deps,
        refs: createRefs(deps),
        isErased: isGone,
      }),
      ...cardCommands(deps),
      ...messageCommands(deps),
      ...sendCommands({ ...deps, contacts, gateway }),
      ...draftCommands({ ...deps, isErased: isGone }),
      ...pushCommands(deps.devices),
    ],
  }
}
