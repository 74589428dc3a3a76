import type { Plan } from './plan.js'
import { scaleCount } from './scale.js'

/** A million published events of twenty companies. */
export const MILLION_EVENTS: Plan = {
  seed: 2,
  companies: 20,
  agents: 20,
  queues: 5,
  contacts: scaleCount(25_000, 100),
  tickets: scaleCount(50_000, 200),
  received: 4,
  sent: 3,
  acknowledged: true,
  pending: 10,
  open: 20,
}

/** 200,000 tickets and a million messages of company 1, beside a small company: the hardest case for lists and searches. */
export const LARGE_COMPANY: Plan = {
  seed: 3,
  companies: 2,
  agents: 200,
  queues: 10,
  contacts: scaleCount(100_000, 200),
  ofFirst: scaleCount(99_800, 160),
  tickets: scaleCount(203_000, 400),
  // Only received messages: a received message has half the events of a sent one.
  received: 5,
  sent: 0,
  acknowledged: false,
  pending: 10,
  open: 20,
}

/** Seed data for the inbox in a browser: one company with 20,000 tickets and 500,000 messages. */
export const WEB_COMPANY: Plan = {
  seed: 4,
  companies: 1,
  agents: 5,
  queues: 5,
  contacts: scaleCount(5_000, 250),
  tickets: scaleCount(20_000, 1_000),
  received: 15,
  sent: 10,
  acknowledged: false,
  pending: 10,
  // An agent has more open tickets than the measurement opens.
  open: 40,
}

/** Approximate number of events of the installation that is backed up, from `BACKUP_EVENTS`. */
const BACKED_UP = Math.max(1000, Number(process.env.BACKUP_EVENTS ?? 50_000) || 50_000)

/** One company. About a tenth of its tickets are open. */
export const BACKUP: Plan = {
  seed: 5,
  companies: 1,
  agents: 50,
  queues: 5,
  contacts: Math.round(BACKED_UP / 50),
  tickets: Math.round(BACKED_UP / 25),
  received: 4,
  sent: 3,
  acknowledged: true,
  pending: 10,
  open: 20,
}

/** Seed data for measurements of distributed installations. */
export const DISTRIBUTED: Plan = {
  ...MILLION_EVENTS,
  contacts: scaleCount(1_000, 50),
  tickets: scaleCount(2_000, 100),
}

/** An installation of many companies, most of them idle. */
export const MANY_COMPANIES: Plan = {
  seed: 6,
  companies: scaleCount(2_000, 20),
  agents: 10,
  queues: 1,
  contacts: scaleCount(50_000, 200),
  tickets: scaleCount(100_000, 400),
  received: 2,
  sent: 1,
  acknowledged: false,
  pending: 10,
  open: 10,
}

/** `MANY_COMPANIES` with 20 companies. */
export const FEW_COMPANIES: Plan = {
  ...MANY_COMPANIES,
  companies: 20,
}
