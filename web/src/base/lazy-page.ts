import { type ComponentType, lazy } from 'react'
import { reloadOnce } from './reload-once.js'
import { retryOnline } from './retry-online.js'

/** A part of the app that failed to load. A retry needs a reload of the app, because React caches the failure. */
export class PartNotFetched extends Error {}

/** A new release has other file names: reloads the app once if a file is missing. */
const reloadForNewRelease = (failure: unknown): never => {
  reloadOnce('part')
  throw new PartNotFetched('a part of the app could not be fetched', { cause: failure })
}

const serverAnswers = (): Promise<boolean> =>
  fetch('/health/live', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )

let isAway = false
/** Tells whether the server is known to be away. */
export const serverAwayChanged = (away: boolean): void => {
  isAway = away
}

/** Fetches a part of the app; waits while the server is away. A service worker has all parts. */
export const fetchPart = <T>(load: () => Promise<T>): Promise<T> =>
  retryOnline(load, serverAnswers, isAway && !navigator.serviceWorker?.controller).catch(reloadForNewRelease)

/** A page, or a part of one, loaded when first shown. */
export const lazyPage = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await fetchPart(load) }))
