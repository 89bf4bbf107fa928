import { encodeFunctionData, encodePacked, type Hex, padHex, parseAbi } from 'viem'
import type { ChainStep, EffectCase } from './case.ts'
import { days, etherFor, usd, wad } from './chain-step.ts'
import type { EffectChain } from './effect-chain.ts'

const dollar = 'Local USD'
const eth = 'Local ETH'
const word = (effectChain: EffectChain, name: string) => padHex(effectChain.of(name), { size: 32 })

/** A burn on OP Mainnet, as the transmitter would hear of it. */
const burnt = (effectChain: EffectChain): Hex => {
  const body = encodePacked(
    ['uint32', 'bytes32', 'bytes32', 'uint256', 'bytes32', 'uint256', 'uint256', 'uint256'],
    [
      ...([1, word(effectChain, 'USDC'), word(effectChain, dollar), 700n * usd] as const),
      ...([word(effectChain, dollar), 0n, 0n, 0n] as const),
    ],
  )
  const messenger = word(effectChain, 'CCTP messenger')
  return encodePacked(
    [
      'uint32',
      'uint32',
      'uint32',
      'bytes32',
      'bytes32',
      'bytes32',
      'bytes32',
      'uint32',
      'uint32',
      'bytes',
    ],
    [
      1,
      2,
      0,
      padHex('0x07', { size: 32 }),
      messenger,
      messenger,
      padHex('0x', { size: 32 }),
      2000,
      2000,
      body,
    ],
  )
}

const cctp: EffectCase = {
  rows: [45],
  what: 'CCTP: burning for another chain, and receiving what was burnt there',
  vault: dollar,
  steps: [
    {
      route: 'cctp/burn',
      params: {
        messenger: 'CCTP messenger',
        token: 'USDC',
        destination: '2',
        recipient: dollar,
        destination_caller: dollar,
        amount: '1000',
        max_fee: '1',
        finality: '2000',
      },
      changes: { USDC: '-1000' },
      logs: [
        ['CCTP transmitter', 'MessageSent(bytes)'],
        [
          'CCTP messenger',
          'DepositForBurn(address,uint256,address,bytes32,uint32,bytes32,bytes32,uint256,uint32,bytes)',
        ],
      ],
    },
    (effectChain) => effectChain.act(['CCTP transmitter', 'post(bytes)', [burnt(effectChain)]]),
    {
      route: 'cctp/receive',
      params: {
        transmitter: 'CCTP transmitter',
        message: async (effectChain: EffectChain) => burnt(effectChain),
        attestation: '0x01',
      },
      changes: { USDC: '700' },
    },
  ],
}

const layerZero: EffectCase = {
  rows: [46],
  what: 'LayerZero: an OFT is sent, its fee in the coin',
  vault: eth,
  steps: [
    etherFor(eth, wad),
    {
      route: 'layer_zero/send',
      params: {
        oft: 'WETH OFT adapter',
        destination: '30110',
        recipient: eth,
        // The bridge says what it costs.
        amount: '1.5',
        min_amount: '1.5',
      },
      changes: { WETH: '-1.5', ETH: '-0.001' },
      others: { 'WETH of WETH OFT adapter': '1.5' },
      logs: [['WETH OFT adapter', 'OFTSent(bytes32,uint32,address,uint256,uint256)']],
    },
  ],
}

const otherBridge = '0x4200000000000000000000000000000000000010'
const remote = '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'
const bridge = 'OP bridge'

/** A withdrawal of what was bridged, as the rollup recorded it. */
const withdrawal = {
  portal: 'OP portal',
  sender: otherBridge,
  recipient: bridge,
  nonce: '5',
  gas_limit: '200000',
  data: async (effectChain: EffectChain) => payout(effectChain),
}
const payout = (effectChain: EffectChain): Hex =>
  encodeFunctionData({
    abi: parseAbi(['function finalizeBridgeERC20(address,address,address,address,uint256,bytes)']),
    args: [
      effectChain.of('USDC'),
      remote,
      effectChain.of(dollar),
      effectChain.of(dollar),
      250n * usd,
      '0x',
    ],
  })

const announced: ChainStep = async (effectChain) => {
  const terms = [5n, otherBridge, effectChain.of(bridge), 0n, 200_000n, payout(effectChain)]
  const view = 'hashOf((uint256,address,address,uint256,uint256,bytes)) view returns (bytes32)'
  const hash = await effectChain.ask(['OP portal', view, [terms]])
  await effectChain.act(['OP portal', 'announce(bytes32)', [hash]])
}

const opStack: EffectCase = {
  rows: [48],
  what: 'OP Stack: ETH and tokens leave, a withdrawal is proven and finalized',
  vault: dollar,
  steps: [
    etherFor(dollar, wad),
    {
      route: 'standard_bridge/bridge_eth',
      params: { bridge, recipient: dollar, amount: '0.4' },
      changes: { ETH: '-0.4' },
      others: { 'ETH of OP portal': '0.4' },
      logs: [[bridge, 'ETHBridgeInitiated(address,address,uint256,bytes)']],
    },
    {
      route: 'standard_bridge/bridge_token',
      params: { bridge, token: 'USDC', remote_token: remote, recipient: dollar, amount: '1000' },
      changes: { USDC: '-1000' },
      others: { 'USDC of OP bridge': '1000' },
      logs: [['OP portal', 'TransactionDeposited(address,address,uint256,bytes)']],
    },
    announced,
    {
      route: 'standard_bridge/prove_withdrawal',
      params: {
        ...withdrawal,
        dispute_game_index: '0',
        output_root_proof: Array.from({ length: 4 }, () => padHex('0x', { size: 32 })),
        withdrawal_proof: ['0x01'],
      },
      changes: {},
      logs: [['OP portal', 'WithdrawalProven(bytes32,address,address)']],
    },
    days(8),
    {
      route: 'standard_bridge/finalize_withdrawal',
      params: withdrawal,
      changes: { USDC: '250' },
      logs: [['OP portal', 'WithdrawalFinalized(bytes32,bool)']],
    },
  ],
}

/** Bridges. */
export const bridgeCases: readonly EffectCase[] = [cctp, layerZero, opStack]
