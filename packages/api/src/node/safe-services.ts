import { randomUUID } from 'node:crypto'
import type { Chain } from '@vaultwright/chain'
import {
  type NamedSafeServices,
  openSafeReader,
  type SafeReader,
  stateProposal,
} from '@vaultwright/safe-service'
import type { SafeProposer } from '../config/safe-proposer.ts'

/** The services of queues beside the store and the chains. */
export type SafeServices = NamedSafeServices & {
  /** The name of this process among those that take turns at a Safe. */
  readonly holder: string
  /** Null where the operator configured no key that proposes. */
  readonly proposer: SafeProposer | null
  /** Opens the reader of a Safe on a chain. */
  readonly openReader: (chain: Chain, options: Parameters<typeof openSafeReader>[1]) => SafeReader
  readonly stateProposal: typeof stateProposal
  readonly wait: (ms: number) => Promise<void>
}

/** Without any service. */
export const noSafeServices: NamedSafeServices = { servicesOf: () => [] }

/** Opens what queues are read with, and proposed to. */
export function openSafeServices(
  named: NamedSafeServices,
  proposer: SafeProposer | null = null,
): SafeServices {
  const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
  return {
    ...named,
    proposer,
    holder: randomUUID(),
    openReader: openSafeReader,
    stateProposal,
    wait,
  }
}
