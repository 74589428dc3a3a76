import { silentLogger } from '@guiche/wa-gateway/logger.js'
import { quietConsole } from '@guiche/wa-gateway/providers/baileys/quiet-console.js'
import type { Client, Socket } from './client.js'

/** A simulated WhatsApp in the test's process. The console is muted first, because the library prints private keys. */
export const startSimulatedWhatsApp = async () => {
  quietConsole(silentLogger)
  const { createSimulator } = await import('@guiche/wa-gateway/simulator/simulator.js')
  return createSimulator()
}
export type SimulatedWhatsApp = Awaited<ReturnType<typeof startSimulatedWhatsApp>>

/**
 * Creates a connection as an administrator and links it to a phone, with the QR code from the administrator's socket. Gives the
 * connection's id once it is connected.
 */
export const linkNumber = async (
  admin: Client,
  socket: Socket,
  phone: { scanQr(qr: string): Promise<unknown> },
  name: string,
): Promise<number> => {
  const created = await admin.post<{ id: number }>('/whatsapp', { name })
  if (created.status !== 200) throw new Error(`connection: ${created.status} ${JSON.stringify(created.body)}`)
  const { id } = created.body
  const session = (fits: (session: { status: string; qrcode: string }) => boolean) =>
    socket.waitFor(
      ({ event, data }) => event.endsWith('-whatsappSession') && data.session.id === id && fits(data.session),
      60_000,
    )
  const shown = await session(({ qrcode }) => qrcode !== '')
  await phone.scanQr(shown.data.session.qrcode)
  await session(({ status }) => status === 'CONNECTED')
  return id
}
