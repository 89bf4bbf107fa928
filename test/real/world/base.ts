import type { Address } from '@vaultwright/base'
import { numberToHex } from 'viem'
import { artifactOf } from '../../fork/artifact.ts'
import { realArtifactOf } from '../package/real-artifact.ts'
import { compileReal } from '../package/real-compiler.ts'
import type { RealChain } from './real-chain.ts'

/** Tokens of the world, with their decimals. */
export const worldTokens = { USDC: 6, DAI: 18, WBTC: 8 } as const

/** Accounts of the world: those that Anvil has keys of, in order. */
export const people = ['owner', 'strategist', 'trader', 'stranger'] as const

/** Deploys the vault with its Manager, and the tokens that every market is made of. */
export async function deployBase(chain: RealChain): Promise<void> {
  const accounts = (await chain.ask('eth_accounts')) as Address[]
  for (const [index, name] of people.entries()) chain.place(name, accounts[index]!)
  // Who receives the fees of protocols.
  chain.place('treasury', accounts[people.length]!)
  await deployOwn(chain, { name: 'Multicall3', args: [] })
  const code = await chain.ask('eth_getCode', chain.of('Multicall3'), 'latest')
  await chain.ask('anvil_setCode', '0xcA11bde05977b3631167028862bE2a173976CA11', code)
  chain.place('Multicall3', '0xcA11bde05977b3631167028862bE2a173976CA11')
  const compiled = await compileReal(tokenSources)
  for (const [symbol, decimals] of Object.entries(worldTokens)) {
    await chain.deploy(symbol, compiled.Token!, [symbol, decimals])
    for (const holder of ['trader', 'owner']) {
      const args = [chain.of(holder), 10n ** BigInt(decimals + 9)]
      await chain.act({ to: symbol, call: 'mint(address,uint256)', args })
    }
  }
  await chain.deploy('WETH', await realArtifactOf('@uniswap/v2-periphery', 'build/WETH9.json'))
  for (const from of ['owner', 'trader']) {
    await chain.ask('anvil_setBalance', chain.of(from), numberToHex(10n ** 24n))
    await chain.act({ to: 'WETH', call: 'deposit()', from, value: 10n ** 23n })
  }
}

/** The tokens and vaults of `source/Token.sol`: OpenZeppelin's code, made concrete. */
export const tokenSources = {
  file: 'Token.sol',
  folder: new URL('../source', import.meta.url).pathname,
  packages: { '@openzeppelin/contracts': '@openzeppelin/contracts' },
} as const

/** Deploys the vault: its Manager borrows from the flash lender that is there, if one is. */
export async function deployVault(chain: RealChain): Promise<void> {
  const owner = chain.of('owner')
  await deployOwn(chain, { name: 'Vault', args: [owner, 'Vault', 'V', 18] })
  const lender = chain.names.get('Balancer vault') ?? owner
  await deployOwn(chain, { name: 'Manager', args: [owner, chain.of('Vault'), lender] })
  await deployOwn(chain, { name: 'RolesAuthority', args: [owner] })
  const roles = (call: string, ...args: readonly unknown[]) =>
    chain.act({ to: 'RolesAuthority', call, args })
  for (const to of ['Vault', 'Manager']) {
    await chain.act({ to, call: 'setAuthority(address)', args: [chain.of('RolesAuthority')] })
  }
  const [vault, manager, strategist] = ['Vault', 'Manager', 'strategist'].map(chain.of)
  const can = 'setRoleCapability(uint8,address,bytes4,bool)'
  const has = 'setUserRole(address,uint8,bool)'
  for (const selector of ['0xf6e715d0', '0x224d8703']) await roles(can, 1, vault, selector, true)
  await roles(can, 7, manager, '0x244b0f6a', true)
  await roles(has, manager, 1, true)
  for (const account of [strategist, manager]) await roles(has, account, 7, true)
  await fund(chain, vault!)
}

/** Gives the vault a million of each token, and a thousand coins. */
async function fund(chain: RealChain, vault: Address): Promise<void> {
  for (const [to, decimals] of Object.entries(worldTokens)) {
    const args = [vault, 10n ** BigInt(decimals + 6)]
    await chain.act({ to, call: 'mint(address,uint256)', args })
  }
  const args = [vault, 10n ** 21n]
  await chain.act({ to: 'WETH', call: 'transfer(address,uint256)', args })
  await chain.ask('anvil_setBalance', vault, numberToHex(10n ** 21n))
}

/** Deploys a contract of this repository under its name. */
export async function deployOwn(
  chain: RealChain,
  { name, args }: { readonly name: string; readonly args: readonly unknown[] },
): Promise<Address> {
  const { abi, code } = await artifactOf(name)
  return chain.deploy(name, { abi, initCode: code }, args)
}
