import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const { sendOnce } = await import('./send.js')

/** A request with a form, like XMLHttpRequest. */
class Upload {
  static last: Upload
  readonly upload = { onprogress: (_event: object) => {} }
  readonly status = 200
  readonly responseText = '{}'
  onload = () => {}
  onabort = () => {}
  constructor() {
    Upload.last = this
  }
  open() {}
  setRequestHeader() {}
  getResponseHeader = () => null
  send() {}
  abort = () => this.onabort()
  progress = (loaded: number) => this.upload.onprogress({ lengthComputable: true, loaded, total: 100 })
}

beforeEach(() => {
  jest.useFakeTimers()
  Object.assign(globalThis, { XMLHttpRequest: Upload })
})
afterEach(() => {
  jest.useRealTimers()
})

const sendRequest = (signal?: AbortSignal) => {
  const shares: number[] = []
  const body = new FormData()
  const request = { url: '/messages/7', method: 'POST', body, patience: 1000 } as const
  const answer = sendOnce({ ...request, onProgress: (share) => shares.push(share) }, 'token', signal)
  return { answer, shares }
}

describe('files that are sent', () => {
  it('fail after a while without progress; each progress restarts the time', async () => {
    const { answer, shares } = sendRequest()
    for (const loaded of [10, 20, 30]) {
      await jest.advanceTimersByTimeAsync(900)
      Upload.last.progress(loaded)
    }
    await jest.advanceTimersByTimeAsync(1000)
    expect(await answer).toMatchObject({ status: 0 })
    expect(shares).toEqual([0.1, 0.2, 0.3])
  })

  it('are sent however long that takes, as long as it goes on', async () => {
    const { answer } = sendRequest()
    for (let loaded = 1; loaded <= 100; loaded++) {
      await jest.advanceTimersByTimeAsync(900)
      Upload.last.progress(loaded)
    }
    Upload.last.onload()
    expect(await answer).toMatchObject({ status: 200 })
    expect(jest.getTimerCount()).toBe(0)
  })

  it('are not sent once the caller has aborted', async () => {
    const before = Upload.last
    expect(await sendRequest(AbortSignal.abort()).answer).toMatchObject({ status: 0 })
    expect(Upload.last).toBe(before)
  })
})
