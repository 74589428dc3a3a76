import type { Logger } from '../../logger.js'
import { quietConsole } from './quiet-console.js'

export type Baileys = typeof import('@whiskeysockets/baileys')

let loaded: Promise<Baileys> | null = null

/** The package, loaded when the first session starts: it costs a second and 100 MB. The console is quiet before. */
export const loadBaileys = (logger: Logger): Promise<Baileys> => {
  quietConsole(logger)
  loaded ??= import('@whiskeysockets/baileys')
  return loaded
}
