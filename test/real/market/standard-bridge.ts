import { type Address, type Hex, printHex } from '@vaultwright/base'
import { nativeAsset } from '@vaultwright/registry'
import { encodeAbiParameters, keccak256, parseAbiParameters } from 'viem'
import { expect } from 'vitest'
import { buildTrie } from '../../support/evm/trie.ts'
import { realArtifactOf } from '../package/real-artifact.ts'
import { encodeChainCall, type RealChain } from '../world/real-chain.ts'
import { passTime } from './aave.ts'
import type { CaseParams, Market } from './market.ts'

const week = 604_800
/** The token on the rollup, which no contract here looks at. */
const remoteToken: Address = '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'
const word = (digits: string): Hex => `0x${digits.repeat(32)}`

export const standardBridge: Market = {
  protocol: 'standard_bridge',
  real: '@eth-optimism/contracts-bedrock',
  decoders: [{ contract: 'StandardBridgeDecoder' }],
  deploy: deployBridge,
  cases: [
    {
      route: 'standard_bridge/bridge_token',
      params: {
        bridge: 'OP bridge',
        token: 'USDC',
        remote_token: remoteToken,
        recipient: 'stranger',
        amount: '1500.25',
        min_gas: '200000',
      },
      follow: (chain) =>
        expectLog(chain, {
          event: 'ERC20BridgeInitiated(address,address,address,address,uint256,bytes)',
          topics: [chain.of('USDC'), remoteToken, chain.of('Vault')],
          words: [chain.of('stranger'), 1_500_250_000n],
        }),
    },
    {
      route: 'standard_bridge/bridge_eth',
      params: { bridge: 'OP bridge', recipient: 'stranger', amount: '1.5', min_gas: '200000' },
      follow: (chain) =>
        expectLog(chain, {
          event: 'ETHBridgeInitiated(address,address,uint256,bytes)',
          topics: [chain.of('Vault'), chain.of('stranger')],
          words: [15n * 10n ** 17n],
        }),
    },
    {
      route: 'standard_bridge/prove_withdrawal',
      prepare: proposeOutput,
      params: (chain) => {
        const { outputProof, node } = provenIn(chain)
        return {
          ...withdrawalParams(chain),
          dispute_game_index: '0',
          output_root_proof: outputProof,
          withdrawal_proof: [node],
        }
      },
    },
    {
      route: 'standard_bridge/finalize_withdrawal',
      after: ['standard_bridge/prove_withdrawal'],
      prepare: (chain) => passTime(chain, week + 1),
      params: withdrawalParams,
    },
    {
      route: 'standard_bridge/finalize_withdrawal',
      variant: 'before the challenge is over',
      after: ['standard_bridge/prove_withdrawal'],
      params: withdrawalParams,
      refused: 'OptimismPortal: proven withdrawal finalization period has not elapsed',
    },
  ],
}

async function deployBridge(chain: RealChain): Promise<void> {
  const owner = chain.of('owner')
  const artifact = (name: string) =>
    realArtifactOf('@eth-optimism/contracts-bedrock', `forge-artifacts/${name}.sol/${name}.json`)
  const parts = {
    'OP superchain': 'SuperchainConfig',
    'OP system': 'SystemConfig',
    'OP outputs': 'L2OutputOracle',
    'OP portal': 'OptimismPortal',
    'OP messenger': 'L1CrossDomainMessenger',
    'OP bridge': 'L1StandardBridge',
  }
  for (const [name, contract] of Object.entries(parts)) {
    await chain.deploy(`${name} code`, await artifact(contract))
    await chain.deploy(name, await artifact('Proxy'), [owner])
  }
  const start = async (name: string, call: string, ...args: readonly unknown[]) => {
    const initialize = encodeChainCall({ call: `initialize(${call})`, args })
    const code = chain.of(`${name} code`)
    await chain.act({ to: name, call: 'upgradeToAndCall(address,bytes)', args: [code, initialize] })
  }
  await start('OP superchain', 'address,bool', owner, false)
  const metering = [20_000_000, 10, 8, 10 ** 9, 1_000_000, 2n ** 128n - 1n]
  const system = ['OP messenger', 'owner', 'OP bridge', 'owner', 'OP portal', 'owner'].map(chain.of)
  await start(
    'OP system',
    'address,uint32,uint32,bytes32,uint64,address,(uint32,uint8,uint8,uint32,uint32,uint128),address,(address,address,address,address,address,address,address)',
    owner,
    0,
    0,
    word('00'),
    30_000_000n,
    owner,
    metering,
    owner,
    [...system, nativeAsset],
  )
  const outputs = 'uint256,uint256,uint256,uint256,address,address,uint256'
  await start('OP outputs', outputs, 100n, 2n, 0n, 1n, owner, owner, BigInt(week))
  const places = (...names: readonly string[]) => names.map(chain.of)
  const three = 'address,address,address'
  await start('OP portal', three, ...places('OP outputs', 'OP system', 'OP superchain'))
  await start('OP messenger', three, ...places('OP superchain', 'OP portal', 'OP system'))
  await start('OP bridge', three, ...places('OP messenger', 'OP superchain', 'OP system'))
  await chain.ask('anvil_setBalance', chain.of('OP portal'), '0x56bc75e2d63100000')
}

/** A withdrawal of a coin for the vault. */
function withdrawalParams(chain: RealChain): CaseParams {
  return {
    portal: 'OP portal',
    sender: 'trader',
    recipient: chain.of('Vault'),
    nonce: '7',
    gas_limit: '100000',
    data: '0x',
    value: '1',
  }
}

/** The output root of a rollup whose message passer holds that withdrawal alone, and its proof. */
function provenIn(chain: RealChain) {
  const withdrawal = encodeAbiParameters(
    parseAbiParameters('uint256, address, address, uint256, uint256, bytes'),
    [7n, chain.of('trader'), chain.of('Vault'), 10n ** 18n, 100_000n, '0x'],
  )
  const slot = keccak256(
    encodeAbiParameters(parseAbiParameters('bytes32, uint256'), [keccak256(withdrawal), 0n]),
  )
  const trie = buildTrie(new Map([[slot, Uint8Array.of(1)]]))
  const outputProof = [word('00'), word('a1'), printHex(trie.root), word('b2')] as const
  const types = parseAbiParameters('bytes32, bytes32, bytes32, bytes32')
  const outputRoot = keccak256(encodeAbiParameters(types, outputProof))
  return { outputProof, outputRoot, node: printHex(trie.nodes[0]!) }
}

async function proposeOutput(chain: RealChain): Promise<void> {
  const call = 'proposeL2Output(bytes32,uint256,bytes32,uint256)'
  const args = [provenIn(chain).outputRoot, 100n, word('00'), 0n]
  await chain.act({ to: 'OP outputs', call, args })
  await passTime(chain, 60)
}

type LogTerms = {
  readonly event: string
  readonly topics: readonly Address[]
  readonly words: readonly (Address | bigint)[]
}

/** The last block has an event with these values: what the other side is told. */
async function expectLog(chain: RealChain, { event, topics, words }: LogTerms): Promise<void> {
  const kind = keccak256(new TextEncoder().encode(event))
  const logs = (await chain.ask('eth_getLogs', {
    fromBlock: 'latest',
    topics: [kind],
  })) as readonly { readonly topics: readonly Hex[]; readonly data: Hex }[]
  expect(logs).toHaveLength(1)
  const wordOf = (value: Address | bigint) => BigInt(value).toString(16).padStart(64, '0')
  expect(logs[0]!.topics.slice(1)).toEqual(topics.map((topic) => `0x${wordOf(topic)}`))
  expect(logs[0]!.data.slice(2)).toMatch(new RegExp(`^${words.map(wordOf).join('')}`))
}
