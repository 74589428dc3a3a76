import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type Client, signIn } from '../../launcher/testing/client.js'
import { connectPhones, type Phones } from '../../launcher/testing/phones.js'
import { ADMIN, removeData, startProductProcess } from '../../launcher/testing/product-process.js'
import { launchBrowser, signInByForm, watchConsole } from './browser.js'

/** Time limits in milliseconds. After them a test counts as hanging; they do not measure speed. */
export const START_TIMEOUT_MS = 300_000
export const STEP_TIMEOUT_MS = 180_000
const WAIT = 60_000
/** Maximum of log lines of the product that a failed test shows. */
const TROUBLES = 30

/** Number of the company, and number of the only customer if a test does not name others. */
export const COMPANY_NUMBER = '5511900000001'
export const CUSTOMER_NUMBER = '5511988887777'
/** The agent who is signed in on the page. The API is called by the administrator, another user. */
export const AGENT = { name: 'Bia Souza', email: 'bia@guiche.test', password: 'segredo-2' } as const

export interface Place {
  /** origin of the product */
  readonly url: string
  readonly browser: Browser
  /** errors and warnings in the consoles of all pages */
  readonly problems: string[]
  /** Opens a page in a new context: Portuguese, 1440 pixels wide, no service worker. Addresses are relative to `url`. */
  open(options?: BrowserContextOptions): Promise<Page>
  stop(): Promise<void>
}

/** The last warnings and errors in the log of a product. */
const troublesOf = (log: string): string => {
  const troubles = log.split('\n').filter((line) => /"level":[456]0/.test(line))
  return ['The product warned:', ...troubles.slice(-TROUBLES)].join('\n')
}

/** A started product and a browser, without a sign-in. A failed test shows the warnings of the product's log. */
export const startPlace = async (env: Readonly<Record<string, string>> = {}): Promise<Place> => {
  const [product, browser] = await Promise.all([startProductProcess({ env }), launchBrowser()])
  const pages = (globalThis as { whenFailed?: () => Promise<string> }).whenFailed
  Object.assign(globalThis, { whenFailed: async () => `${await pages?.()}\n${troublesOf(product.output())}` })
  const problems: string[] = []
  return {
    url: product.url,
    browser,
    problems,
    open: async (options = {}) => {
      const context = await browser.newContext({
        baseURL: product.url,
        viewport: { width: 1440, height: 900 },
        locale: 'pt-BR',
        reducedMotion: 'reduce',
        // A test's route does not always catch requests that a service worker passes on.
        serviceWorkers: 'block',
        ...options,
      })
      const page = await context.newPage()
      page.setDefaultTimeout(WAIT)
      watchConsole(page, problems)
      return page
    },
    stop: async () => {
      await browser.close()
      await product.stop()
      await removeData(product.dataDir)
    },
  }
}

export interface Ticket {
  readonly id: number
  readonly uuid: string
  readonly contactId: number
  readonly contact: { readonly name: string }
}

export interface Desk extends Place {
  /** the first administrator, through the API */
  readonly admin: Client
  readonly phones: Phones
  /** the agent is signed in on this page */
  readonly page: Page
  /** waits for the open or waiting ticket of the customer with this name */
  ticketOf(name: string, status: 'pending' | 'open'): Promise<Ticket>
  /** The first customer sends this text, the agent accepts the ticket, and the page shows it. Gives the ticket. */
  attend(text: string): Promise<Ticket>
  stop(): Promise<void>
}

interface DeskOptions {
  /** names of the customers by their numbers */
  readonly customers?: Readonly<Record<string, string>>
  /** runs before the company's number is linked, for example to add messages that only the phone's history has */
  readonly beforeLink?: (phones: Phones) => Promise<unknown>
  readonly context?: BrowserContextOptions
}

/**
 * Starts a product with everything that a test of the desk needs: a number linked to a simulated phone, customers, an
 * administrator who calls the API, and an agent signed in on a page. The agent has the profile admin and sees all tickets.
 */
export const startDesk = async (asked: DeskOptions = {}): Promise<Desk> => {
  const { customers = { [CUSTOMER_NUMBER]: 'Caio Prado' }, beforeLink, context } = asked
  const place = await startPlace()
  try {
    const admin = await signIn(place.url, ADMIN.email, ADMIN.password)
    const agent = await admin.post<{ id: number }>('/users', {
      ...AGENT,
      profile: 'admin',
      allTicket: 'enabled',
    })
    const signedIn = place.open(context).then(async (page) => {
      await signInByForm(page, AGENT)
      return page
    })
    const link = async (): Promise<Phones> => {
      const channel = { name: 'Principal', channel: 'simulator', isDefault: true }
      const connection = await admin.post<{ id: number }>('/whatsapp', channel)
      const phones = await connectPhones(place.url, admin)
      await phones.add(COMPANY_NUMBER, 'Padaria', 'own')
      for (const [number, name] of Object.entries(customers)) await phones.add(number, name)
      await beforeLink?.(phones)
      await phones.scan(COMPANY_NUMBER, connection.body.id)
      return phones
    }
    const [page, phones] = await Promise.all([signedIn, link()])
    const ticketOf = (name: string, status: string): Promise<Ticket> =>
      phones.until(async () => {
        const path = `/tickets?status=${status}&showAll=true`
        const { tickets } = (await admin.get<{ tickets: Ticket[] }>(path)).body
        return tickets.find(({ contact }) => contact.name === name)
      })
    return {
      ...place,
      admin,
      phones,
      page,
      ticketOf,
      attend: async (text) => {
        const [[number = '', name = ''] = []] = Object.entries(customers)
        await phones.text(number, COMPANY_NUMBER, text)
        const ticket = await ticketOf(name, 'pending')
        await admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: agent.body.id, queueId: null })
        await page.goto(`/tickets/${ticket.uuid}`)
        await page.getByRole('log').getByText(text).waitFor()
        return ticket
      },
      stop: async () => {
        phones.close()
        await place.stop()
      },
    }
  } catch (failure) {
    await place.stop()
    throw failure
  }
}
