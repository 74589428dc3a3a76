import type { BotLeft } from '../bot/state.js'
import type { EventNamed } from '../events/index.js'
import type { Language } from '../languages.js'

type Unlinked = EventNamed<'ticket.unlinked.v1'>['data']['because']
/** Why a ticket lost a link, and why the bot is silent on it, as the rest of a sentence. */
export const because: { readonly [L in Language]: { readonly [B in BotLeft | Unlinked]: string } } = {
  pt: {
    user: 'o usuário foi excluído',
    queue: 'a fila foi excluída',
    connection: 'a conexão foi excluída',
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
    user: 'the user was deleted',
    queue: 'the queue was deleted',
    connection: 'the connection was deleted',
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
    user: 'el usuario fue eliminado',
    queue: 'la cola fue eliminada',
    connection: 'la conexión fue eliminada',
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
