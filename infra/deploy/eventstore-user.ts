import { jsonEvent } from '@eventstore/db-client'
import { connectStore } from '../event-store/eventstoredb.js'

const GROUP = 'guiche'
const ADMINS = '$admins'
/** Rights on streams without rights of their own. The engine's internal streams are read only through `$all`. */
const DEFAULT_RIGHTS = {
  $userStreamAcl: Object.fromEntries(
    ['$r', '$w', '$d', '$mr', '$mw'].map((right) => [right, [ADMINS, GROUP]]),
  ),
  $systemStreamAcl: {
    ...{ $r: [ADMINS, GROUP], $mr: [ADMINS, GROUP] },
    ...{ $w: ADMINS, $d: ADMINS, $mw: ADMINS },
  },
}

/** Server and user of an administrator's or the services' address. Throws if the address has no user. */
const readAddress = (name: string, text: string) => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.username === '')
    throw new Error(`${name} must look like esdb://user:password@host:2113`)
  const scheme = url.searchParams.get('tls') === 'false' ? 'http' : 'https'
  const [user, password] = [url.username, url.password].map(decodeURIComponent) as [string, string]
  return { origin: `${scheme}://${url.host}`, user, password }
}

/** Lets the services' group read everything, and write all streams but the engine's own. */
export const grantRights = async (adminUrl: string): Promise<void> => {
  const client = connectStore(adminUrl)
  try {
    await client.appendToStream('$settings', jsonEvent({ type: 'update-default-acl', data: DEFAULT_RIGHTS }))
  } finally {
    await client.dispose()
  }
}

/**
 * Makes the user of `url` in EventStoreDB, as the administrator of `adminUrl`. An existing user gets the password of
 * `url`. A new user gets the services' rights by `grant`. Rejects, without a password, if the engine refuses something.
 */
export const makeEventStoreUser = async (
  addresses: { readonly adminUrl: string; readonly url: string },
  grant: (adminUrl: string) => Promise<void> = grantRights,
): Promise<'made' | 'kept'> => {
  const { origin, ...admin } = readAddress('EVENTSTORE_ADMIN_URL', addresses.adminUrl)
  const { user, password } = readAddress('EVENTSTORE_URL', addresses.url)
  const authorization = `Basic ${Buffer.from(`${admin.user}:${admin.password}`).toString('base64')}`
  /** Calls the engine's HTTP API and gives the status. With `body` the call is a POST. */
  const ask = async (path: string, body?: object): Promise<number> => {
    const headers = { authorization, 'content-type': 'application/json' }
    const post = body && { method: 'POST', body: JSON.stringify(body) }
    const { status } = await fetch(`${origin}${path}`, { headers, ...post }).catch(({ cause }) => {
      throw new Error(`EventStoreDB at ${origin} cannot be reached: ${cause?.code ?? cause?.message}`)
    })
    if (status === 401) throw new Error('EventStoreDB refuses the administrator of EVENTSTORE_ADMIN_URL')
    if (status >= 400 && status !== 404) throw new Error(`EventStoreDB answers ${status} to ${path}`)
    return status
  }
  const path = `/users/${encodeURIComponent(user)}`
  if ((await ask(path)) !== 404) {
    await ask(`${path}/command/reset-password`, { newPassword: password })
    return 'kept'
  }
  // Grants the rights first, so that an existing user gets them, too.
  await grant(addresses.adminUrl)
  await ask('/users/', { loginName: user, fullName: 'Guichê', groups: [GROUP], password })
  return 'made'
}
