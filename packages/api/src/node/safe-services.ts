import { randomUUID } from 'node:crypto'
import type { Chain } from '@vaultwright/chain'
import { type NamedSafeServices, openSafeReader, type SafeReader } from '@vaultwright/safe-service'

/** The services of queues beside the store and the chains. */
export type SafeServices = NamedSafeServices & {
  /** The name of this process among those that take turns at a Safe. */
  readonly holder: string
  /** Opens the reader of a Safe on a chain. */
  readonly openReader: (chain: Chain, options: Parameters<typeof openSafeReader>[1]) => SafeReader
}

/** Without any service. */
export const noSafeServices: NamedSafeServices = { servicesOf: () => [] }

/** Opens what queues are read with. */
export function openSafeServices(named: NamedSafeServices): SafeServices {
  return { ...named, holder: randomUUID(), openReader: openSafeReader }
}
