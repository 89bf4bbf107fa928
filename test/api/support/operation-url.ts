import { type Operation, type OperationName, operations } from '@vaultwright/wire'
import type { DemoWorld } from './demo-world.ts'

/** Every operation of the interface by its name. */
export const everyOperation = Object.entries(operations) as unknown as readonly (readonly [
  OperationName,
  Operation,
])[]

/** A path of an operation that leads to something that is there. */
export function urlOf(world: DemoWorld, { path }: Pick<Operation, 'path'>): string {
  const values: Readonly<Record<string, string>> = {
    chain: 'local',
    vault_address: world.eth.vault,
    strategist_address: world.main,
    root_hash: world.eth.strategists[0]!.root,
    other_root_hash: world.eth.strategists[1]!.root,
    route: 'aave_v3/supply',
    tail: `${world.main}/aave_v3/supply`,
    // No service of queues is configured: of a strategist it would be a 503.
    safe: world.eth.vault,
    safe_tx_hash: `0x${'a'.repeat(64)}`,
    user_id: 'nobody',
    key_id: 'none',
  }
  return path.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!)
}
