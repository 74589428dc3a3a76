/** The error catalogue: HTTP status and the text that a person reads, in the three languages. */
interface ErrorEntry {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503
  readonly pt: string
  readonly en: string
  readonly es: string
}

const entry = (status: ErrorEntry['status'], pt: string, en: string, es: string): ErrorEntry => ({
  status,
  pt,
  en,
  es,
})

export const ERRORS = {
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
  ERR_INVALID_CREDENTIALS: entry(
    401,
    'E-mail ou senha incorretos. Tente de novo.',
    'Wrong e-mail or password. Try again.',
    'Correo o contraseña incorrectos. Inténtelo de nuevo.',
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
  ERR_OTHER_OPEN_TICKET: entry(
    409,
    'Já existe um atendimento aberto para este contato.',
    'There is already an open ticket for this contact.',
    'Ya existe una conversación abierta para este contacto.',
  ),
  ERR_SESSION_EXPIRED: entry(
    401,
    'Sua sessão terminou. Entre de novo.',
    'Your session has ended. Sign in again.',
    'Su sesión terminó. Entre de nuevo.',
  ),
  ERR_INVALID_TOKEN: entry(
    403,
    'Sua sessão precisa ser renovada.',
    'Your session has to be renewed.',
    'Su sesión debe renovarse.',
  ),
  ERR_COMPANY_EXPIRED: entry(
    403,
    'A assinatura da sua empresa venceu em {{date}}. Entre em contato com o suporte.',
    'Your company’s subscription expired on {{date}}. Contact support.',
    'La suscripción de su empresa venció el {{date}}. Contacte al soporte.',
  ),
  ERR_COMPANY_BLOCKED: entry(
    403,
    'Sua empresa está bloqueada. Entre em contato com o suporte.',
    'Your company is blocked. Contact support.',
    'Su empresa está bloqueada. Contacte al soporte.',
  ),
  ERR_USER_CREATION_DISABLED: entry(
    403,
    'O cadastro está desativado pelo administrador.',
    'Sign-up has been turned off by the administrator.',
    'El registro fue desactivado por el administrador.',
  ),
  ERR_NO_PERMISSION: entry(403, 'Acesso não permitido', 'Access not allowed', 'Acceso no permitido'),
  ERR_DUPLICATED_CONTACT: entry(
    409,
    'Já existe um contato com este número.',
    'There is already a contact with this number.',
    'Ya existe un contacto con este número.',
  ),
  ERR_NO_SETTING_FOUND: entry(
    404,
    'Configuração não encontrada.',
    'Setting not found.',
    'Configuración no encontrada.',
  ),
  ERR_NO_CONTACT_FOUND: entry(
    404,
    'Contato não encontrado.',
    'Contact not found.',
    'Contacto no encontrado.',
  ),
  ERR_NO_TICKET_FOUND: entry(
    404,
    'Atendimento não encontrado.',
    'Ticket not found.',
    'Conversación no encontrada.',
  ),
  ERR_NO_USER_FOUND: entry(404, 'Usuário não encontrado.', 'User not found.', 'Usuario no encontrado.'),
  ERR_NO_WAPP_FOUND: entry(
    404,
    'Conexão não encontrada.',
    'Connection not found.',
    'Conexión no encontrada.',
  ),
  ERR_NO_MESSAGE_FOUND: entry(
    404,
    'Mensagem não encontrada.',
    'Message not found.',
    'Mensaje no encontrado.',
  ),
  ERR_NO_COMPANY_FOUND: entry(404, 'Empresa não encontrada.', 'Company not found.', 'Empresa no encontrada.'),
  ERR_NO_FILE_FOUND: entry(404, 'Arquivo não encontrado.', 'File not found.', 'Archivo no encontrado.'),
  ERR_QUEUE_NOT_FOUND: entry(404, 'Fila não encontrada.', 'Queue not found.', 'Cola no encontrada.'),
  ERR_CREATING_MESSAGE: entry(
    400,
    'Não foi possível gravar a mensagem.',
    'The message could not be stored.',
    'No se pudo guardar el mensaje.',
  ),
  ERR_CREATING_TICKET: entry(
    400,
    'Não foi possível criar o atendimento.',
    'The ticket could not be created.',
    'No se pudo crear la conversación.',
  ),
  ERR_FETCH_WAPP_MSG: entry(
    400,
    'Não foi possível encontrar a mensagem no WhatsApp. Talvez seja antiga demais.',
    'The message was not found on WhatsApp. It may be too old.',
    'No se encontró el mensaje en WhatsApp. Quizás sea demasiado antiguo.',
  ),
  ERR_QUEUE_COLOR_ALREADY_EXISTS: entry(
    409,
    'Esta cor já está em uso por outra fila.',
    'This colour is used by another queue.',
    'Este color ya lo usa otra cola.',
  ),
  ERR_QUEUE_NAME_ALREADY_EXISTS: entry(
    409,
    'Este nome já está em uso por outra fila.',
    'This name is used by another queue.',
    'Este nombre ya lo usa otra cola.',
  ),
  ERR_QUEUE_INVALID_NAME: entry(
    400,
    'O nome da fila deve ter de 2 a 50 caracteres.',
    'A queue’s name has 2 to 50 characters.',
    'El nombre de la cola debe tener de 2 a 50 caracteres.',
  ),
  ERR_QUEUE_INVALID_COLOR: entry(
    400,
    'A cor da fila deve ter de 3 a 9 caracteres.',
    'A queue’s colour has 3 to 9 characters.',
    'El color de la cola debe tener de 3 a 9 caracteres.',
  ),
  ERR_QUEUE_LIMIT: entry(
    400,
    'Número máximo de filas já alcançado: {{limit}}',
    'The maximum number of queues is reached: {{limit}}',
    'Número máximo de colas alcanzado: {{limit}}',
  ),
  ERR_USER_LIMIT: entry(
    400,
    'Número máximo de usuários já alcançado: {{limit}}',
    'The maximum number of users is reached: {{limit}}',
    'Número máximo de usuarios alcanzado: {{limit}}',
  ),
  ERR_CONNECTION_LIMIT: entry(
    400,
    'Número máximo de conexões já alcançado: {{limit}}',
    'The maximum number of connections is reached: {{limit}}',
    'Número máximo de conexiones alcanzado: {{limit}}',
  ),
  ERR_CONNECTION_NAME_ALREADY_EXISTS: entry(
    409,
    'Esse nome já está sendo utilizado por outra conexão',
    'This name is used by another connection',
    'Este nombre ya lo usa otra conexión',
  ),
  ERR_WAPP_GREETING_REQUIRED: entry(
    400,
    'A mensagem de saudação é obrigatória quando há mais de uma fila.',
    'A greeting is required when there is more than one queue.',
    'El saludo es obligatorio cuando hay más de una cola.',
  ),
  ERR_EMAIL_ALREADY_EXISTS: entry(
    409,
    'Já existe um usuário com este e-mail.',
    'There is already a user with this e-mail.',
    'Ya existe un usuario con este correo.',
  ),
  ERR_SELECT_QUEUE: entry(400, 'Selecione uma fila', 'Choose a queue', 'Seleccione una cola'),
  ERR_TICKET_ALREADY_TAKEN: entry(
    409,
    '{{name}} já aceitou este atendimento.',
    '{{name}} has already accepted this ticket.',
    '{{name}} ya aceptó esta conversación.',
  ),
  ERR_TICKET_NOT_OPEN: entry(
    409,
    'Este atendimento não está aberto. Aceite-o ou reabra-o antes de responder.',
    'This ticket is not open. Accept or reopen it before you answer.',
    'Esta conversación no está abierta. Acéptela o reábrala antes de responder.',
  ),
  ERR_TICKET_STATE: entry(
    409,
    'O atendimento mudou nesse meio-tempo; isso já não é possível.',
    'The ticket has changed meanwhile; this is no longer possible.',
    'La conversación cambió entretanto; esto ya no es posible.',
  ),
  ERR_NOT_OWN_MESSAGE: entry(
    403,
    'Só mensagens próprias podem ser editadas ou apagadas.',
    'Only own messages can be edited or deleted.',
    'Solo se pueden editar o eliminar los mensajes propios.',
  ),
  ERR_MESSAGE_EMPTY: entry(
    400,
    'Uma mensagem vazia não é enviada.',
    'An empty message is not sent.',
    'Un mensaje vacío no se envía.',
  ),
  ERR_MESSAGE_DELETED: entry(
    409,
    'Esta mensagem foi apagada.',
    'This message was deleted.',
    'Este mensaje fue eliminado.',
  ),
  ERR_MEDIA_TYPE: entry(
    415,
    'O WhatsApp não aceita este tipo de arquivo.',
    'WhatsApp does not take this type of file.',
    'WhatsApp no acepta este tipo de archivo.',
  ),
  ERR_MEDIA_TOO_LARGE: entry(
    413,
    'O arquivo é grande demais para o WhatsApp.',
    'The file is too large for WhatsApp.',
    'El archivo es demasiado grande para WhatsApp.',
  ),
  ERR_CONTACT_ERASED: entry(
    409,
    'Este contato está sendo excluído.',
    'This contact is being deleted.',
    'Este contacto se está eliminando.',
  ),
  ERR_LAST_ADMIN: entry(
    409,
    'Deve restar ao menos um administrador.',
    'At least one administrator has to remain.',
    'Debe quedar al menos un administrador.',
  ),
  ERR_OWN_USER: entry(
    409,
    'Você não pode excluir a si mesmo.',
    'You cannot delete yourself.',
    'No puede eliminarse a sí mismo.',
  ),
  ERR_ALREADY_SET_UP: entry(
    409,
    'O Guichê já foi configurado. Entre com seu usuário.',
    'Guichê is already set up. Sign in.',
    'Guichê ya fue configurado. Entre con su usuario.',
  ),
  ERR_NOT_SET_UP: entry(
    409,
    'O Guichê ainda não foi configurado.',
    'Guichê is not set up yet.',
    'Guichê aún no fue configurado.',
  ),
  ERR_HUMAN_VERIFICATION: entry(
    400,
    'A verificação humana falhou ou expirou. Tente de novo.',
    'The human verification failed or expired. Try again.',
    'La verificación humana falló o expiró. Inténtelo de nuevo.',
  ),
  ERR_TOO_MANY_REQUESTS: entry(
    429,
    'Tentativas demais. Aguarde um pouco e tente de novo.',
    'Too many attempts. Wait a little and try again.',
    'Demasiados intentos. Espere un poco e inténtelo de nuevo.',
  ),
  ERR_VALIDATION: entry(
    400,
    'Há dados inválidos: {{field}}',
    'Some data is not valid: {{field}}',
    'Hay datos no válidos: {{field}}',
  ),
  ERR_BODY_TOO_LARGE: entry(
    413,
    'O pedido é grande demais.',
    'The request is too large.',
    'La solicitud es demasiado grande.',
  ),
  ERR_NOT_FOUND: entry(404, 'Endereço não encontrado.', 'Address not found.', 'Dirección no encontrada.'),
  ERR_UNAVAILABLE: entry(
    503,
    'O serviço está ocupado ou reiniciando. Nada foi perdido; tente de novo em instantes.',
    'The service is busy or restarting. Nothing is lost; try again in a moment.',
    'El servicio está ocupado o reiniciando. Nada se perdió; inténtelo de nuevo en instantes.',
  ),
  ERR_INTERNAL: entry(
    500,
    'Algo deu errado do nosso lado. Tente de novo.',
    'Something went wrong on our side. Try again.',
    'Algo salió mal de nuestro lado. Inténtelo de nuevo.',
  ),
  ERR_SIMULATOR_OFF: entry(
    400,
    'O simulador está desligado.',
    'The simulator is off.',
    'El simulador está apagado.',
  ),
  // Reasons shown beside a connection's status or a failed message; they are not answers of a route.
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
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

/** An error of the domain: a code, and details that its text or its reader needs. */
export interface DomainError {
  readonly code: ErrorCode
  readonly details?: Readonly<Record<string, unknown>>
}

export const domainError = (code: ErrorCode, details?: DomainError['details']): DomainError =>
  details === undefined ? { code } : { code, details }

/** HTTP status of a code. */
export const statusOf = (code: ErrorCode): number => ERRORS[code].status
