import { randomUUID } from 'node:crypto'
import type { VaultEntry } from '@guiche/infra/vault/vault.js'
import { createPasswords } from '../command-api/user/passwords.js'
import { type Agent, agentsOf, headersOf } from './lib/agents.js'
import { nthCyclic, startDesk } from './lib/desk.js'
import { DESK, type Plan } from './lib/plan.js'
import { scaleCount } from './lib/scale.js'
import { runScenario } from './lib/scenario.js'
import { nowMs, quantile } from './lib/stats.js'

const SIGN_INS = scaleCount(300, 20)
const USERS = 20
/** Concurrent commands that set a password, each for a user of another company. */
const HASHING = 4
const PASSWORD = 'quatro-pombas-azuis'

const plan: Plan = { ...DESK, companies: 2, agents: 4, contacts: 16, tickets: 16 }

/** Milliseconds that this machine needs to check one password, without the product. */
const rawCheck = async (): Promise<number> => {
  const entries = new Map<string, VaultEntry>()
  const passwords = createPasswords({
    getMany: async () => entries,
    commit: async ([write]) => {
      if (write?.value) entries.set(write.key, { value: write.value, epoch: 1 })
      return 'committed'
    },
  })
  await passwords.store('own', await passwords.hash(PASSWORD, 1))
  const times: number[] = []
  for (let n = 0; n < 20; n++) {
    const began = nowMs()
    await passwords.isRight('own', PASSWORD)
    times.push(nowMs() - began)
  }
  return quantile(times, 0.5)
}

/** Users sign in one after another while another company keeps setting passwords. */
await runScenario(async (bench) => {
  const raw = await rawCheck()
  const { product, agents } = await startDesk(bench, plan)
  const [admin] = agents
  const [other] = await agentsOf(product.dataDir, plan, 2, 1)
  if (admin === undefined || other === undefined) throw new Error('there is no administrator')
  const create = async (by: Agent, email: string): Promise<void> => {
    const body = { name: email, email, password: PASSWORD, profile: 'user', queueIds: [] }
    const answer = await fetch(`${product.url}/api/users`, {
      method: 'POST',
      headers: { ...headersOf(by), 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`a user was answered ${answer.status} ${await answer.text()}`)
  }
  const emails = Array.from({ length: USERS }, (_, n) => `sign-in-${n}@bench.example`)
  for (const email of emails) await create(admin, email)

  const signIn = async (n: number): Promise<number> => {
    const began = nowMs()
    const answer = await fetch(`${product.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: nthCyclic(emails, n), password: PASSWORD }),
    })
    if (!answer.ok) throw new Error(`a sign-in was answered ${answer.status} ${await answer.text()}`)
    await answer.text()
    return nowMs() - began
  }
  const measured = async (): Promise<number[]> => {
    const times: number[] = []
    for (let n = 0; n < SIGN_INS; n++) times.push(await signIn(n))
    return times
  }
  const alone = await measured()

  let isOver = false
  let hashed = 0
  const hashing = Array.from({ length: HASHING }, async () => {
    while (!isOver) await create(other, `hashed-${hashed++}@bench.example`)
  })
  const beside = await measured()
  isOver = true
  await Promise.all(hashing)
  bench.log(`${hashed} passwords were set meanwhile`)

  const unit = 'ms'
  bench.report({ scenario: 'sign-in: p50', value: quantile(alone, 0.5), unit, raw })
  bench.report({ scenario: 'sign-in: p99', value: quantile(alone, 0.99), unit })
  bench.report({ scenario: 'sign-in beside hashing: p50', value: quantile(beside, 0.5), unit, raw })
  const goal = { below: 150 }
  bench.report({ scenario: 'sign-in beside hashing: p99', value: quantile(beside, 0.99), unit, goal })
})
