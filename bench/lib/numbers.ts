import type { ConnectionRecord } from '@guiche/contracts/views/records.js'
import type { Simulator } from '@guiche/wa-gateway/simulator/simulator.js'
import type { Client, Frame, Socket } from '../../infra/launcher/testing/client.js'

const PAIRED_WITHIN = 120_000
/** Numbers that are linked at the same time: each costs the product half a second of its core. */
const AT_ONCE = 4

/** The session frame of one connection that fits, past or future. */
const sessionOf = (socket: Socket, id: number, fits: (session: Frame['data']) => boolean) =>
  socket.waitFor(
    ({ event, data }) => event.endsWith('-whatsappSession') && data.session.id === id && fits(data.session),
    PAIRED_WITHIN,
  )

/** Links so many own phones, each on a connection of its own; gives their numbers. */
export const linkNumbers = async (
  { client, socket, simulator }: { client: Client; socket: Socket; simulator: Simulator },
  first: number,
  count: number,
): Promise<readonly string[]> => {
  const numbers = Array.from({ length: count }, (_, n) => String(first + n))
  const waiting = [...numbers]
  const link = async (): Promise<void> => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      const phone = simulator.addPhone({ number, name: `Loja ${number}`, kind: 'own' })
      const { status, body } = await client.post<ConnectionRecord>('/whatsapp', { name: `Loja ${number}` })
      if (status !== 200) throw new Error(`a connection was refused: ${status} ${JSON.stringify(body)}`)
      const shown = await sessionOf(socket, body.id, ({ qrcode }) => qrcode !== '')
      await phone.scanQr(shown.data.session.qrcode)
      await sessionOf(socket, body.id, ({ status }) => status === 'CONNECTED')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, link))
  return numbers
}
