import type { Hex } from '@vaultwright/base'
import type { DemoWorld } from '../support/demo-world.ts'

/** A rule of the interface, and what shows that it holds. */
export type Rule = {
  /** Of the interface: `4.14`. */
  readonly section: string
  readonly name: string
  readonly check: (world: DemoWorld) => Promise<void>
}

/** Makes a rule of a section. */
export function rule(section: string, name: string, check: Rule['check']): Rule {
  return { section, name, check }
}

/** Path of a vault's data. */
export function dataPath({ eth }: DemoWorld, rest = ''): string {
  return `/v1/vaults/local/${eth.vault}${rest}`
}

/** Path of the builder for Local ETH. */
export function builderPath({ eth }: DemoWorld, kind: string, rest: string): string {
  return `/v1/tx-builder/api/${kind}/local/${eth.vault}/${rest}`
}

/** The address of no vault. */
export const unknownVault = '0x00000000000000000000000000000000000000AA'

/** The root that the demo leaves pending: a strategist's next one, which is on no Manager. */
export async function pendingRootOf({ api, tenantId, eth }: DemoWorld): Promise<Hex> {
  const entries = await api.store.roots.pending(tenantId, { chain: 'local', vault: eth.vault })
  for (const { root } of entries)
    if ((await api.store.roots.stateOf(tenantId, root)) === 'pending') return root
  throw new Error('The demo has no pending root.')
}
