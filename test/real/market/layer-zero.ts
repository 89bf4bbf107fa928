import type { Hex } from '@vaultwright/base'
import { keccak256, pad, stringToHex } from 'viem'
import { expect } from 'vitest'
import { realArtifactOf } from '../package/real-artifact.ts'
import { compileReal } from '../package/real-compiler.ts'
import { tokenSources } from '../world/base.ts'
import type { RealChain } from '../world/real-chain.ts'
import type { Market } from './market.ts'

/** Ids that LayerZero has for Ethereum, Arbitrum and Optimism. */
const [here, arbitrum, optimism] = [30_101n, 30_110n, 30_111n]
const recipient: Hex = pad('0x90F79bf6EB2c4f870365E785982E1f101E93b906')
const relay: Hex = pad('0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65')
const sent = { oft: 'OFT', token: 'OFT', recipient }
const sentForTokenFee = {
  ...sent,
  destination: String(arbitrum),
  endpoint: 'LayerZero endpoint',
  fee_token: 'DAI',
  amount: '12.3456789',
  min_amount: '12.345678',
}
/** The amount that leaves: the bridge carries six decimals. */
const carried = 12_345_678n

export const layerZero: Market = {
  protocol: 'layer_zero',
  real: '@layerzerolabs/oft-evm',
  needs: ['@layerzerolabs/oapp-evm', '@layerzerolabs/lz-evm-protocol-v2'],
  decoders: [{ contract: 'OFTDecoder' }],
  deploy: deployLayerZero,
  cases: [
    {
      route: 'layer_zero/send',
      prepare: mint,
      // The fee is asked of the chain; what six decimals do not hold stays behind.
      params: {
        ...sent,
        destination: String(arbitrum),
        amount: '12.3456789',
        min_amount: '12.345678',
      },
      refusals: [
        { params: { min_amount: '12.3456789' }, reason: 'SlippageExceeded(uint256,uint256)' },
        {
          params: { native_fee: '0.000000001' },
          reason: 'LZ_InsufficientFee(uint256,uint256,uint256,uint256)',
        },
      ],
      follow: (chain) => expectMessage(chain, [recipient]),
    },
    {
      route: 'layer_zero/send_for_token_fee',
      // An endpoint that asks for half a DAI, and for no native coin; the fee is asked of the chain.
      prepare: async (chain) => {
        await mint(chain)
        await setFees(chain, [0n, 5n * 10n ** 17n])
      },
      params: sentForTokenFee,
      refusals: [
        {
          params: { token_fee: '0.4' },
          reason: 'LZ_InsufficientFee(uint256,uint256,uint256,uint256)',
        },
      ],
      follow: (chain) => expectMessage(chain, [recipient]),
    },
    {
      route: 'layer_zero/send_for_token_fee',
      variant: 'where there is no fee',
      prepare: async (chain) => {
        await mint(chain)
        await setFees(chain, [0n, 0n])
      },
      params: { ...sentForTokenFee, token_fee: '0' },
      follow: (chain) => expectMessage(chain, [recipient]),
    },
    {
      route: 'layer_zero/send_for_token_fee',
      variant: 'where the endpoint wants native coin, too',
      prepare: mint,
      params: { ...sentForTokenFee, token_fee: '0.5' },
      refused: 'LZ_InsufficientFee(uint256,uint256,uint256,uint256)',
    },
    {
      route: 'layer_zero/send_through',
      prepare: mint,
      params: {
        ...sent,
        chains: String((arbitrum << 32n) + optimism),
        relay,
        amount: '12.3456789',
        relay_minimum: '12.345678',
        min_amount: '12',
        native_fee: '0.01',
      },
      follow: (chain) => expectMessage(chain, [relay, recipient]),
    },
  ],
}

/** Gives the vault what it bridges. */
async function mint(chain: RealChain): Promise<void> {
  const args = [chain.of('Vault'), 10n ** 21n]
  await chain.act({ to: 'OFT', call: 'mint(address,uint256)', args })
}

/** Fees of a message in wei, and in base units of the token of LayerZero, which is DAI here. */
async function setFees(chain: RealChain, args: readonly [bigint, bigint]): Promise<void> {
  await chain.act({ to: 'LayerZero library', call: 'setMessagingFee(uint256,uint256)', args })
}

async function deployLayerZero(chain: RealChain): Promise<void> {
  const owner = chain.of('owner')
  const artifact = (path: string) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const file = `artifacts/contracts/${path}.sol/${name}.json`
    return realArtifactOf('@layerzerolabs/lz-evm-protocol-v2', file)
  }
  await chain.deploy('LayerZero endpoint', await artifact('EndpointV2'), [Number(here), owner])
  const library = [chain.of('LayerZero endpoint'), chain.of('treasury')]
  await chain.deploy('LayerZero library', await artifact('messagelib/SimpleMessageLib'), library)
  const act = (call: string, ...args: readonly unknown[]) =>
    chain.act({ to: 'LayerZero endpoint', call, args })
  await act('registerLibrary(address)', chain.of('LayerZero library'))
  for (const id of [arbitrum, optimism]) {
    await act('setDefaultSendLibrary(uint32,address)', Number(id), chain.of('LayerZero library'))
  }
  await act('setLzToken(address)', chain.of('DAI'))
  await setFees(chain, [10n ** 15n, 0n])
  const { Oft } = await compileReal({
    ...tokenSources,
    file: 'Oft.sol',
    packages: {
      ...tokenSources.packages,
      '@layerzerolabs/oft-evm': '@layerzerolabs/oft-evm',
      '@layerzerolabs/oapp-evm': '@layerzerolabs/oapp-evm',
      '@layerzerolabs/lz-evm-protocol-v2': '@layerzerolabs/lz-evm-protocol-v2',
    },
  })
  await chain.deploy('OFT', Oft!, [chain.of('LayerZero endpoint'), owner])
  for (const id of [arbitrum, optimism]) {
    const peer = [Number(id), pad(chain.of('OFT'))]
    await chain.act({ to: 'OFT', call: 'setPeer(uint32,bytes32)', args: peer })
  }
}

/** The packet that left holds what it should: who receives, and how much in the decimals that are carried. */
async function expectMessage(chain: RealChain, words: readonly Hex[]): Promise<void> {
  const topics = [keccak256(stringToHex('PacketSent(bytes,bytes,address)'))]
  const logs = (await chain.ask('eth_getLogs', { fromBlock: 'latest', topics })) as readonly {
    readonly data: Hex
  }[]
  expect(logs).toHaveLength(1)
  const amount = carried.toString(16).padStart(16, '0')
  for (const word of words) expect(logs[0]!.data).toContain(word.slice(2).toLowerCase())
  expect(logs[0]!.data).toContain(`${words[0]!.slice(2).toLowerCase()}${amount}`)
}
