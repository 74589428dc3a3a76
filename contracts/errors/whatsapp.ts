import { entry } from './entry.js'

/** What goes wrong with a connection, and reasons shown beside its status or a failed message. */
export const WHATSAPP_ERRORS = {
  ERR_NO_OTHER_WHATSAPP: entry(
    400,
    'Deve haver pelo menos uma conexão padrão.',
    'There must be at least one default connection.',
    'Debe haber al menos una conexión predeterminada.',
  ),
  ERR_NO_DEF_WAPP_FOUND: entry(
    400,
    'Nenhuma conexão padrão encontrada. Verifique a página de conexões.',
    'No default connection found. Check the connections page.',
    'No se encontró una conexión predeterminada. Revise la página de conexiones.',
  ),
  ERR_WAPP_NOT_INITIALIZED: entry(
    400,
    'Esta conexão não está ativa. Verifique a página de conexões.',
    'This connection is not up. Check the connections page.',
    'Esta conexión no está activa. Revise la página de conexiones.',
  ),
  ERR_WAPP_CHECK_CONTACT: entry(
    400,
    'Não foi possível verificar o número no WhatsApp. Verifique a conexão e tente de novo.',
    'The number could not be checked on WhatsApp. Check the connection and try again.',
    'No se pudo verificar el número en WhatsApp. Revise la conexión e inténtelo de nuevo.',
  ),
  ERR_WAPP_INVALID_CONTACT: entry(
    400,
    'Este não é um número de WhatsApp válido.',
    'This is not a valid WhatsApp number.',
    'Este no es un número de WhatsApp válido.',
  ),
  ERR_WAPP_DOWNLOAD_MEDIA: entry(
    400,
    'Não foi possível baixar o arquivo do WhatsApp. Peça que seja enviado de novo.',
    'The file could not be fetched from WhatsApp. Ask for it to be sent again.',
    'No se pudo descargar el archivo de WhatsApp. Pida que lo envíen de nuevo.',
  ),
  ERR_SENDING_WAPP_MSG: entry(
    400,
    'A mensagem não foi enviada. Verifique a conexão e tente de novo.',
    'The message was not sent. Check the connection and try again.',
    'El mensaje no se envió. Revise la conexión e inténtelo de nuevo.',
  ),
  ERR_DELETE_WAPP_MSG: entry(
    400,
    'Não foi possível apagar a mensagem no WhatsApp.',
    'The message could not be deleted on WhatsApp.',
    'No se pudo eliminar el mensaje en WhatsApp.',
  ),
  ERR_EDITING_WAPP_MSG: entry(
    400,
    'Não foi possível editar a mensagem no WhatsApp.',
    'The message could not be edited on WhatsApp.',
    'No se pudo editar el mensaje en WhatsApp.',
  ),
  ERR_REACTING_WAPP_MSG: entry(
    400,
    'Não foi possível reagir à mensagem no WhatsApp.',
    'The reaction could not be sent on WhatsApp.',
    'No se pudo reaccionar al mensaje en WhatsApp.',
  ),
  ERR_NO_WAPP_FOUND: entry(
    404,
    'Conexão não encontrada.',
    'Connection not found.',
    'Conexión no encontrada.',
  ),
  ERR_FETCH_WAPP_MSG: entry(
    400,
    'Não foi possível encontrar a mensagem no WhatsApp. Talvez seja antiga demais.',
    'The message was not found on WhatsApp. It may be too old.',
    'No se encontró el mensaje en WhatsApp. Quizás sea demasiado antiguo.',
  ),
  ERR_WAPP_GREETING_REQUIRED: entry(
    400,
    'A mensagem de saudação é obrigatória quando há mais de uma fila.',
    'A greeting is required when there is more than one queue.',
    'El saludo es obligatorio cuando hay más de una cola.',
  ),
  ERR_WAPP_LOGGED_OUT: entry(
    400,
    'O celular desvinculou este aparelho. Gere um novo QR Code.',
    'The phone unlinked this device. Make a new QR code.',
    'El teléfono desvinculó este dispositivo. Genere un nuevo código QR.',
  ),
  ERR_WAPP_BANNED: entry(
    400,
    'O WhatsApp bloqueou este número.',
    'WhatsApp has banned this number.',
    'WhatsApp bloqueó este número.',
  ),
  ERR_WAPP_TEMP_BANNED: entry(
    400,
    'O WhatsApp suspendeu este número por um tempo.',
    'WhatsApp has suspended this number for a while.',
    'WhatsApp suspendió este número por un tiempo.',
  ),
  ERR_WAPP_OUTDATED: entry(
    400,
    'O WhatsApp recusou a versão do cliente. O operador deve atualizá-la.',
    'WhatsApp refused the client’s version. The operator has to update it.',
    'WhatsApp rechazó la versión del cliente. El operador debe actualizarla.',
  ),
  ERR_WAPP_REPLACED: entry(
    400,
    'Esta sessão foi aberta em outro lugar.',
    'This session was opened elsewhere.',
    'Esta sesión se abrió en otro lugar.',
  ),
  ERR_WAPP_QR_EXPIRED: entry(
    400,
    'O QR Code expirou sem ser lido. Gere um novo.',
    'The QR code expired unread. Make a new one.',
    'El código QR expiró sin leerse. Genere uno nuevo.',
  ),
  ERR_WAPP_REJECTED: entry(
    400,
    'O servidor do WhatsApp recusou a conexão.',
    'The WhatsApp server refused the connection.',
    'El servidor de WhatsApp rechazó la conexión.',
  ),
  ERR_WAPP_UNSTABLE: entry(
    400,
    'A conexão cai repetidamente. Verifique o celular e a rede.',
    'The connection keeps dropping. Check the phone and the network.',
    'La conexión se cae repetidamente. Revise el teléfono y la red.',
  ),
  ERR_WAPP_RESTRICTED: entry(
    400,
    'O WhatsApp restringiu novas conversas deste número.',
    'WhatsApp has restricted new chats of this number.',
    'WhatsApp restringió los chats nuevos de este número.',
  ),
  ERR_WAPP_NEW_CHATS: entry(
    400,
    'O limite diário de novas conversas desta conexão foi atingido.',
    'This connection has reached its daily limit of new chats.',
    'Esta conexión alcanzó su límite diario de chats nuevos.',
  ),
  ERR_WAPP_MESSAGE_EXPIRED: entry(
    400,
    'A mensagem esperou demais e não foi enviada.',
    'The message waited too long and was not sent.',
    'El mensaje esperó demasiado y no se envió.',
  ),
} as const
