import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { connectStore } from '../event-store/eventstoredb.js'
import { startEventStoreDbDouble } from '../event-store/testing/eventstoredb-double/server.js'
import { grantRights, makeEventStoreUser } from './eventstore-user.js'

const ADMIN = `Basic ${Buffer.from('admin:se:cret').toString('base64')}`

describe('the user of the services in EventStoreDB', () => {
  /** Requests to create users, and granted rights, in the order of their arrival. */
  const done: unknown[] = []
  const users = new Map<string, string>()
  let server: Server
  let host = ''

  beforeEach(async () => {
    done.length = 0
    users.clear()
    // A double of EventStoreDB's HTTP API for users.
    server = createServer(async (request, response) => {
      const { headers, method, url = '' } = request
      const end = (status: number) => response.writeHead(status).end()
      if (headers.authorization !== ADMIN) return end(401)
      const [, name = ''] = /^\/users\/(\w*)/.exec(url) ?? []
      if (method === 'GET') return end(users.has(name) ? 200 : 404)
      const body = (await json(request)) as Record<string, string>
      done.push([url, body])
      users.set(body.loginName ?? name, body.password ?? body.newPassword ?? '')
      end(name === '' ? 201 : 200)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => new Promise((resolve) => server.close(resolve)))

  const make = (password: string, admin = 'admin:se%3Acret') =>
    makeEventStoreUser(
      {
        adminUrl: `esdb://${admin}@${host}?tls=false`,
        url: `esdb://guiche:${password}@${host}?tls=false`,
      },
      async () => void done.push('granted'),
    )

  it('is created after its rights, and from then on has the password of the address', async () => {
    expect(await make('one')).toBe('made')
    const user = { loginName: 'guiche', fullName: 'Guichê', groups: ['guiche'], password: 'one' }
    expect(done).toEqual(['granted', ['/users/', user]])
    expect(await make('t%40o')).toBe('kept')
    expect(done.slice(2)).toEqual([['/users/guiche/command/reset-password', { newPassword: 't@o' }]])
  })

  it('is created by the administrator alone; the error has no password', async () => {
    await expect(make('one', 'admin:wrong')).rejects.toThrow(
      'EventStoreDB refuses the administrator of EVENTSTORE_ADMIN_URL',
    )
    const nobody = makeEventStoreUser({ adminUrl: `esdb://${host}`, url: `esdb://guiche:one@${host}` })
    await expect(nobody).rejects.toThrow('EVENTSTORE_ADMIN_URL must look like esdb://user:password@host:2113')
    const nowhere = { adminUrl: 'esdb://admin:a@127.0.0.1:1?tls=false', url: 'esdb://guiche:one@127.0.0.1:1' }
    await expect(makeEventStoreUser(nowhere)).rejects.toThrow(
      /^EventStoreDB at http:\/\/127\.0\.0\.1:1 cannot be reached: \S/,
    )
    expect(done).toEqual([])
  })

  it('may read everything, and write all streams but the engine’s own', async () => {
    const double = await startEventStoreDbDouble()
    const client = connectStore(double.url)
    await grantRights(double.url)
    const said: unknown[] = []
    for await (const { event } of client.readStream('$settings')) said.push([event?.type, event?.data])
    const both = ['$admins', 'guiche']
    expect(said).toEqual([
      [
        'update-default-acl',
        {
          $userStreamAcl: { $r: both, $w: both, $d: both, $mr: both, $mw: both },
          $systemStreamAcl: { $r: both, $mr: both, $w: '$admins', $d: '$admins', $mw: '$admins' },
        },
      ],
    ])
    await client.dispose()
    double.close()
  })
})
