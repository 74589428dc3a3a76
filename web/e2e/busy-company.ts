import { type Client, signIn } from '@guiche/launcher/testing/client.js'
import { connectPhones, type Phones } from '@guiche/launcher/testing/phones.js'
import { ADMIN } from '@guiche/launcher/testing/product-process.js'
import sharp from 'sharp'
import { AGENT, COMPANY_NUMBER } from './desk.js'

/** Typical names: short, long, with accents, a single word, another script. */
const CUSTOMERS = [
  'Caio Prado',
  'Maria das Dores Conceição de Albuquerque Figueiredo Filha',
  'Ana',
  '王小明',
  'José Antônio (fornecedor de farinha)',
  'Zé',
  'Oficina do Beto — Funilaria e Pintura',
  'Lívia Nogueira',
  '🌻 Flor do Campo',
  'Dr. Renato Sá',
]
const LONG =
  'Bom dia! Encomendei um bolo de três andares para sábado, com recheio de brigadeiro e morango, e queria saber se ainda dá para trocar a cobertura. Também preciso que a entrega seja feita antes das 14h no salão da Rua das Acácias, 1.250.'

const numberOf = (n: number): string => `55119888877${String(n).padStart(2, '0')}`

const bodyOfSuccess = <T>({ status, body }: { status: number; body: T }, what: string): T => {
  if (status !== 200) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
  return body
}

/** A picture of one colour. */
const createPicture = (width: number, height: number, color: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .toBuffer()

interface Contacts {
  readonly contacts: readonly { readonly id: number }[]
}

interface ListedTickets {
  readonly tickets: readonly {
    readonly id: number
    readonly uuid: string
    readonly lastMessage: string
    readonly tags: readonly { readonly id: number }[]
    readonly contact: { readonly name: string }
  }[]
}

/** The first messages of every customer, some with files of each kind. */
const writeFirstMessages = async (phones: Phones): Promise<void> => {
  const files = (from: string, kind: string, name: string, data: Buffer, type: string) =>
    phones.call(
      'POST',
      `/phones/${from}/chats/${COMPANY_NUMBER}/files?${new URLSearchParams({ kind, name })}`,
      new Blob([new Uint8Array(data)], { type }),
    )
  for (const [n, name] of CUSTOMERS.entries()) {
    const from = numberOf(n)
    await phones.add(from, name)
    await phones.text(from, COMPANY_NUMBER, n % 3 === 1 ? LONG : `Oi, aqui é ${name}. Vocês abrem hoje?`)
  }
  const [first = '', second = ''] = [numberOf(0), numberOf(1)]
  await phones.text(first, COMPANY_NUMBER, 'Olha só o que eu queria:')
  await files(first, 'image', 'bolo.jpg', await createPicture(1200, 800, '#c07a4a'), 'image/jpeg')
  await files(first, 'image', 'mesa.jpg', await createPicture(600, 1200, '#4a7ac0'), 'image/jpeg')
  await files(
    first,
    'document',
    'orçamento-final-versão-3.pdf',
    Buffer.from('%PDF-1.4 pão'),
    'application/pdf',
  )
  await phones.call('POST', `/phones/${first}/chats/${COMPANY_NUMBER}/places`, {
    latitude: -23.56,
    longitude: -46.65,
    name: 'Salão das Acácias',
  })
  await phones.call('POST', `/phones/${first}/chats/${COMPANY_NUMBER}/cards`, {
    name: 'Lia Prado',
    number: '5511977776666',
  })
  await phones.text(first, COMPANY_NUMBER, 'Ok')
  for (let n = 0; n < 12; n++)
    await phones.text(second, COMPANY_NUMBER, `Mensagem ${n + 1} de quem tem pressa`)
}

export interface BusyCompany {
  readonly admin: Client
  /** uuid of a conversation with every kind of message; the administrator attends it */
  readonly conversation: string
  close(): void
}

/** Fills a started product with a company on a working day: queues, users, tickets in every state. */
export const fillCompany = async (url: string): Promise<BusyCompany> => {
  const admin = await signIn(url, ADMIN.email, ADMIN.password)
  const queues = []
  for (const [name, color] of [
    ['Suporte', '#2f6fde'],
    ['Encomendas e entregas do fim de semana', '#d97706'],
    ['Financeiro', '#15803d'],
  ]) {
    queues.push(
      bodyOfSuccess(await admin.post<{ id: number }>('/queue', { name, color, greetingMessage: '' }), 'queue')
        .id,
    )
  }
  for (const name of ['VIP', 'Aguardando pagamento', 'Entrega'])
    bodyOfSuccess(await admin.post('/tags', { name }), 'tag')
  bodyOfSuccess(await admin.post('/users', { ...AGENT, profile: 'user', queueIds: queues }), 'user')
  const body = { name: 'Principal', channel: 'simulator', queueIds: [], isDefault: true }
  const connection = bodyOfSuccess(await admin.post<{ id: number }>('/whatsapp', body), 'connection').id
  bodyOfSuccess(await admin.post('/whatsapp', { name: 'Loja da praça', channel: 'simulator' }), 'connection')
  const phones = await connectPhones(url, admin)
  await phones.add(COMPANY_NUMBER, 'Padaria', 'own')
  await phones.scan(COMPANY_NUMBER, connection)
  await writeFirstMessages(phones)

  let listed: ListedTickets['tickets'] = []
  const all = phones.until(async () => {
    listed = (await admin.get<ListedTickets>('/tickets?status=pending&showAll=true')).body.tickets
    // Waits for the first customer's last text, which is answered below.
    const written =
      listed.length === CUSTOMERS.length && listed.some(({ lastMessage }) => lastMessage === 'Ok')
    return written ? listed : undefined
  })
  const tickets = await all.catch((failure: Error) => {
    const found = listed.map(({ contact, lastMessage }) => `${contact.name}: ${lastMessage}`)
    throw new Error([`${failure.message}; the pending tickets are`, ...found].join('\n'))
  })
  const ofName = (n: number) => {
    const found = tickets.find(({ contact }) => contact.name === CUSTOMERS[n])
    if (found === undefined) throw new Error(`no ticket of ${CUSTOMERS[n]}`)
    return found
  }
  const tags = (await admin.get<readonly { id: number }[]>('/tags/list')).body
  for (const n of [0, 1, 2, 3]) {
    const { id } = ofName(n)
    const assignment = { status: 'open', userId: admin.user.id, queueId: queues[n % queues.length] }
    bodyOfSuccess(await admin.put(`/tickets/${id}`, assignment), 'accept')
    bodyOfSuccess(
      await admin.post(`/messages/${id}`, { body: 'Bom dia! Já vejo para você.', fromMe: true }),
      'answer',
    )
    bodyOfSuccess(await admin.post('/tags/sync', { ticketId: id, tags: tags.slice(0, n) }), 'tags')
  }
  for (const n of [4, 5]) {
    const { id } = ofName(n)
    bodyOfSuccess(await admin.put(`/tickets/${id}`, { status: 'open', userId: admin.user.id }), 'accept')
    bodyOfSuccess(await admin.put(`/tickets/${id}`, { status: 'closed', userId: admin.user.id }), 'close')
  }
  return { admin, conversation: ofName(0).uuid, close: phones.close }
}

interface Holder {
  readonly id: number
  readonly email: string
  readonly queues: readonly { readonly id: number }[]
}

/** Distributes the waiting tickets over the agent's queues. The agent attends the first ticket. */
const distributeTickets = async (admin: Client): Promise<void> => {
  const { users } = (await admin.get<{ users: readonly Holder[] }>('/users')).body
  const agent = users.find(({ email }) => email === AGENT.email)
  const { tickets } = (await admin.get<ListedTickets>('/tickets?status=pending&showAll=true')).body
  for (const [at, { id }] of tickets.entries()) {
    const queueId = agent?.queues[at % agent.queues.length]?.id
    const taken = at === 0 ? { status: 'open', userId: agent?.id } : {}
    bodyOfSuccess(await admin.put(`/tickets/${id}`, { queueId, ...taken }), 'share')
  }
}

/** Adds more to the company: an agent's work, lanes with cards, quick replies, scheduled messages. */
export const addWorkingData = async ({ admin }: BusyCompany): Promise<void> => {
  await distributeTickets(admin)
  const lanes: { readonly id: number }[] = []
  for (const [at, name] of ['Orçamento', 'Em produção', 'Pronto para entrega'].entries()) {
    const lane = { name, kanban: 1, laneOrder: at + 1, color: ['#7aa7e8', '#e8b04a', '#6fbf8b'][at] }
    lanes.push(bodyOfSuccess(await admin.post<{ id: number }>('/tags', lane), 'lane'))
  }
  const { tickets } = (await admin.get<ListedTickets>('/tickets?status=open&showAll=true')).body
  const kept = (await admin.get<readonly { id: number; kanban: number }[]>('/tags/list')).body
  for (const [at, { id, tags }] of tickets.entries()) {
    const lane = kept.find((tag) => tag.id === lanes[at % lanes.length]?.id)
    bodyOfSuccess(await admin.post('/tags/sync', { ticketId: id, tags: [...tags, lane] }), 'card')
  }
  for (const [shortcode, message, category] of [
    ['horario', 'Abrimos de segunda a sábado, das 8h às 19h.', 'Loja'],
    ['endereco', 'Rua das Acácias, 1.250, ao lado da praça.', 'Loja'],
    ['pix', 'Olá, {{firstName}}! A chave do Pix é o CNPJ 12.345.678/0001-95.', 'Pagamento'],
    ['pronto', '{{ms}}, {{firstName}}! Seu pedido está pronto.', 'Entrega'],
  ])
    bodyOfSuccess(
      await admin.post('/quick-messages', { shortcode, message, category, geral: true }),
      'quick reply',
    )
  for (const [at, body] of [
    'Seu bolo fica pronto hoje às 14h.',
    'Lembrete: a entrega é amanhã cedo.',
  ].entries()) {
    const contactId = (await admin.get<Contacts>('/contacts')).body.contacts[at]?.id
    const sendAt = new Date(Date.now() + (at + 1) * 20 * 3_600_000).toISOString()
    bodyOfSuccess(await admin.post('/schedules', { body, contactId, sendAt }), 'planned message')
  }
}
