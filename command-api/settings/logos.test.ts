import { crc32, deflateSync } from 'node:zlib'
import { logoOf } from '@guiche/contracts/company/logos.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ADMIN, addCompany, setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'

let api: TestApi
let token: string
beforeAll(async () => {
  api = await startTestApi()
  token = (await setUp(api)).token
})
afterAll(() => api.close())

/** A black square as PNG; `side` in pixels. */
const createPng = (side = 40): Buffer => {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side)
  header.writeUInt32BE(side, 4)
  header.set([8, 2], 8)
  const rows = Buffer.alloc(side * (1 + 3 * side))
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}
const formOf = (content: Buffer | string, name = 'logo.png'): FormData => {
  const made = new FormData()
  made.append('file', new Blob([content]), name)
  return made
}
const uploadLogo = (ref: string, body: FormData, options: { token?: string; key?: string } = {}) =>
  api.call('POST', `/settings/media-upload${ref === '' ? '' : `?ref=${ref}`}`, body, { token, ...options })
/** Ids of files that the setting has had, oldest first. */
const named = async (key: string): Promise<(string | undefined)[]> =>
  (await api.events('settings-0')).flatMap(({ data }) =>
    data.key === key ? [logoOf(data.value)?.blobId] : [],
  )
const isStored = async (blobId = '') => (await api.blobs.info(blobId)) !== null

describe('a logo of the platform', () => {
  it('takes the place of the one before, whose file goes, and is taken away', async () => {
    const first = await uploadLogo('login', formOf(createPng()))
    expect([first.status, first.body]).toEqual([200, { mensagem: 'Arquivo Anexado' }])
    await uploadLogo('login', formOf(createPng(60)))
    const [old, now] = await named('logoLogin')
    expect([await isStored(old), await isStored(now)]).toEqual([false, true])
    const gone = await api.call('DELETE', '/settings/media-upload/login', undefined, { token })
    expect([gone.status, gone.body, await isStored(now)]).toEqual([
      200,
      { mensagem: 'Arquivo Excluído' },
      false,
    ])
    expect((await api.call('DELETE', '/settings/media-upload/login', undefined, { token })).status).toBe(200)
  })

  it('is stored once however often it is sent under one key', async () => {
    const content = createPng(50)
    for (const _ of [1, 2])
      expect((await uploadLogo('signup', formOf(content), { key: 'once' })).status).toBe(200)
    const names = await named('logoSignup')
    expect([names.length, await isStored(names[0])]).toEqual([1, true])
  })

  it('of two that are sent at once, one stays', async () => {
    const contents = [createPng(41), createPng(42), createPng(43)]
    await Promise.all(contents.map((content) => uploadLogo('interno', formOf(content))))
    const there = await Promise.all((await named('logoInterno')).map(isStored))
    expect([there.length, there.filter(Boolean).length, there.at(-1)]).toEqual([3, 1, true])
  })

  it('that is a drawing with a script becomes a picture', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="x()"><script>x()</script></svg>'
    expect((await uploadLogo('favicon', formOf(svg, 'a.svg'))).status).toBe(200)
    const [blobId = ''] = await named('logoFavicon')
    const opened = await api.blobs.open(blobId)
    const bytes = Buffer.concat((await opened?.stream.toArray()) ?? [])
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([96, 96])
    expect(bytes.includes('script')).toBe(false)
  })

  it.each([
    ['no place', '', 'x', 400, 'ERR_LOGO_REF'],
    ['a path for a place', '../login', 'x', 400, 'ERR_LOGO_REF'],
    ['a page', 'login', '<html><script>x()</script></html>', 415, 'ERR_LOGO_TYPE'],
    ['no bytes', 'login', '', 415, 'ERR_LOGO_TYPE'],
    ['a drawing cut off', 'login', '<svg ><g></svg>', 422, 'ERR_LOGO_UNREADABLE'],
    ['icons cut off', 'login', '\x00\x00\x01\x00\x01\x00\x10', 422, 'ERR_LOGO_UNREADABLE'],
    ['too many bytes', 'login', 'x'.repeat(2_100_000), 413, 'ERR_LOGO_TOO_LARGE'],
  ])('with %s is refused, and nothing is stored', async (_, ref, content, status, error) => {
    const before = (await api.events('settings-0')).length
    const answer = await uploadLogo(ref, formOf(content))
    expect([answer.status, answer.body.error]).toEqual([status, error])
    expect((await api.events('settings-0')).length).toBe(before)
  })

  it('needs a file, and a super user', async () => {
    expect((await uploadLogo('login', new FormData())).body.error).toBe('ERR_LOGO_FILE')
    const { email } = await addCompany(api, 2)
    const admin = (await signIn(api, email, ADMIN.password)).token
    expect((await uploadLogo('login', formOf(createPng()), { token: admin })).body.error).toBe(
      'ERR_NO_PERMISSION',
    )
  })

  it('is no setting that is written as a text', async () => {
    const put = await api.call('PUT', '/settings/logoLogin', { value: `${'a'.repeat(40)}.png` }, { token })
    expect([put.status, put.body.error]).toEqual([404, 'ERR_NO_SETTING_FOUND'])
  })
})

describe('a colour of the platform', () => {
  const put = (key: string, value: string) => api.call('PUT', `/settings/${key}`, { value }, { token })
  it('is taken where texts can be read in it, else refused with the nearest', async () => {
    expect((await put('colorLight', '#0b5a8a')).status).toBe(200)
    const { status, body } = await put('colorLight', '#ffd600')
    expect([status, body]).toMatchObject([
      422,
      { error: 'ERR_COLOR_UNREADABLE', details: { field: 'colorLight', contrast: 1.2 } },
    ])
    expect((await put('colorLight', body.details.nearest)).status).toBe(200)
    for (const wrong of ['red', '#fff', '#GGGGGG', 'url(x)'])
      expect((await put('colorDark', wrong)).status).toBe(400)
    expect((await put('colorLight', '')).status).toBe(200)
  })
})
