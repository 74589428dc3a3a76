import { setTimeout as delay } from 'node:timers/promises'
import { type CommandApi, createCommandApi } from '@guiche/command-api/command-api.js'
import type { Operator } from '@guiche/command-api/operator/operator.js'
import { systemClock as clock } from '@guiche/infra/clock.js'
import { mailsLeave } from '@guiche/infra/config/smtp.js'
import type { Counters } from '@guiche/infra/counters/counters.js'
import { createGuardedFetch } from '@guiche/infra/http/guarded-fetch.js'
import { privateAddresses } from '@guiche/infra/http/private-addresses.js'
import type { RunExclusively } from '@guiche/infra/lease/run-exclusively.js'
import { createSmtpMailer } from '@guiche/infra/mail/smtp.js'
import { createDueWork } from '@guiche/infra/metrics/due-work.js'
import { countParked } from '@guiche/infra/metrics/parked.js'
import { createPushClient } from '@guiche/infra/web-push/client.js'
import type { ApiParts } from './readers.js'
import type { Service } from './service.js'

const ADMIN_TRIES = 10
const ADMIN_PAUSE_MS = 1000

/**
 * Creates the admin of ADMIN_EMAIL and ADMIN_PASSWORD. Several instances may do so at once: one succeeds, the others
 * find the admin.
 */
const ensureAdmin = async (
  commandApi: CommandApi,
  { config: { admin }, logger }: ApiParts,
  signal?: AbortSignal,
): Promise<void> => {
  for (let attempt = 1; admin !== null; attempt++) {
    const made = await commandApi.ensureAdmin(admin)
    if (made.ok) return
    if (made.error.code !== 'ERR_UNAVAILABLE' || attempt === ADMIN_TRIES) {
      return logger.error({ code: made.error.code }, 'ADMIN_EMAIL and ADMIN_PASSWORD were not taken')
    }
    await delay(ADMIN_PAUSE_MS, undefined, { signal })
  }
}

/** command-api: every call that changes something, and the processes. */
export const composeCommandApi = async (
  parts: ApiParts & {
    readonly counters: Counters
    readonly exclusively: RunExclusively
    /** no other process writes to the event store */
    readonly sole: boolean
    /** aborts when the service is to end before it has started */
    readonly signal?: AbortSignal
  },
) => {
  const { config, availability, retrying, readers, metrics, vault, signal } = parts
  const { eventBus, blobs, counters, secretKey, logger, exclusively, publicUrl, version, sole } = parts
  const { humanVerification, simulator, isPublic, commandsPerMinute, waitingPerSender, storedBytes } = config
  const { passwordResetWebhook } = config
  const commandApi = await createCommandApi({
    ...readers,
    ...retrying,
    ...{ eventBus, vault, blobs, counters, clock, secretKey, logger, exclusively },
    mailer: config.smtp === null ? null : createSmtpMailer(config.smtp),
    guardedFetch: createGuardedFetch({ allowed: () => privateAddresses(readers.records) }),
    pushClient: createPushClient({ subject: publicUrl, now: clock.now }),
    observer: metrics.commands,
    config: {
      ...{ publicUrl, humanVerification, simulator, isPublic, version, sole },
      ...{ commandsPerMinute, waitingPerSender, storedBytes, passwordResetWebhook },
      mails: mailsLeave(config),
    },
  })
  metrics.watch({
    dueWork: createDueWork({ readStore: parts.readStore, clock }),
    parked: () => countParked(vault),
  })
  return {
    router: commandApi.router,
    operator: commandApi.operator,
    available: availability,
    health: async () => ({
      ready: availability.commands() && availability.missing().length === 0,
      missing: availability.missing(),
      checks: { engines: availability.engines() },
    }),
    start: async () => {
      await commandApi.start()
      await ensureAdmin(commandApi, parts, signal)
      const code = await commandApi.setUpCode().catch(() => null)
      if (code !== null)
        logger.warn({ code }, 'nobody has an account yet: the set-up page asks for this code')
    },
    stop: commandApi.stop,
  } satisfies Service & { readonly operator: Operator }
}
