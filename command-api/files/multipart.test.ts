import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import type { FormSpec } from '@guiche/contracts/files/forms.js'
import { importRoutes } from '@guiche/contracts/routes/contacts.js'
import { messageRoutes, sendRoutes } from '@guiche/contracts/routes/messages.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { createEmbeddedBlobs } from '@guiche/infra/blobs/embedded.js'
import { systemClock } from '@guiche/infra/clock.js'
import { until } from '@guiche/infra/testing/until.js'
import { tempVault } from '@guiche/infra/vault/testing/temp-vault.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { plainName, readForm } from './multipart.js'
import { storeFile } from './upload.js'

const FORM = messageRoutes['POST /messages/:ticketId'].form

let dir: string
let blobs: Blobs
let notes: Awaited<ReturnType<typeof tempVault>>
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'guiche-form-'))
  blobs = await createEmbeddedBlobs({ dir })
  notes = await tempVault()
})
afterEach(async () => {
  await blobs.close()
  await notes.close()
  await rm(dir, { recursive: true, force: true })
})

const formRequest = () => {
  const stream = new PassThrough()
  Object.assign(stream, { headers: { 'content-type': 'multipart/form-data; boundary=b' } })
  return stream as unknown as IncomingMessage & PassThrough
}
const filesIn = async () =>
  (await readdir(dir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

describe('a form that ends before its time', () => {
  it('is answered, and nothing of its file stays', async () => {
    const request = formRequest()
    let begin: () => void
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const done = readForm(request, FORM, async (file) => {
      begin()
      const stored = await storeFile({ blobs, vault: notes.vault, clock: systemClock }, 1, file)
      return stored.ok ? null : stored.error
    })
    request.write('--b\r\nContent-Disposition: form-data; name="medias"; filename="a.pdf"\r\n\r\n%PDF-1.4\n')
    request.write(Buffer.alloc(100_000, 'x'))
    await begun
    request.emit('aborted')
    expect(await done).toMatchObject({ ok: false })
    expect(await filesIn()).toEqual([])
  })

  it('is answered also when that was before anybody listened', async () => {
    const request = formRequest()
    request.destroy()
    expect(await readForm(request, FORM, async () => null)).toMatchObject({ ok: false })
  })
})

describe('a company whose space for files is full', () => {
  const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
  const store = (companyId: number) => {
    const deps = { blobs, vault: notes.vault, clock: systemClock, config: { storedBytes: PDF.length } }
    const file = { stream: Readable.from([PDF]), declared: 'application/pdf', fileName: 'a.pdf', index: 0 }
    return storeFile(deps, companyId, file)
  }

  it('refuses files of a company’s users beyond the limit, and accepts those of others', async () => {
    let used: number | null = null
    await until(() => {
      blobs.used(1).then((bytes) => {
        used = bytes
      })
      return used !== null
    })
    expect((await store(1)).ok).toBe(true)
    const before = await filesIn()
    expect(await store(1)).toMatchObject({ ok: false, error: { code: 'ERR_STORAGE_FULL' } })
    expect(await filesIn()).toHaveLength(before.length)
    expect((await store(2)).ok).toBe(true)
    // Company 0, the platform, owns the exports of all companies.
    for (let n = 0; n < 2; n++) expect((await store(0)).ok).toBe(true)
    // Files of customers are stored even if the storage is full.
    const about = { companyId: 1, mimetype: 'application/pdf', fileName: 'b.pdf', maxSize: 1000 }
    expect(await blobs.put(PDF, about)).toMatchObject({ size: PDF.length })
  })
})

describe('a form that has more bytes than all of its parts may have', () => {
  const part = '--b\r\nContent-Disposition: form-data; name="body"\r\n\r\noi\r\n'
  const read = (...pieces: readonly (string | Buffer)[]) => {
    const request = formRequest()
    const done = readForm(request, FORM, async () => null, 10_000)
    for (const piece of pieces) request.write(piece)
    return { request, done }
  }
  const refused = { ok: false, error: { code: 'ERR_BODY_TOO_LARGE' } }

  it.each([
    ['before its first part', [Buffer.alloc(10_001, 'x')]],
    ['behind its last part', [`${part}--b--\r\n`, Buffer.alloc(10_001, 'x')]],
    [
      'in its files',
      [
        part,
        '--b\r\nContent-Disposition: form-data; name="medias"; filename="a"\r\n\r\n',
        Buffer.alloc(10_001),
      ],
    ],
  ])('is refused before it ends: %s', async (_where, pieces) => {
    expect(await read(...pieces).done).toMatchObject(refused)
  })

  it('is read where it has just as many', async () => {
    const whole = `${part}--b--\r\n`
    const { request, done } = read('x'.repeat(10_000 - whole.length - 2), '\r\n', whole)
    request.end()
    expect(await done).toMatchObject({ ok: true })
  })
})

describe('texts of a form', () => {
  it('have line ends as people typed them, not as forms write them', async () => {
    const request = formRequest()
    const done = readForm(request, FORM, async () => null)
    request.end(
      '--b\r\nContent-Disposition: form-data; name="body"\r\n\r\none\r\ntwo\rthree\nfour\r\n--b--\r\n',
    )
    const form = await done
    expect(form.ok && form.value.fields.get('body')).toEqual(['one\ntwo\nthree\nfour'])
  })
})

describe('the declaration of a form', () => {
  const read = async (spec: FormSpec, ...parts: string[]) => {
    const request = formRequest()
    const done = readForm(request, spec, async () => null)
    request.end(
      `${parts.map((part) => `--b\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--b--\r\n`,
    )
    const form = await done
    return form.ok ? 'read' : [form.error.code, form.error.details?.field]
  }
  const file = 'name="file"; filename="a"\r\n\r\nx'
  const sheet = importRoutes['POST /contacts/upload'].form

  it('accepts the declared fields and the declared number of files', async () => {
    expect(await read(sheet, file, 'name="nameColumn"\r\n\r\n3')).toBe('read')
    expect(await read(sheet, file, 'name="nameColumn"\r\n\r\nB')).toEqual(['ERR_VALIDATION', 'nameColumn'])
    expect(await read(sheet, file, 'name="constructor"\r\n\r\nB')).toEqual(['ERR_VALIDATION', 'constructor'])
    expect(await read(sheet, file, file)).toEqual(['ERR_VALIDATION', 'file'])
    expect(await read(FORM, `name="body"\r\n\r\n${'x'.repeat(65_537)}`)).toEqual(['ERR_VALIDATION', 'body'])
    const program = sendRoutes['POST /messages/send'].form
    expect(await read(program, 'name="medias"; filename="a"\r\n\r\nx')).toEqual([
      'ERR_FIELD_NOT_SUPPORTED',
      'medias',
    ])
  })
})

describe('the name of a file', () => {
  it('is its last part, readable, and never empty', () => {
    expect(plainName('../../etc/passwd')).toBe('passwd')
    expect(plainName('C:\\Users\\x\\nota.pdf')).toBe('nota.pdf')
    expect(plainName('a\u0000b\r\n\u202egpj.exe')).toBe('abgpj.exe')
    expect(plainName('..')).toBe('arquivo')
    expect(plainName(undefined)).toBe('arquivo')
    expect(plainName(' / ')).toBe('arquivo')
    expect(plainName(`${'a'.repeat(500)}.pdf`)).toHaveLength(200)
  })
})

describe('a part that is not declared', () => {
  const read = (text: string, spec: FormSpec = FORM) => {
    const request = formRequest()
    request.end(text.replaceAll('\n', '\r\n'))
    return readForm(request, spec, async () => null)
  }
  const refused = { ok: false, error: { code: 'ERR_VALIDATION', details: { field: 'body' } } }

  it.each([
    ['a field without a name', 'Content-Disposition: form-data'],
    ['a file without a name', 'Content-Disposition: form-data; filename="a.txt"'],
    ['an empty name', 'Content-Disposition: form-data; name=""'],
    ['a broken header', 'Content-Disposition: form-data; name="body"\nX\u0000: y'],
  ])('is refused: %s', async (_what, header) => {
    expect(await read(`--b\n${header}\n\nx\n--b--\n`)).toMatchObject(refused)
  })

  it('on which its reader fails is refused, and does not end the process', async () => {
    const faulty: FormSpec = {
      files: FORM.files,
      get fields(): never {
        throw new Error('a fault of the reader')
      },
    }
    const text = '--b\nContent-Disposition: form-data; name="body"\n\nx\n--b--\n'
    expect(await read(text, faulty)).toMatchObject(refused)
  })
})
