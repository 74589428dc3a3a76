import { type ComponentType, lazy } from 'react'

const RELOADED = 'guiche.chunk-reloaded'

/** A new release has other file names: a page that is gone is fetched by loading the app anew, once. */
const reloadForNewRelease = (failure: unknown): never => {
  if (sessionStorage.getItem(RELOADED) === null) {
    sessionStorage.setItem(RELOADED, 'yes')
    location.reload()
  }
  throw failure
}

/** A page or dialog that is fetched when it is first shown. */
export const lazyPage = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(() =>
    load().then((component) => {
      sessionStorage.removeItem(RELOADED)
      return { default: component }
    }, reloadForNewRelease),
  )
