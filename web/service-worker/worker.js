// Keeps the files of the app, so that it opens while the network is away. Answers of /api, files of customers and
// whatever else belongs to somebody are never kept: what is here is the same for everybody.
// The build (plugin.ts) puts BUILD before this: { version, entry, files }.
const CACHE = `guiche-${BUILD.version}`
const FILES = new Set(BUILD.files)
/** Milliseconds that a page is waited for before the kept one is shown. */
const PATIENCE = 6000

/** All files of one build or none: a page never meets scripts of another build. */
const install = async () => {
  const cache = await caches.open(CACHE)
  const page = await fetch('/', { cache: 'reload' })
  if (!page.ok || !(await page.clone().text()).includes(BUILD.entry))
    throw new Error('another build is served')
  await cache.addAll(
    BUILD.files.map(
      (file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' }),
    ),
  )
  // last: where it is, everything is
  await cache.put('/', page)
}

self.addEventListener('install', (event) => {
  event.waitUntil(install())
  self.skipWaiting()
})

/** The build before this one stays for windows that still show it. */
const activate = async () => {
  const others = (await caches.keys()).filter((name) => name !== CACHE)
  for (const name of others.slice(0, -1)) await caches.delete(name)
  await self.clients.claim()
  for (const client of await self.clients.matchAll({ type: 'window' }))
    client.postMessage({ kind: 'build', entry: BUILD.entry })
}
self.addEventListener('activate', (event) => event.waitUntil(activate()))

/** Files with a hash in their names never change: as they are kept, also by the build before. */
const fromCache = async (request) => (await caches.match(request)) ?? fetch(request)

const kept = async (path) => (await caches.open(CACHE)).match(path)
const inTime = (asked) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(reject, PATIENCE, new Error('too slow'))
    asked.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** What may change is asked for first; where no answer comes, the one of this build is given. */
const fromNetwork = async (asked, path) => {
  try {
    const response = await inTime(asked)
    if (response.status < 500) return response
    return (await kept(path)) ?? response
  } catch {
    return (await kept(path)) ?? asked
  }
}

/** The newest page of this build is kept: its headers say what it may show in frames, and that changes. */
const keepPage = async (asked) => {
  const page = (await asked).clone()
  if (!page.ok || !page.headers.get('content-type')?.startsWith('text/html')) return
  if (!(await page.clone().text()).includes(BUILD.entry) || (await kept('/')) === undefined) return
  await (await caches.open(CACHE)).put('/', page)
}

const showPage = (event) => {
  const asked = fetch(event.request)
  // first: it copies what the other one gives away
  event.waitUntil(keepPage(asked).catch(() => undefined))
  event.respondWith(fromNetwork(asked, '/'))
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (/^\/(api|ws|simulator|health|metrics)(\/|$)/i.test(pathname)) return
  if (request.mode === 'navigate') showPage(event)
  else if (pathname.startsWith('/assets/')) event.respondWith(fromCache(request))
  else if (FILES.has(pathname)) event.respondWith(fromNetwork(fetch(request), pathname))
})

/** Whether somebody does something in a window of the app, or has done so a while ago (src/base/activity.ts). */
const isAtDesk = async () => {
  const { held = [] } = (await self.navigator.locks?.query()) ?? {}
  return held.some(({ name }) => name === 'guiche.at-desk')
}

/** Shows what the server pushes (PushedNotice), unless somebody looks at the app, which tells it by itself. */
const show = async (data) => {
  const windows = await self.clients.matchAll({ type: 'window' })
  if (windows.some(({ focused }) => focused) && (await isAtDesk())) return
  const { title, body, tag, path } = data.json()
  const options = { body, tag, renotify: true, icon: '/icon-192.png', data: { path } }
  await self.registration.showNotification(title, options)
}
self.addEventListener('push', (event) => event.waitUntil(show(event.data)))

/** A click on a desktop notification opens the ticket that it is about: in the window that shows it, if there is one. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const path = event.notification.data?.path ?? '/tickets'
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window' })
    const shows = windows.find(({ url }) => new URL(url).pathname === path)
    const one = shows ?? windows.find(({ focused }) => focused) ?? windows[0]
    if (!one) return self.clients.openWindow(path)
    await one.focus()
    one.postMessage({ kind: 'open', path })
  }
  event.waitUntil(open())
})
