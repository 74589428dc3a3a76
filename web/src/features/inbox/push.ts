import { endpoints } from '../../api/base-api.js'
import { pushSession } from '../../api/push-session.js'
import type { BodyTo } from '../../api/routes.js'
import type { AppDispatch } from '../../app/store.js'

const QUIET_REQUEST = { quiet: true } as const
const pushApi = endpoints(({ query, command }) => ({
  pushKey: query('GET /push/key', QUIET_REQUEST),
  keepDevice: command('PUT /push/device', QUIET_REQUEST),
  dropDevice: command('DELETE /push/device', QUIET_REQUEST),
}))

type WantedPushes = Omit<BodyTo<'PUT /push/device'>, 'endpoint' | 'p256dh' | 'auth'>

const base64 = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replaceAll('=', '')

/**
 * The browser's subscription with this key. A subscription with another key is useless, and one of another
 * session would show its pushes here.
 */
const subscribePush = async (
  manager: PushManager,
  key: string,
  token: string | null,
): Promise<PushSubscription> => {
  const kept = await manager.getSubscription()
  if (kept !== null && pushSession.isFor(token) && base64(kept.options.applicationServerKey) === key)
    return kept
  pushSession.remember(token)
  await kept?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** Lets the server push to this browser. Rejects if the browser, its push service or the server refuses. */
export const startPush = async (dispatch: AppDispatch, wanted: WantedPushes): Promise<void> => {
  const { pushManager } = await navigator.serviceWorker.ready
  const { key } = await dispatch(pushApi.endpoints.pushKey.initiate(undefined, { subscribe: false })).unwrap()
  const token = dispatch((_dispatch, getState) => getState().session.token)
  const { endpoint, keys } = (await subscribePush(pushManager, key, token)).toJSON()
  const device = { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
  await dispatch(pushApi.endpoints.keepDevice.initiate({ body: { ...device, ...wanted } })).unwrap()
}

/** Ends the subscription, in the browser and on the server. */
export const stopPush = async (dispatch: AppDispatch): Promise<void> => {
  const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription()
  if (subscription === null) return
  await subscription.unsubscribe()
  await dispatch(pushApi.endpoints.dropDevice.initiate({})).unwrap()
}
