import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { checkAccessibility, chooseEntry, keepPictures, noDialog } from './browser.js'
import { COMPANY_NUMBER, CUSTOMER_NUMBER, type Desk } from './desk.js'

/** Records the page's use of microphones. The first request is refused, the second waits for `allow`. */
const watchMicrophone = (page: Page) =>
  page.evaluateHandle(() => {
    const streams: MediaStream[] = []
    const { mediaDevices } = navigator
    const ask = mediaDevices.getUserMedia.bind(mediaDevices)
    let asked = 0
    let allow = () => {}
    const allowed = new Promise<void>((resolve) => {
      allow = resolve
    })
    mediaDevices.getUserMedia = async (wanted) => {
      asked += 1
      if (asked === 1) throw new DOMException('Permission denied', 'NotAllowedError')
      const stream = await ask(wanted)
      streams.push(stream)
      if (asked === 2) await allowed
      return stream
    }
    const end = () => streams.at(-1)?.getTracks()[0]?.stop()
    const ended = () => streams.every((stream) => stream.getTracks().every((t) => t.readyState === 'ended'))
    return { allow: () => allow(), end, ended, count: () => streams.length }
  })

/** Runs `work` while the administrator is shown as recording in the same ticket. */
export const whileColleagueRecords = async (
  { admin, ticketOf }: Desk,
  work: () => Promise<void>,
): Promise<void> => {
  const { id: ticketId } = await ticketOf('Caio Prado', 'open')
  const socket = await admin.socket()
  socket.send('joinChatBox', { ticketId })
  const answers = () => socket.send('ticketPresence', { ticketId, state: 'recording' })
  answers()
  // The typing notification expires after some seconds.
  const again = setInterval(answers, 3000)
  try {
    await work()
  } finally {
    clearInterval(again)
    socket.close()
  }
}

/** Records voice messages in the open conversation. */
export const recordVoice = async (desk: Desk): Promise<void> => {
  const { page } = desk
  const record = () => page.getByRole('button', { name: 'Gravar áudio' }).click()
  const bar = page.getByRole('region', { name: 'Gravando áudio' })
  const gone = async () => {
    await bar.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.id === 'composer')
  }
  const sendIt = bar.getByRole('button', { name: 'Enviar gravação' })
  const lasts = (seconds: number) =>
    page.waitForFunction(
      (least) => Number(document.querySelector('[role=timer]')?.textContent?.split(':')[1]) >= least,
      seconds,
    )
  const opened = await watchMicrophone(page)
  const letGo = () => page.waitForFunction((of) => of.count() > 0 && of.ended(), opened)
  await record()
  await page.getByRole('alert').getByText('O navegador não liberou o microfone').waitFor()

  // The composer is unmounted before the microphone is allowed.
  await record()
  await page.waitForFunction((of) => of.count() === 1, opened)
  await page.getByRole('button', { name: 'Escrever observação interna' }).click()
  await opened.evaluate((of) => of.allow())
  await letGo()
  await page.getByRole('button', { name: 'Voltar à mensagem' }).click()

  await record()
  await lasts(1)
  await page.waitForFunction(
    () =>
      Number.parseInt(document.querySelector<HTMLElement>('[class*=level]')?.style.inlineSize ?? '', 10) > 0,
  )
  expect(await checkAccessibility(page)).toEqual([])
  await keepPictures(page, 'composer-recording')
  await bar.getByRole('button', { name: 'Descartar gravação' }).click()
  await gone()
  await letGo()

  // An accidental click: "send" is pressed as soon as the button is shown.
  await page.evaluate(() => {
    const send = () => document.querySelector<HTMLElement>('[aria-label="Enviar gravação"]')
    const watch = new MutationObserver(() => {
      if (send() === null) return
      watch.disconnect()
      send()?.click()
    })
    watch.observe(document.body, { childList: true, subtree: true })
  })
  await record()
  await page.waitForFunction((of) => of.count() === 3, opened)
  await gone()
  await letGo()
  await page.getByText('A gravação é curta demais e não foi enviada').waitFor()

  // A recording of a closed composer is offered when the composer opens again.
  const kept = page.getByRole('region', { name: 'Gravação não enviada' })
  const isLost = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await isLost()).toBe(false)
  await record()
  await lasts(1)
  expect(await isLost()).toBe(true)
  await page.getByRole('button', { name: 'Opções da mensagem' }).first().press('Enter')
  await chooseEntry(page, 'Encaminhar')
  await letGo()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await kept
    .getByRole('timer')
    .getByText(/^0:0[1-9]$/)
    .waitFor()
  expect(await isLost()).toBe(true)
  expect(await checkAccessibility(page)).toEqual([])
  await keepPictures(page, 'composer-recorded')
  // The recording can be played before it is sent.
  await kept.getByRole('button', { name: /^Ouvir/ }).click()
  await kept.getByRole('button', { name: /^Pausar/ }).waitFor()
  // The recording plays to its end.
  await kept.getByRole('button', { name: /^Ouvir/ }).waitFor()
  await kept.getByRole('button', { name: 'Enviar gravação' }).dblclick()
  await kept.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.id === 'composer')
  // The page may be left without a warning, because the server has the recording.
  await page.waitForFunction(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))

  await whileColleagueRecords(desk, async () => {
    await page.getByRole('status').filter({ hasText: 'está respondendo' }).waitFor()
    await record()
    await lasts(1)
    await sendIt.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
    await noDialog(page)
    // The recording continues.
    await lasts(1 + Number((await bar.getByRole('timer').innerText()).split(':')[1]))
    // Files dropped during a recording stay for the next message.
    const files = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['%PDF-1.4'], 'depois.pdf', { type: 'application/pdf' }))
      return transfer
    })
    await bar.dispatchEvent('drop', { dataTransfer: files })
    // The microphone is unplugged.
    await opened.evaluate((of) => of.end())
    await sendIt.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar mesmo assim' }).click()
    await gone()
    await page.getByRole('button', { name: 'Remover depois.pdf' }).click()
  })
  await page.getByRole('status').filter({ hasText: 'está respondendo' }).waitFor({ state: 'detached' })

  await record()
  await lasts(1)
  await sendIt.dblclick()
  await gone()
  await letGo()
  // A slow double click: the second press meets the button that has replaced the first one.
  const before = await opened.evaluate((of) => of.count())
  await page.getByRole('button', { name: 'Gravar áudio' }).hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  expect(await opened.evaluate((of) => of.count())).toBe(before)
  await page.keyboard.type('depois das gravações')
  await page.keyboard.press('Enter')
  const received = await desk.phones.until(async () => {
    const all = await desk.phones.messages(CUSTOMER_NUMBER, COMPANY_NUMBER)
    return all.some(({ text }) => text?.includes('depois das gravações')) ? all : undefined
  })
  expect(received.filter(({ kind }) => kind === 'voice')).toHaveLength(3)

  // In a ticket that the user may no longer answer, the recording is shown and can be discarded.
  const { id } = await desk.ticketOf('Caio Prado', 'open')
  await record()
  await lasts(1)
  await desk.admin.put(`/tickets/${id}`, { status: 'closed' })
  const unsent = page.getByRole('status').filter({ hasText: 'Não enviado: Áudio.' })
  await unsent.waitFor()
  expect(await isLost()).toBe(true)
  expect(await checkAccessibility(page)).toEqual([])
  await unsent.getByRole('button', { name: 'Descartar' }).click()
  await unsent.waitFor({ state: 'detached' })
  expect(await isLost()).toBe(false)
  await page.getByRole('button', { name: 'Reabrir' }).last().click()
  await page.locator('#composer').waitFor()
}
