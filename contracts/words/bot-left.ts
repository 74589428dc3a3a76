import type { BotLeft } from '../bot/state.js'
import type { Language } from '../languages.js'

/** Why the bot is silent on a ticket, as the rest of a sentence. */
export const botLeft: { readonly [L in Language]: { readonly [B in BotLeft]: string } } = {
  pt: {
    finished: 'o contato chegou ao fim das opções',
    asked: 'o contato pediu uma pessoa',
    limit: 'o contato não foi entendido',
    time: 'o contato não escolheu a tempo',
    answered: 'uma pessoa respondeu',
    moved: 'uma pessoa mudou o atendimento',
    'taken-out': 'uma pessoa assumiu a conversa',
    robot: 'o outro lado responde como uma máquina',
    gone: 'o menu foi excluído',
  },
  en: {
    finished: 'the contact reached the end of the options',
    asked: 'the contact asked for a person',
    limit: 'the contact was not understood',
    time: 'the contact did not choose in time',
    answered: 'a person answered',
    moved: 'a person moved the ticket',
    'taken-out': 'a person took over the conversation',
    robot: 'the other side answers like a machine',
    gone: 'the menu was deleted',
  },
  es: {
    finished: 'el contacto llegó al final de las opciones',
    asked: 'el contacto pidió una persona',
    limit: 'el contacto no fue entendido',
    time: 'el contacto no eligió a tiempo',
    answered: 'una persona respondió',
    moved: 'una persona movió la conversación',
    'taken-out': 'una persona tomó la conversación',
    robot: 'el otro lado responde como una máquina',
    gone: 'el menú fue eliminado',
  },
}
