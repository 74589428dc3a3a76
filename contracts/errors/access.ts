import { entry } from './entry.js'

/** Who comes in and what they may do: sign-in, users, companies, limits. */
export const ACCESS_ERRORS = {
  ERR_INVALID_CREDENTIALS: entry(
    401,
    'E-mail ou senha incorretos. Tente de novo.',
    'Wrong e-mail or password. Try again.',
    'Correo o contraseña incorrectos. Inténtelo de nuevo.',
  ),
  ERR_WRONG_PASSWORD: entry(
    400,
    'A senha atual não confere.',
    'This is not the current password.',
    'Esta no es la contraseña actual.',
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
  ERR_NO_USER_FOUND: entry(404, 'Usuário não encontrado.', 'User not found.', 'Usuario no encontrado.'),
  ERR_NO_COMPANY_FOUND: entry(404, 'Empresa não encontrada.', 'Company not found.', 'Empresa no encontrada.'),
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
  ERR_EMAIL_ALREADY_EXISTS: entry(
    409,
    'Já existe um usuário com este e-mail.',
    'There is already a user with this e-mail.',
    'Ya existe un usuario con este correo.',
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
  ERR_IDEMPOTENCY_KEY_REUSED: entry(
    422,
    'Esta chave de repetição já foi usada em outro pedido.',
    'This idempotency key was already used for another request.',
    'Esta clave de repetición ya se usó en otra solicitud.',
  ),
  ERR_HUMAN_VERIFICATION: entry(
    400,
    'A verificação humana falhou ou expirou. Tente de novo.',
    'The human verification failed or expired. Try again.',
    'La verificación humana falló o expiró. Inténtelo de nuevo.',
  ),
} as const
