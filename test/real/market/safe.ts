import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { privateKeyToAddress } from 'viem/accounts'
import { realArtifactOf } from '../package/real-artifact.ts'
import type { RealPackageName } from '../package/real-package.ts'
import { encodeChainCall, type RealChain } from '../world/real-chain.ts'
import type { Market } from './market.ts'

/** The keys of three owners, which no one else has. */
export const ownerKeys: readonly Hex[] = [1, 2, 3].map(
  (seed): Hex => `0x${'5a'.repeat(31)}0${seed}`,
)

/** A version of the Safe, and the package that has it. */
export type SafeRelease = {
  readonly version: string
  readonly real: RealPackageName
  readonly contract: string
}

/** The versions that are in use. */
export const safeReleases: readonly SafeRelease[] = [
  { version: '1.3.0', real: '@gnosis.pm/safe-contracts', contract: 'GnosisSafe' },
  { version: '1.4.1', real: '@safe-global/safe-contracts', contract: 'Safe' },
  { version: '1.5.0', real: '@safe-global/safe-smart-account', contract: 'Safe' },
]

/** The Safes of each version: one with three owners, and one that this one and a key own. */
export const safeMarkets: readonly Market[] = safeReleases.map((release) => ({
  protocol: `Safe ${release.version}`,
  real: release.real,
  decoders: [],
  cases: [],
  deploy: (chain) => deploySafes(chain, release),
}))

async function deploySafes(
  chain: RealChain,
  { version, real, contract }: SafeRelease,
): Promise<void> {
  const artifact = (path: string) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    return realArtifactOf(real, `build/artifacts/contracts/${path}.sol/${name}.json`)
  }
  const name = (part: string) => `Safe ${version} ${part}`
  await chain.deploy(name('code'), await artifact(contract))
  await chain.deploy(name('factory'), await artifact(`proxies/${contract}ProxyFactory`))
  await chain.deploy(name('MultiSend'), await artifact('libraries/MultiSend'))
  await chain.deploy(name('handler'), await artifact('handler/CompatibilityFallbackHandler'))
  const guard = await artifact('examples/guards/DelegateCallTransactionGuard')
  await chain.deploy(name('guard'), guard, [chain.of(name('MultiSend'))])
  await chain.deploy(name('strict guard'), guard, [chain.of('owner')])
  const keys = ownerKeys.map((key) => privateKeyToAddress(key))
  const inner = await openSafe(chain, version, { owners: keys, threshold: 2n })
  chain.place(name('inner'), inner)
  const outer = await openSafe(chain, version, {
    owners: [inner, keys[0]!, keys[1]!],
    threshold: 2n,
  })
  chain.place(name('outer'), outer)
  for (const safe of [inner, outer]) {
    const args = [safe, 10n ** 12n]
    await chain.act({ to: 'USDC', call: 'transfer(address,uint256)', args })
    await chain.ask('anvil_setBalance', safe, '0x56bc75e2d63100000')
  }
}

type SafeOwners = { readonly owners: readonly Address[]; readonly threshold: bigint }

async function openSafe(
  chain: RealChain,
  version: string,
  { owners, threshold }: SafeOwners,
): Promise<Address> {
  const handler = chain.of(`Safe ${version} handler`)
  const setup = encodeChainCall({
    call: 'setup(address[],uint256,address,bytes,address,address,uint256,address)',
    args: [owners, threshold, zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress],
  })
  const call = {
    to: `Safe ${version} factory`,
    call: 'createProxyWithNonce(address,bytes,uint256) returns (address)',
    args: [chain.of(`Safe ${version} code`), setup, BigInt(owners[0]!)],
  }
  const safe = (await chain.read(call)) as Address
  await chain.act(call)
  return safe
}
