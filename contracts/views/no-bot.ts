import { type TUnsafe, Type } from '@sinclair/typebox'

/** What a ticket says of bots. No bot attends one yet, and existing clients read these fields. */
export const NO_BOT = {
  chatbot: false,
  useIntegration: false,
  promptId: null,
  integrationId: null,
  queueOptionId: null,
  typebotSessionId: null,
  typebotStatus: false,
  amountUsedBotQueues: 0,
} as const
type NoBot = typeof NO_BOT

/** The schemas of these fields. */
export const noBot = Object.fromEntries(
  Object.entries(NO_BOT).map(([name, value]) => [name, value === null ? Type.Null() : Type.Literal(value)]),
) as unknown as { readonly [N in keyof NoBot]: TUnsafe<NoBot[N]> }
