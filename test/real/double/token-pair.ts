import { traderApproves } from '../market/trader.ts'
import { compileReal } from '../package/real-compiler.ts'
import { deployOwn, tokenSources } from '../world/base.ts'
import type { Pair } from './pair.ts'

const balanceOf = 'balanceOf(address) view returns (uint256)'
const approve = 'approve(address,uint256) returns (bool)'
const move = 'transferFrom(address,address,uint256) returns (bool)'

export const nativePair: Pair = {
  contract: 'token/WrappedNative',
  tokens: ['subject'],
  make: async (chain) => {
    const subject = await deployOwn(chain, { name: 'WrappedNative', args: [] })
    return { double: { subject }, real: { subject: chain.of('WETH') } }
  },
  act: async ({ of, random, call }) => {
    const from = 'stranger'
    const wrapped = 10n ** 18n + random.uint(56)
    const [stranger, owner] = [of('stranger'), of('owner')]
    await call({ call: 'deposit()', value: wrapped, from })
    await call({ call: 'withdraw(uint256)', args: [random.uint(56)], from })
    await call({ call: balanceOf, args: [stranger] })
    const sent = [of('treasury'), random.uint(32)]
    await call({ call: 'transfer(address,uint256) returns (bool)', args: sent, from })
    const allowed = random.uint(40)
    await call({ call: approve, args: [owner, allowed], from })
    await call({ call: move, args: [stranger, owner, allowed], from: 'owner' })
    const allowance = 'allowance(address,address) view returns (uint256)'
    await call({ call: allowance, args: [stranger, owner] })
    await call({
      call: 'withdraw(uint256)',
      args: [10n ** 30n],
      from,
      difference: 'withdraw of more than is held',
    })
    await call({
      call: move,
      args: [stranger, owner, allowed],
      from: 'owner',
      difference: 'transferFrom without an allowance',
    })
    await call({ call: 'decimals() view returns (uint8)' })
  },
}

/** OpenZeppelin's vault, as it is. */
export const vaultPair: Pair = {
  contract: 'erc4626/Vault4626',
  tokens: ['USDC', 'subject'],
  make: async (chain) => {
    const args = [chain.of('owner'), chain.of('USDC'), 'Vault', 'V']
    const double = await deployOwn(chain, { name: 'Vault4626', args })
    const { TokenVault } = await compileReal(tokenSources)
    const real = await chain.deploy('Fresh vault', TokenVault!, [chain.of('USDC')])
    for (const vault of [double, real]) await traderApproves(chain, vault, ['USDC'])
    return { double: { subject: double }, real: { subject: real } }
  },
  act: async ({ of, random, call }) => {
    const [trader, stranger, owner] = [of('trader'), of('stranger'), of('owner')]
    const deposit = 'deposit(uint256,address) returns (uint256)'
    const withdraw = 'withdraw(uint256,address,address) returns (uint256)'
    const redeem = 'redeem(uint256,address,address) returns (uint256)'
    await call({ call: deposit, args: [10n ** 9n + random.uint(24), trader] })
    const mint = 'mint(uint256,address) returns (uint256)'
    await call({ call: mint, args: [random.uint(24), stranger] })
    const donation = [of('subject'), random.uint(24)]
    await call({ to: 'USDC', call: 'transfer(address,uint256) returns (bool)', args: donation })
    const worth = 'convertToAssets(uint256) view returns (uint256)'
    await call({ call: worth, args: [random.uint(32)] })
    await call({ call: withdraw, args: [random.uint(24), owner, trader] })
    await call({ call: redeem, args: [random.uint(24), owner, trader] })
    await call({ call: 'maxWithdraw(address) view returns (uint256)', args: [trader] })
    await call({ call: 'previewMint(uint256) view returns (uint256)', args: [random.uint(32)] })
    await call({ call: withdraw, args: [10n ** 20n, trader, trader] })
    await call({ call: redeem, args: [1n, owner, stranger] })
    await call({ call: balanceOf, args: [trader] })
    await call({ call: 'totalAssets() view returns (uint256)' })
  },
}

export const permitPair: Pair = {
  contract: 'permit2/Permit2',
  protocol: 'permit2',
  tokens: ['USDC'],
  make: async (chain) => {
    const real = chain.of('Permit2')
    const double = await deployOwn(chain, { name: 'Permit2', args: [] })
    for (const spender of [real, double]) await traderApproves(chain, spender, ['USDC'])
    return { double: { subject: double }, real: { subject: real } }
  },
  act: async ({ of, random, call }) => {
    const [trader, usdc, stranger] = [of('trader'), of('USDC'), of('stranger')]
    const permit = 'approve(address,address,uint160,uint48)'
    const far = 4_000_000_000
    const pull = (amount: bigint) =>
      call({
        call: 'transferFrom(address,address,uint160,address)',
        args: [trader, of('treasury'), amount, usdc],
        from: 'stranger',
      })
    const allowance = () =>
      call({
        call: 'allowance(address,address,address) view returns (uint160, uint48, uint48)',
        args: [trader, usdc, stranger],
      })
    const allowed = 100n + random.uint(24)
    const most = 2n ** 160n - 1n
    await call({ call: permit, args: [usdc, stranger, allowed, far] })
    await pull(allowed - 40n)
    await allowance()
    await pull(60n)
    await call({ call: permit, args: [usdc, stranger, most, far] })
    await pull(random.uint(24))
    await allowance()
    await call({ call: 'lockdown((address,address)[])', args: [[[usdc, stranger]]] })
    await pull(1n)
    await call({ call: permit, args: [usdc, stranger, 5n, 1] })
    await pull(1n)
  },
}
