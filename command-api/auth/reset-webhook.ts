import type { ResetRequestBody } from '@guiche/contracts/routes/session.js'

const TIMEOUT_MS = 8000
const MOST_BYTES = 20_000
const MAX_MESSAGE_LENGTH = 300

/** `refused`: the webhook's message, '' without one. */
export type WebhookAnswer = 'taken' | { readonly refused: string }

const beginningOf = async ({ body }: Response): Promise<string> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MOST_BYTES) break
  }
  return Buffer.concat(chunks).toString()
}

/**
 * Hands a request for a new password to the operator's own automation, as PASSWORD_RESET_WEBHOOK names it. Never
 * rejects. Only its `message` is read of the answer.
 */
export const askWebhook = async (
  url: string,
  { email, turnstileToken }: Pick<ResetRequestBody, 'email' | 'turnstileToken'>,
): Promise<WebhookAnswer> => {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, turnstileToken: turnstileToken ?? '' }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.ok) {
      await answer.body?.cancel()
      return 'taken'
    }
    const said = JSON.parse(await beginningOf(answer)) as { message?: unknown } | null
    return { refused: typeof said?.message === 'string' ? said.message.slice(0, MAX_MESSAGE_LENGTH) : '' }
  } catch {
    return { refused: '' }
  }
}
