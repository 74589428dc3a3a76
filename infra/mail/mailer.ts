/** A mail ready to send. */
export interface Mail {
  /** equal for each attempt: mail programs hide one of two mails with the same id */
  readonly id: string
  /** one address, without a name */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** `forGood`: the server will reject the mail at any other time, too. `failed` contains no personal data. */
export type MailOutcome = 'sent' | { readonly failed: string; readonly forGood: boolean }

/** Sends mails to a mail server. */
export interface Mailer {
  /** Never rejects; takes a minute at most. The signal aborts the attempt. */
  send(mail: Mail, signal: AbortSignal): Promise<MailOutcome>
}

/**
 * Exactly one address: no list, no line break, no name, no text that a server could read as a second address.
 */
const ADDRESS = /^[^\s@,;:<>()[\]"\\\p{Cc}]{1,64}@[^\s@,;:<>()[\]"\\\p{Cc}]{1,189}$/u

/** Whether the text is a valid address for a mail. */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text)
