// Stores the files of the app, so that it opens without a network. Answers of /api, customers' files and other private data are
// never stored: the stored files are the same for everybody. The build (plugin.ts) adds BUILD: { version, entry, files }.
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
  // The page is stored last: if it is there, all files are there.
  await cache.put('/', page)
}

self.addEventListener('install', (event) => {
  event.waitUntil(install())
  self.skipWaiting()
})

/** The previous build stays for windows that still show it. */
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

/** Asks the network first for files that may change. Without a response, uses the file of this build. */
const fromNetwork = async (asked, path) => {
  try {
    const response = await inTime(asked)
    if (response.status < 500) return response
    return (await kept(path)) ?? response
  } catch {
    return (await kept(path)) ?? asked
  }
}

/** Stores the newest page of this build, because its headers list the frames that it may show, and these change. */
const keepPage = async (asked) => {
  const page = (await asked).clone()
  if (!page.ok || !page.headers.get('content-type')?.startsWith('text/html')) return
  if (!(await page.clone().text()).includes(BUILD.entry) || (await kept('/')) === undefined) return
  await (await caches.open(CACHE)).put('/', page)
}

const showPage = (event) => {
  const asked = fetch(event.request)
  // First, because `keepPage` copies the response before it is consumed.
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

/** Shows a pushed notice (PushedNotice), unless a user looks at the app, which shows it itself. */
const show = async (data) => {
  const windows = await self.clients.matchAll({ type: 'window' })
  if (windows.some(({ focused }) => focused) && (await isAtDesk())) return
  const { title, body, tag, path } = data.json()
  const options = { body, tag, renotify: true, icon: '/icon-192.png', data: { path } }
  await self.registration.showNotification(title, options)
}
self.addEventListener('push', (event) => event.waitUntil(show(event.data)))

/** A click on a desktop notification opens its ticket, in the window that already shows it if there is one. */
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
