import type { Address, Hex } from '@vaultwright/base'
import { buildLeaf, buildLeafTree, isPadding, type Leaf, type LeafTree } from '@vaultwright/manager'
import { encodeDeployData, encodeFunctionData, parseAbi } from 'viem'
import { artifactOf } from '../../fork/artifact.ts'
import { localTree } from '../node/local-chain.ts'
import type { FakeAggregator } from './aggregator-server.ts'
import { startKyber, startLifi, startZeroX } from './router-server.ts'
import type { SwapChain } from './swap-chain.ts'

/** Services whose routers only decoders of ours read. */
export const routedServices = ['0x', 'kyber', 'lifi'] as const
export type RoutedService = (typeof routedServices)[number]

/** The routers, decoders and servers of these services beside the local chain. */
export type ServiceRouters = {
  readonly routers: Readonly<Record<RoutedService, Address>>
  readonly servers: Readonly<Record<RoutedService, FakeAggregator>>
  /** The trader's tree, with leaves that sell WETH for USDC through each of them. */
  readonly tree: LeafTree
  readonly close: () => Promise<void>
}

const oneInchAbi = parseAbi([
  'struct Description { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Description desc, bytes data)',
])
const signatures = {
  '0x': 'exec(address,address,uint256,address,bytes)',
  kyber:
    'swap((address,address,bytes,(address,address,address[],uint256[],address[],uint256[],address,uint256,uint256,uint256,bytes),bytes))',
  lifi: 'swapTokensSingleV3ERC20ToERC20(bytes32,string,string,address,uint256,(address,address,address,address,uint256,bytes,bool))',
} as const
const approveSignature = 'approve(address,uint256)'

/**
 * Deploys the routers and their decoders, and starts a server for each service.
 *
 * @param priceOf - USDC for WETH: what each names. By default 2,000 for 1, which the executor pays.
 */
export async function openServiceRouters(
  swaps: SwapChain,
  priceOf = (amount: bigint) => (amount * 2_000n) / 10n ** 12n,
): Promise<ServiceRouters> {
  const { place } = swaps
  const deploy = async (file: string, args: readonly unknown[] = [], contract = file) => {
    const { abi, code } = await artifactOf(file, contract)
    const from = place('owner')
    await swaps.ask('anvil_impersonateAccount', from)
    const data = encodeDeployData({ abi, bytecode: code, args })
    const sent = { from, data, gas: '0x1c9c380' }
    const receipt = (await swaps.ask('eth_sendTransactionSync', sent)) as {
      contractAddress: Address
    }
    return receipt.contractAddress
  }
  const [oneInch, executor] = [place('1inch router v6'), place('Swap executor')]
  const holder = await deploy('AllowanceHolder')
  const settler = await deploy('AllowanceHolder', [holder], 'Settler')
  const routers = {
    '0x': holder,
    kyber: await deploy('MetaAggregationRouter'),
    lifi: await deploy('LifiDiamond', [oneInch]),
  }
  const [vault, weth, usdc] = [place('Local ETH'), place('WETH'), place('USDC')]
  const permits = [
    ['0x', await deploy('ZeroXDecoder'), [settler, weth, vault, usdc]],
    ['kyber', await deploy('KyberSwapDecoder'), [executor, weth, usdc, vault]],
    ['lifi', await deploy('LifiDecoder'), [vault, oneInch, oneInch, weth, usdc]],
  ] as const
  const oldLeaves = localTree('local-eth-trader').tree.leaves.filter((leaf) => !isPadding(leaf))
  const approval = oldLeaves.find(({ signature }) => signature === approveSignature)!
  const leaves = permits.flatMap(([service, decoder, entries]): readonly Leaf[] => {
    const target = routers[service]
    return [
      buildLeaf({
        decoder: approval.decoder,
        target: weth,
        signature: approveSignature,
        arguments: [target],
      }),
      buildLeaf({ decoder, target, signature: signatures[service], arguments: entries }),
    ]
  })
  const offerOf = (service: RoutedService) => ({
    router: routers[service],
    executor,
    priceOf,
  })
  const innerData = ({ sold, bought, amount }: Parameters<InnerData>[0]): Hex =>
    encodeFunctionData({
      abi: oneInchAbi,
      args: [
        executor,
        {
          srcToken: sold,
          dstToken: bought,
          srcReceiver: executor,
          dstReceiver: routers.lifi,
          amount,
          minReturnAmount: 1n,
          flags: 0n,
        },
        '0x',
      ],
    })
  const servers = {
    '0x': await startZeroX({ ...offerOf('0x'), inner: settler }),
    kyber: await startKyber(offerOf('kyber')),
    lifi: await startLifi({ ...offerOf('lifi'), inner: oneInch, innerData }),
  }
  return {
    routers,
    servers,
    tree: buildLeafTree([...oldLeaves, ...leaves]),
    close: async () => {
      await Promise.all(routedServices.map((service) => servers[service].close()))
    },
  }
}

type InnerData = NonNullable<Parameters<typeof startLifi>[0]['innerData']>
