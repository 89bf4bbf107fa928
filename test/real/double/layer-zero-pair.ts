import { pad } from 'viem'
import { deployOwn } from '../world/base.ts'
import type { Pair } from './pair.ts'

const arbitrum = 30_110
const fee = 10n ** 15n
const message = '(uint32,bytes32,uint256,uint256,bytes,bytes,bytes)'
const send = `send(${message},(uint256,uint256),address) payable returns (bytes32, uint64, uint256, uint256, uint256, uint256)`
const quote = `quoteSend(${message},bool) view returns (uint256, uint256)`

export const oftPair: Pair = {
  contract: 'layerzero/OFT',
  protocol: 'layer_zero',
  tokens: ['subject'],
  make: async (chain) => {
    const real = chain.of('OFT')
    const args = [chain.of('owner'), 'Bridged', 'OFT', fee]
    const double = await deployOwn(chain, { name: 'OFT', args })
    return { double: { subject: double }, real: { subject: real } }
  },
  act: async ({ of, random, call }) => {
    const to = pad(of('stranger'))
    const terms = (amount: bigint, least: bigint, eid = arbitrum) => [
      eid,
      to,
      amount,
      least,
      '0x',
      '0x',
      '0x',
    ]
    const amount = 10n ** 18n + random.uint(64)
    const carried = (amount / 10n ** 12n) * 10n ** 12n
    const fees = [fee, 0n]
    const trader = of('trader')
    await call({ call: 'setPeer(uint32,bytes32)', args: [arbitrum, to], from: 'owner' })
    await call({ call: 'mint(address,uint256)', args: [trader, 3n * amount], from: 'owner' })
    await call({ call: 'token() view returns (address)' })
    await call({ call: 'approvalRequired() view returns (bool)' })
    await call({ call: 'decimalConversionRate() view returns (uint256)' })
    await call({ call: quote, args: [terms(amount, carried), false] })
    await call({ call: send, args: [terms(amount, carried), fees, trader], value: fee, ownWord: 0 })
    await call({ call: send, args: [terms(amount, amount), fees, trader], value: fee })
    await call({ call: send, args: [terms(amount, carried, 9), fees, trader], value: fee })
    await call({ call: send, args: [terms(amount, carried), fees, trader], value: fee - 1n })
    await call({
      call: send,
      args: [terms(amount, carried), [fee - 1n, 0n], trader],
      value: fee - 1n,
      difference: 'send for less than the fee',
    })
    await call({ call: send, args: [terms(10n * amount, 0n), fees, trader], value: fee })
    const above = fee + random.uint(32)
    const generous = [terms(amount, carried), [above, 0n], trader]
    await call({ call: send, args: generous, value: above, ownWord: 0 })
    await call({ call: 'setPeer(uint32,bytes32)', args: [arbitrum, to], from: 'stranger' })
    await call({ call: 'totalSupply() view returns (uint256)' })
  },
}
