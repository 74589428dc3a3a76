import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sharedThread } from '@guiche/infra/testing/shared.js'
import { createEmbeddedVault } from '@guiche/infra/vault/embedded.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import type { Gateway, GatewayConfig } from '../gateway.js'
import type { Logger } from '../logger.js'
import { quietConsole } from '../providers/baileys/quiet-console.js'
import type { Phone } from '../simulator/phone.js'
import { createSimulator } from '../simulator/simulator.js'
import { createDesk } from './desk.js'

/** Short delays for tests. */
export const FAST_TIMINGS = { delayScale: 0.02, pollMs: 500, qrMs: 20_000, sweepMs: 60_000 }
export const CONNECTION = 7

export const jidOf = (phone: Phone): string => `${phone.number}@s.whatsapp.net`

/**
 * Starts a gateway with a vault on disk. Its connection is linked to a simulated phone, and a customer exists. `seen` is the
 * vault as the gateway sees it.
 */
export const openLinked = async (
  config: Partial<GatewayConfig> = { timings: FAST_TIMINGS },
  seen = (vault: Vault): Vault => vault,
) => {
  const logged: string[] = []
  const write = (...parts: unknown[]) => {
    logged.push(JSON.stringify(parts))
  }
  const logger: Logger = { debug: write, info: write, warn: write, error: write }
  quietConsole(logger)
  const dir = await mkdtemp(join(tmpdir(), 'gateway-'))
  const thread = sharedThread()
  const vault = await createEmbeddedVault({ dir, secretKey: randomBytes(32), thread })
  const sim = await createSimulator()
  const shop = sim.addPhone({ number: '5511900000001', name: 'Shop', kind: 'own' })
  const ana = sim.addPhone({ number: '5511900000002', name: 'Ana' })
  const desk = createDesk({ simulator: () => Promise.resolve(sim), vault: seen(vault), logger, config })
  desk.addConnection(CONNECTION)
  const gateways: Gateway[] = []
  const newGateway = async (): Promise<Gateway> => {
    const gateway = desk.newGateway()
    gateways.push(gateway)
    await gateway.start()
    return gateway
  }
  const gateway = await newGateway()
  await desk.request(CONNECTION, 'start')
  const { qrcode } = await desk.signal('qr', (signal) => signal.qrcode !== '')
  await shop.scanQr(qrcode)
  await desk.status(CONNECTION, 'CONNECTED')
  return {
    sim,
    shop,
    ana,
    desk,
    /** the gateway that linked the phone */
    gateway,
    /** starts another gateway */
    newGateway,
    /** the whole log, as JSON */
    logged,
    close: async () => {
      await Promise.all(gateways.map((one) => one.stop()))
      await sim.close()
      await vault.close()
      await rm(dir, { recursive: true })
    },
  }
}

export type Linked = Awaited<ReturnType<typeof openLinked>>
