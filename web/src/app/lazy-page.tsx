import { type ComponentType, lazy } from 'react'
import { patiently } from './patiently.js'

const RELOADED = 'guiche.chunk-reloaded'

/** A new release has other file names: a page that is gone is fetched by loading the app anew, once. */
const reloadForNewRelease = (failure: unknown): never => {
  if (sessionStorage.getItem(RELOADED) === null) {
    sessionStorage.setItem(RELOADED, 'yes')
    location.reload()
  }
  throw failure
}

const serverAnswers = (): Promise<boolean> =>
  fetch('/health/live', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/** A page or dialog that is fetched when it is first shown. */
export const lazyPage = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(() =>
    patiently(load, serverAnswers).then((component) => {
      sessionStorage.removeItem(RELOADED)
      return { default: component }
    }, reloadForNewRelease),
  )
