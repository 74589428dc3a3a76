/**
 * `node infra/dist/deploy/make-eventstore-user.js`: makes the user of EVENTSTORE_URL in EventStoreDB, as the
 * administrator of EVENTSTORE_ADMIN_URL. NODE_EXTRA_CA_CERTS: the certificate authority, if Node does not
 * know it.
 */
import { makeEventStoreUser } from './eventstore-user.js'

const { EVENTSTORE_ADMIN_URL: adminUrl = '', EVENTSTORE_URL: url = '' } = process.env
try {
  const done = await makeEventStoreUser({ adminUrl, url })
  process.stdout.write(
    done === 'made'
      ? 'The user of EVENTSTORE_URL was made.\n'
      : 'The user was there; its password was set.\n',
  )
} catch (failure) {
  process.stderr.write(`guiche: ${failure instanceof Error ? failure.message : String(failure)}\n`)
  process.exitCode = 1
}
