import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { afterEach, expect, it } from '@jest/globals'
import { createPublicLookup, NotAllowed } from './public-address.js'

const A = 1
let server: Socket
afterEach(() => void server.close())

/** A DNS server on this machine: answers with these IPv4 addresses, once `speaks` resolves. */
const serverOf = async (addresses: readonly string[], speaks = Promise.resolve()): Promise<string> => {
  const socket = createSocket('udp4')
  server = socket
  socket.on('message', async (asked, from) => {
    await speaks
    // The question starts after the 12-byte header, and ends with its name, type and class.
    const question = asked.subarray(12, asked.indexOf(0, 12) + 5)
    const kind = question.readUInt16BE(question.length - 4)
    const records = (kind === A ? addresses : []).map((address) => {
      const record = Buffer.from('c00c000100010000003c0004', 'hex')
      return Buffer.concat([record, Buffer.from(address.split('.').map(Number))])
    })
    const header = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0])
    asked.copy(header, 0, 0, 2)
    socket.send(Buffer.concat([header, question, ...records]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return `127.0.0.1:${socket.address().port}`
}
const askServer = async (server: string, all = true) =>
  new Promise<unknown>((resolve) =>
    createPublicLookup([server])('push.example.com', { all }, (failure, found) => resolve(failure ?? found)),
  )

it('a look-up gives the addresses of a name whose addresses are all public', async () => {
  const names = await serverOf(['8.8.8.8', '1.1.1.1'])
  const found = (await askServer(names)) as { address: string; family: number }[]
  expect(found.map(({ address }) => address).sort()).toEqual(['1.1.1.1', '8.8.8.8'])
  expect(found.every(({ family }) => family === 4)).toBe(true)
  expect(['1.1.1.1', '8.8.8.8']).toContain(await askServer(names, false))
})

it('a look-up refuses a name with an internal address among others', async () => {
  expect(await askServer(await serverOf(['8.8.8.8', '10.0.0.1']))).toBeInstanceOf(NotAllowed)
})

it('look-ups at silent name servers delay no other look-up', async () => {
  let speak = (): void => {}
  const silent = await serverOf(
    ['8.8.8.8'],
    new Promise((resolve) => {
      speak = resolve
    }),
  )
  let ended = 0
  const waiting = Array.from({ length: 40 }, () => askServer(silent).then(() => ++ended))
  await lookup('localhost')
  expect(ended).toBe(0)
  speak()
  await Promise.all(waiting)
})
