import { useNativeCurve } from '../../libsignal-fixes/native-curve.js'
import type { Logger } from '../../logger.js'
import { quietConsole } from './quiet-console.js'

export type Baileys = typeof import('@whiskeysockets/baileys')

let loaded: Promise<Baileys> | null = null

/** Call before anything loads the package: it prints private keys, and its curve is slow. */
export const prepareLibrary = (logger: Logger): void => {
  quietConsole(logger)
  useNativeCurve()
}

/** The package, loaded when the first session starts: it costs a second and 100 MB. */
export const loadBaileys = (logger: Logger): Promise<Baileys> => {
  prepareLibrary(logger)
  loaded ??= import('@whiskeysockets/baileys')
  return loaded
}
