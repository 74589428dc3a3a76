import type { TicketAssignment } from '@guiche/contracts/events/ticket.js'
import type { Language } from '@guiche/contracts/languages.js'

/**
 * Default texts for customers, in the company's language. Variables are filled in when a text is sent. A notice of a
 * transfer names the changed parts (queue, agent or both) between `notice` and `wait`.
 */
interface Texts {
  readonly accepted: string
  readonly transfer: Readonly<Record<'notice' | 'queue' | 'user' | 'both' | 'wait', string>>
  /** text for a contact that has called */
  readonly call: string
  /** follows the text of the connection */
  readonly rating: string
  /** stands before `rating` when the question is asked again */
  readonly notUnderstood: string
  /** thanks for a rating, if the connection has no completion message */
  readonly thanks: string
}

export const AUTOMATIC_TEXTS: Readonly<Record<Language, Texts>> = {
  pt: {
    accepted:
      '*Mensagem Automática:*\n{{ms}} *{{name}}*, meu nome é *{{attendant}}* e agora vou prosseguir com seu atendimento!',
    transfer: {
      notice: '*Mensagem automática*:',
      queue: 'Você foi transferido para o departamento *{{queue}}*',
      user: 'Foi transferido para o atendente *{{attendant}}*',
      both: 'Você foi transferido para o departamento *{{queue}}* e contará com a presença de *{{attendant}}*',
      wait: 'aguarde, já vamos te atender!',
    },
    call: '*Mensagem automática:*\n\nNão atendemos chamadas de voz e vídeo neste WhatsApp. Por favor, envie uma mensagem. Obrigado!',
    rating:
      'Digite de 1 a 3 para avaliar nosso atendimento:\n*1* - _Insatisfeito_\n*2* - _Satisfeito_\n*3* - _Muito satisfeito_',
    notUnderstood: 'Não entendemos a resposta. Envie só o número, por favor.',
    thanks: 'Obrigado pela resposta!',
  },
  en: {
    accepted:
      '*Automatic message:*\n{{ms}} *{{name}}*, my name is *{{attendant}}* and I will help you from here on.',
    transfer: {
      notice: '*Automatic message*:',
      queue: 'You have been transferred to the department *{{queue}}*.',
      user: 'You have been transferred to *{{attendant}}*.',
      both: 'You have been transferred to the department *{{queue}}*, where *{{attendant}}* will help you.',
      wait: 'Please wait, we will be with you shortly!',
    },
    call: '*Automatic message:*\n\nWe do not take voice or video calls on this WhatsApp. Please send a message. Thank you!',
    rating:
      'Please rate our service with a number from 1 to 3:\n*1* - _Unsatisfied_\n*2* - _Satisfied_\n*3* - _Very satisfied_',
    notUnderstood: 'We did not understand the answer. Please send the number alone.',
    thanks: 'Thank you for your answer!',
  },
  es: {
    accepted:
      '*Mensaje automático:*\n{{ms}} *{{name}}*, mi nombre es *{{attendant}}* y a partir de ahora voy a atenderle.',
    transfer: {
      notice: '*Mensaje automático*:',
      queue: 'Su conversación fue transferida al departamento *{{queue}}*.',
      user: 'Su conversación fue transferida a *{{attendant}}*.',
      both: 'Su conversación fue transferida al departamento *{{queue}}*, donde *{{attendant}}* va a atenderle.',
      wait: 'Espere un momento, por favor. ¡Enseguida le atendemos!',
    },
    call: '*Mensaje automático:*\n\nNo atendemos llamadas de voz ni de video en este WhatsApp. Por favor, envíe un mensaje. ¡Gracias!',
    rating:
      'Escriba un número del 1 al 3 para valorar nuestra atención:\n*1* - _Insatisfecho_\n*2* - _Satisfecho_\n*3* - _Muy satisfecho_',
    notUnderstood: 'No entendimos la respuesta. Por favor, envíe solo el número.',
    thanks: '¡Gracias por su respuesta!',
  },
}

/** The notice of a transfer for the contact; null for a transfer that the contact does not notice. */
export const transferText = (
  language: Language,
  from: TicketAssignment,
  to: TicketAssignment,
): string | null => {
  const queue = to.queueId !== null && to.queueId !== from.queueId
  const user = to.userId !== null && to.userId !== from.userId
  if (!queue && !user) return null
  const { notice, wait, ...changed } = AUTOMATIC_TEXTS[language].transfer
  return [notice, changed[queue && user ? 'both' : queue ? 'queue' : 'user'], wait].join('\n')
}
