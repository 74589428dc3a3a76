import { createContext, runInContext } from 'node:vm'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { workerOf } from './plugin.js'

const ORIGIN = 'https://guiche.test'
const FILES = ['/assets/app-1.js', '/theme-boot.js']
const PAGE = '<script src="/assets/app-1.js">'

/** Stored responses by cache and path, in the order of the caches. */
let kept: Map<string, Map<string, Response>>
/** Responses of the server by path; an empty map: the network is down. */
let server: Map<string, () => Response>

const pathOf = (request: string | Request): string =>
  new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname
const cacheOf = (name: string) => {
  const files = kept.get(name) ?? new Map<string, Response>()
  kept.set(name, files)
  return {
    match: async (request: string | Request) => files.get(pathOf(request))?.clone(),
    put: async (request: string | Request, response: Response) => void files.set(pathOf(request), response),
    addAll: async (requests: readonly Request[]) => {
      for (const request of requests) files.set(pathOf(request), await fetchFromWorker(request))
    },
  }
}
const fetchFromWorker = async (request: string | Request): Promise<Response> => {
  const answer = server.get(pathOf(request))
  if (answer === undefined) throw new TypeError('Failed to fetch')
  return answer()
}

type Handler = (event: Record<string, unknown>) => void

/** Starts the worker of a build. Gives a function that dispatches events to it. */
const startWorker = (version: string) => {
  const handlers = new Map<string, Handler>()
  const told: unknown[] = []
  const shown: unknown[] = []
  /** the path of each window, and whether it has the focus */
  const windows: { path: string; focused: boolean }[] = [{ path: '/', focused: false }]
  /** paths of the windows that were brought to the front */
  const raised: string[] = []
  const desk = { locks: ['guiche.at-desk'] }
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
    skipWaiting: () => undefined,
    clients: {
      claim: async () => undefined,
      matchAll: async () =>
        windows.map(({ path, focused }) => ({
          url: ORIGIN + path,
          focused,
          focus: async () => void raised.push(path),
          postMessage: (message: unknown) => told.push(message),
        })),
      openWindow: async (path: string) => void raised.push(`new ${path}`),
    },
    navigator: { locks: { query: async () => ({ held: desk.locks.map((name) => ({ name })) }) } },
    registration: { showNotification: async (...notice: unknown[]) => void shown.push(notice) },
  }
  const caches = {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    match: async (request: Request) => {
      for (const files of kept.values()) {
        const found = files.get(pathOf(request))
        if (found !== undefined) return found.clone()
      }
      return undefined
    },
  }
  /** Requests of a worker may be relative to its origin. */
  class LocalRequest extends Request {
    constructor(path: string, init?: RequestInit) {
      super(new URL(path, ORIGIN), init)
    }
  }
  const outside = {
    self,
    caches,
    fetch: fetchFromWorker,
    Request: LocalRequest,
    URL,
    setTimeout,
    clearTimeout,
  }
  runInContext(workerOf({ version, entry: '/assets/app-1.js', files: FILES }), createContext(outside))
  const happen = (type: string, event: Record<string, unknown> = {}) => {
    const rest: Promise<unknown>[] = []
    let answer: Promise<unknown> | null = null
    handlers.get(type)?.({
      ...event,
      waitUntil: (promise: Promise<unknown>) => rest.push(promise),
      respondWith: (promise: Promise<unknown>) => {
        answer = promise
      },
    })
    if (answer === null && rest.length === 0) return null
    return Promise.all([answer as Promise<unknown> | null, ...rest]).then(([first]) => first)
  }
  /** The worker's response, or null if it leaves the request to the browser. */
  const ask = async (path: string, { method = 'GET', mode = 'cors' } = {}): Promise<string | null> => {
    const answer = happen('fetch', { request: { method, mode, url: new URL(path, ORIGIN).href } })
    return answer === null ? null : await ((await answer) as Response).text()
  }
  return { happen, ask, told, shown, windows, raised, desk }
}

const servePage = (page = PAGE) => {
  server = new Map([
    ['/', () => new Response(page)],
    ...FILES.map((file): [string, () => Response] => [file, () => new Response(`file ${file}`)]),
  ])
}

describe('the service worker', () => {
  beforeEach(() => {
    kept = new Map()
    servePage()
  })

  it('keeps all files of its build, and answers from them while the network is away', async () => {
    const worker = startWorker('one')
    await worker.happen('install')
    server.clear()
    expect(await worker.ask('/tickets/7', { mode: 'navigate' })).toBe(PAGE)
    expect(await worker.ask('/assets/app-1.js')).toBe('file /assets/app-1.js')
    expect(await worker.ask('/theme-boot.js')).toBe('file /theme-boot.js')
  })

  it('shows what the server has while there is one, and the kept page where a proxy answers for it', async () => {
    const worker = startWorker('one')
    await worker.happen('install')
    servePage('<script src="/assets/app-2.js">')
    expect(await worker.ask('/', { mode: 'navigate' })).toContain('app-2')
    server.set('/', () => new Response('bad gateway', { status: 502 }))
    expect(await worker.ask('/', { mode: 'navigate' })).toBe(PAGE)
    // A page of another build was not stored with the files of this build.
    expect([...(kept.get('guiche-one')?.keys() ?? [])].sort()).toEqual(['/', ...FILES].sort())
  })

  it('keeps the newest page of its build, which may have other headers', async () => {
    const worker = startWorker('one')
    await worker.happen('install')
    const headers = (policy: string) => ({ 'Content-Type': 'text/html', 'Content-Security-Policy': policy })
    server.set('/tickets', () => new Response(PAGE, { headers: headers('new') }))
    await worker.ask('/tickets', { mode: 'navigate' })
    const policy = () => kept.get('guiche-one')?.get('/')?.headers.get('Content-Security-Policy')
    expect(policy()).toBe('new')
    const other = '<script src="/assets/app-2.js">'
    for (const answer of [
      new Response(other, { headers: headers('other') }),
      new Response(PAGE, { status: 404 }),
    ]) {
      server.set('/tickets', () => answer)
      await worker.ask('/tickets', { mode: 'navigate' })
      expect(policy()).toBe('new')
    }
  })

  it('keeps nothing where the server has another build already', async () => {
    servePage('<script src="/assets/app-2.js">')
    await expect(startWorker('one').happen('install')).rejects.toThrow('another build')
    expect(kept.get('guiche-one')?.has('/')).toBe(false)
  })

  it.each([
    ['/api/messages/7'],
    ['/api/media/1/photo.jpg'],
    ['/API/tickets'],
    ['/ws'],
    ['/simulator'],
    ['/health/live'],
    ['/metrics'],
    ['/somebodys-file.pdf'],
    ['https://elsewhere.test/assets/app-1.js'],
  ])('leaves %s to the browser', async (path) => {
    const worker = startWorker('one')
    await worker.happen('install')
    expect(await worker.ask(path)).toBe(null)
    expect(await worker.ask('/assets/app-1.js', { method: 'POST' })).toBe(null)
  })

  it('shows what is pushed, unless somebody looks at the app', async () => {
    const worker = startWorker('one')
    const notice = { title: 'Carla', body: 'Tem bolo?', tag: 'ticket-7', path: '/tickets/abc' }
    worker.windows[0] = { path: '/', focused: true }
    await worker.happen('push', { data: { json: () => notice } })
    expect(worker.shown).toEqual([])
    worker.windows[0] = { path: '/', focused: false }
    await worker.happen('push', { data: { json: () => notice } })
    const { title, path, ...options } = notice
    expect(worker.shown).toEqual([
      [title, { ...options, renotify: true, icon: '/icon-192.png', data: { path } }],
    ])
  })

  it('shows what is pushed to whoever has left the desk with the app before them', async () => {
    const worker = startWorker('one')
    worker.windows[0] = { path: '/tickets/abc', focused: true }
    worker.desk.locks = ['guiche.looks-at-abc']
    const notice = { title: 'Carla', body: 'Tem bolo?', tag: 'ticket-7', path: '/tickets/abc' }
    await worker.happen('push', { data: { json: () => notice } })
    expect(worker.shown).toHaveLength(1)
  })

  it('opens what a notification is of where it is shown, else where somebody looks, else in the first window', async () => {
    const worker = startWorker('one')
    const click = async (path: string) => {
      const notification = { close: () => undefined, data: { path } }
      await worker.happen('notificationclick', { notification })
      return worker.raised.at(-1)
    }
    worker.windows.splice(
      0,
      1,
      { path: '/users', focused: false },
      { path: '/tickets/a', focused: true },
      { path: '/tickets/b#m1', focused: false },
    )
    expect(await click('/tickets/b')).toBe('/tickets/b#m1')
    expect(await click('/tickets/c')).toBe('/tickets/a')
    worker.windows[1] = { path: '/tickets/a', focused: false }
    expect(await click('/tickets/c')).toBe('/users')
    expect(worker.told).toEqual(['b', 'c', 'c'].map((id) => ({ kind: 'open', path: `/tickets/${id}` })))
    worker.windows.length = 0
    expect(await click('/tickets/c')).toBe('new /tickets/c')
  })

  it('forgets builds but for the one before, and tells open windows which it is', async () => {
    for (const version of ['one', 'two', 'three']) await startWorker(version).happen('install')
    const worker = startWorker('three')
    await worker.happen('activate')
    expect([...kept.keys()]).toEqual(['guiche-two', 'guiche-three'])
    expect(worker.told).toEqual([{ kind: 'build', entry: '/assets/app-1.js' }])
  })
})
