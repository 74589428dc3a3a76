// Keeps the app's own files, so that it opens while the network is away. Nothing of /api, /ws or /simulator is ever kept.
const CACHE = 'guiche-shell-1'

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add('/')))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name)
    await self.clients.claim()
  }
  event.waitUntil(clean())
})

const keep = async (request, response) => {
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone())
  return response
}

/** Hashed files never change: from the cache first. */
const fromCache = async (request) => (await caches.match(request)) ?? keep(request, await fetch(request))

/** A page is always asked for first; without a network the last shell answers. */
const fromNetwork = async (request) => {
  try {
    return await keep('/', await fetch(request))
  } catch (failure) {
    const shell = await caches.match('/')
    if (shell) return shell
    throw failure
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (/^\/(api|ws|simulator|health|metrics)(\/|$)/i.test(url.pathname)) return
  if (request.mode === 'navigate') event.respondWith(fromNetwork(request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(fromCache(request))
})

/** A click on a desktop notification opens the ticket that it is about. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const path = event.notification.data?.path ?? '/tickets'
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window' })
    const first = windows[0]
    if (!first) return self.clients.openWindow(path)
    await first.focus()
    first.postMessage({ kind: 'open', path })
  }
  event.waitUntil(open())
})
