/**
 * Steps in order:
 * - a name: presses the button with this name
 * - `last:` presses the last button with this name
 * - `exact:` compares the whole name
 * - `enter:` presses Enter, because the button is visible only under the pointer
 * - `key:` presses keys
 * - `width:` sets the width of the window in pixels
 * - `refuse:` makes the server refuse calls of this method
 */
type Steps = readonly string[]
const PICKED = ['Selecionar vários', 'Selecionar Caio', 'Selecionar Ana']
const LAST_MESSAGE = 'last:Opções da mensagem'

/** Every layer of each page (dialogs, menus, popovers), as the steps that open it. */
export const LAYER_STEPS: Readonly<Record<string, readonly Steps[]>> = {
  '/users': [
    ['Adicionar usuário'],
    ['Editar'],
    ['Histórico'],
    ['Excluir'],
    ['Convidar por link'],
    // layers of all pages
    ['Minha conta'],
    ['Minha conta', 'Meu perfil'],
    ['Notificações'],
    ['key:Control+k'],
    ['key:?'],
    ['width:360', 'Abrir menu'],
    ['width:360', 'Minha conta'],
    ['width:360', 'Minha conta', 'Meu perfil'],
    ['width:360', 'Notificações'],
  ],
  '/settings': [['Idioma dos textos automáticos'], ['Horário de atendimento']],
  '/ratings': [['Atendente'], ['A partir de']],
  '/contacts': [
    ['Adicionar contato'],
    ['Ações de'],
    ['Ações de', 'Editar'],
    ['Ações de', 'Histórico'],
    ['Ações de', 'Excluir'],
    ['Importar'],
    ['Duplicados'],
    ['Iniciar atendimento'],
    ['width:360', 'exact:Ações'],
    ['width:360', 'exact:Ações', 'Duplicados'],
  ],
  '/connections': [['Adicionar conexão'], ['Editar'], ['Histórico'], ['Excluir'], ['QR CODE']],
  '/queues': [['Adicionar fila'], ['Editar'], ['Excluir']],
  '/tags': [['Adicionar etiqueta'], ['Editar'], ['Excluir']],
  '/quick-messages': [['Adicionar resposta'], ['Situação'], ['width:360', 'Filtros', 'Ordem']],
  '/audit': [['A partir de'], ['Assunto']],
  '/tickets': [
    ['Novo'],
    ['enter:Espiar conversa'],
    ['Filtros', 'Atendido por'],
    [...PICKED, 'Fechar todos'],
    [...PICKED, 'Transferir'],
    [...PICKED, 'Etiquetar'],
    [...PICKED, 'refuse:PUT', 'Resolver'],
  ],
  '/tickets/:conversation': [
    ['Mais ações'],
    ['Transferir'],
    ['Mais ações', 'Adiar'],
    ['Mais ações', 'Histórico'],
    ['Emojis'],
    ['Opções de escrita'],
    ['Abrir: Foto'],
    [LAST_MESSAGE],
    [LAST_MESSAGE, 'Mais emojis'],
    [LAST_MESSAGE, 'Editar'],
    [LAST_MESSAGE, 'Encaminhar', 'Encaminhar'],
    ['width:360', 'Caio Prado'],
    ['width:360', 'Mais ações'],
  ],
}
