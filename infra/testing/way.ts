import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way on loopback to a server that others use at the same time: cut, it is away for whoever comes through here. */
export const startWay = async (target: { host: string; port: number }) => {
  const open = new Set<Socket>()
  let away = false
  const server = createServer({ noDelay: true }, (client) => {
    if (away) return void client.destroy()
    const upstream = connect({ ...target, noDelay: true })
    const end = (): void => {
      open.delete(client)
      client.destroy()
      upstream.destroy()
    }
    open.add(client)
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
    client.pipe(upstream).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = (): void => {
    away = true
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    mend: () => {
      away = false
    },
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
