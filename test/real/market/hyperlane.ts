import type { Hex } from '@vaultwright/base'
import { keccak256, pad, stringToHex } from 'viem'
import { expect } from 'vitest'
import { realArtifactOf, realFactoryOf } from '../package/real-artifact.ts'
import type { RealChain } from '../world/real-chain.ts'
import type { Market } from './market.ts'

const folder = 'dist/typechain/factories/contracts'
const factory = (path: string, signature: string) =>
  realFactoryOf('@hyperlane-xyz/core', `${folder}/${path}__factory.js`, signature)
/** Domains of Ethereum and Arbitrum: their chain ids. */
const [here, arbitrum] = [1, 42_161]
const recipient: Hex = pad('0x90F79bf6EB2c4f870365E785982E1f101E93b906')
const remoteRoute: Hex = pad('0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65')
/** Wei that a message costs. */
const fee = 10n ** 15n

export const hyperlane: Market = {
  protocol: 'hyperlane',
  real: '@hyperlane-xyz/core',
  decoders: [{ contract: 'HyperlaneDecoder' }],
  deploy: deployHyperlane,
  cases: [
    {
      route: 'hyperlane/transfer',
      sendsValue: true,
      // The fee is asked of the route.
      params: {
        warp_route: 'Hyperlane route',
        destination: String(arbitrum),
        recipient,
        token: 'USDC',
        amount: '1234.5',
      },
      refusals: [
        {
          params: { fee: '0.000999' },
          reason: 'ProtocolFee: insufficient protocol fee',
        },
        { params: { amount: '1000001' }, reason: 'ERC20InsufficientBalance' },
      ],
      follow: async (chain) => {
        expect(
          await chain.read({
            to: 'Hyperlane route',
            call: 'wrappedToken() view returns (address)',
          }),
        ).toBe(chain.of('USDC'))
        await expectMessage(chain, 1_234_500_000n)
      },
    },
  ],
}

async function deployHyperlane(chain: RealChain): Promise<void> {
  const owner = chain.of('owner')
  const mailbox = await factory('Mailbox', 'constructor(uint32)')
  await chain.deploy('Hyperlane mailbox code', mailbox, [here])
  await proxy(chain, 'Hyperlane mailbox')
  const address = chain.of('Hyperlane mailbox')
  const tree = await factory('hooks/MerkleTreeHook', 'constructor(address)')
  await chain.deploy('Hyperlane tree', tree, [address])
  const fees = await factory('hooks/ProtocolFee', 'constructor(uint256,uint256,address,address)')
  const terms = [10n ** 18n, fee, chain.of('treasury'), owner]
  await chain.deploy('Hyperlane fee', fees, terms)
  // No message comes in here: any contract stands for the module that would judge it.
  const parts = ['owner', 'Multicall3', 'Hyperlane fee', 'Hyperlane tree'].map(chain.of)
  await chain.act({
    to: address,
    call: 'initialize(address,address,address,address)',
    args: parts,
  })
  const route = await factory(
    'token/HypERC20Collateral',
    'constructor(address,uint256,uint256,address)',
  )
  await chain.deploy('Hyperlane route code', route, [chain.of('USDC'), 1n, 1n, address])
  await proxy(chain, 'Hyperlane route')
  const none = `0x${'00'.repeat(20)}`
  await chain.act({
    to: 'Hyperlane route',
    call: 'initialize(address,address,address)',
    args: [none, none, owner],
  })
  await chain.act({
    to: 'Hyperlane route',
    call: 'enrollRemoteRouter(uint32,bytes32)',
    args: [arbitrum, remoteRoute],
  })
}

/** A proxy in front of `<name> code`, as its own deployment has one. */
async function proxy(chain: RealChain, name: string): Promise<void> {
  const code = await realArtifactOf('@openzeppelin/contracts', 'build/contracts/ERC1967Proxy.json')
  await chain.deploy(name, code, [chain.of(`${name} code`), '0x'])
}

/** The message that left goes to the other route, and says who receives how much. */
async function expectMessage(chain: RealChain, amount: bigint): Promise<void> {
  const topics = [keccak256(stringToHex('Dispatch(address,uint32,bytes32,bytes)'))]
  const logs = (await chain.ask('eth_getLogs', { fromBlock: 'latest', topics })) as readonly {
    readonly topics: readonly Hex[]
    readonly data: Hex
  }[]
  expect(logs).toHaveLength(1)
  const [log] = logs
  expect(log!.topics.slice(2)).toEqual([
    pad(`0x${arbitrum.toString(16)}`),
    remoteRoute.toLowerCase(),
  ])
  const body = `${recipient.slice(2)}${amount.toString(16).padStart(64, '0')}`
  expect(log!.data).toContain(body.toLowerCase())
}
