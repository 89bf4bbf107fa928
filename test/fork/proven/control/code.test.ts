import { readFileSync } from 'node:fs'
import { recogniseCode } from '@vaultwright/access-control'
import { parseHex } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { artifactPathOf } from '../../artifact.ts'

const contracts = [
  ['Vault', 'vault'],
  ['Manager', 'manager'],
  ['RolesAuthority', 'authority'],
  ['Teller', 'teller'],
  ['TellerYieldStreaming', 'teller'],
  ['TellerLegacy', 'teller'],
  ['WithdrawQueue', 'queue'],
  ['QueueSolver', 'solver'],
  ['AccountantRateProviders', 'accountant'],
  ['AccountantFixedRate', 'accountant'],
  ['AccountantYieldStreaming', 'accountant'],
  ['AccountantLegacy', 'accountant'],
  ['Deployer', 'deployer'],
  ['Drone', 'drone'],
  ['TellerWithBuffer', 'teller'],
  ['TellerLayerZero', 'teller'],
  ['Endpoint', 'bridge_endpoint'],
  ['ReceiveLibrary', 'bridge_library'],
  ['Pauser', 'pauser'],
  ['TimelockController', 'timelock'],
  ['SafeProxy', 'safe_proxy'],
  ['SafeWallet', 'safe_singleton'],
  ['TransparentUpgradeableProxy', 'proxy'],
  ['ProxyAdmin', 'proxy_admin'],
  ['OpenForwarder', 'open_forwarder'],
  ['OwnForwarder', 'own_forwarder'],
  ['Multicall3', 'open_forwarder'],
] as const

test('golden: the contracts of this repository are known by what the compiler makes of them now', async () => {
  for (const [name, kind] of contracts) {
    const { deployedBytecode } = JSON.parse(readFileSync(await artifactPathOf(name), 'utf8'))
    const code = parseHex(deployedBytecode.object)
    const recognised = recogniseCode(code)?.known
    expect([name, recognised?.name, recognised?.kind]).toEqual([name, name, kind])
    const references = (deployedBytecode.immutableReferences ?? {}) as Record<
      string,
      { start: number }[]
    >
    const starts = Object.values(references).flatMap((places) => places.map(({ start }) => start))
    const { immutables } = recognised as { readonly immutables: readonly number[] }
    expect([...immutables]).toEqual(starts.sort((left, right) => left - right))
    // Immutables differ between deployments; any other byte is another code.
    for (const start of starts) code.fill(0xab, start, start + 32)
    expect(recogniseCode(code)?.known.name).toBe(name)
    code[10]! ^= 1
    expect(recogniseCode(code)).toBeNull()
  }
})
