/**
 * Key prefix of the gateways' leases. One write renews all connections of a gateway. A gateway without its
 * entry never comes back.
 */
export const GATEWAY_PREFIX = 'gateway/'
