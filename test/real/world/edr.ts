import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseHex } from '@vaultwright/base'
import type { Rpc, RpcAnswer, RpcCall } from '@vaultwright/chain'
import { takePackage } from '../package/package-store.ts'

type Edr = {
  readonly EdrContext: new () => {
    registerProviderFactory: (kind: string, factory: unknown) => Promise<void>
    createProvider: (...parts: readonly unknown[]) => Promise<{
      handleRequest: (request: string) => Promise<{ readonly data: unknown }>
    }>
  }
  readonly ContractDecoder: new () => unknown
  readonly GENERIC_CHAIN_TYPE: string
  readonly genericChainProviderFactory: () => unknown
  readonly l1GenesisState: (hardfork: unknown) => readonly unknown[]
  readonly l1HardforkFromString: (name: string) => unknown
}

/** Hardhat's node in this process, or why there is none. */
export type OpenedEdr = { readonly rpc: Rpc } | { readonly missing: string }

const sender = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/** Opens a fresh chain on Hardhat's EDR, which is called in this process. */
export async function openEdr(genesisUnix: bigint): Promise<OpenedEdr> {
  const taken = await takePackage('@nomicfoundation/edr-linux-x64-gnu')
  if ('missing' in taken) return taken
  const file = join(taken.folder, 'edr.linux-x64-gnu.node')
  const edr = createRequire(import.meta.url)(file) as Edr
  const context = new edr.EdrContext()
  const kind = edr.GENERIC_CHAIN_TYPE
  await context.registerProviderFactory(kind, edr.genericChainProviderFactory())
  const { address, ...terms } = {
    address: parseHex('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'),
    balance: 10n ** 24n,
    nonce: 0n,
  }
  const settings = {
    allowBlocksWithSameTimestamp: false,
    allowUnlimitedContractSize: true,
    bailOnCallFailure: true,
    bailOnTransactionFailure: false,
    chainId: 31_337n,
    coinbase: new Uint8Array(20),
    defaultTransactionGasLimit: 16_000_000n,
    genesisState: [
      ...edr.l1GenesisState(edr.l1HardforkFromString('Cancun')),
      { address, ...terms, storage: [] },
    ],
    hardfork: 'Cancun',
    initialBaseFeePerGas: 1_000_000_000n,
    initialParentBeaconBlockRoot: new Uint8Array(32),
    minGasPrice: 0n,
    mining: { autoMine: true, blockGasLimit: 30_000_000n, memPool: { order: 'Fifo' } },
    network: { genesisBlockGasLimit: 30_000_000n, genesisBlockTime: genesisUnix },
    networkId: 31_337n,
    observability: {},
    ownedAccounts: [sender],
    precompileOverrides: [],
  }
  const quiet = {
    enable: false,
    decodeConsoleLogInputsCallback: () => [],
    printLineCallback: () => {},
  }
  const subscription = { subscriptionCallback: () => {} }
  const decoder = new edr.ContractDecoder()
  const provider = await context.createProvider(kind, settings, quiet, subscription, decoder)
  let id = 0
  const ask = async ({ method, params }: RpcCall): Promise<RpcAnswer> => {
    if (method === 'eth_sendTransactionSync') return askSync(params)
    if (method === 'anvil_mine') return mine(params.map(Number))
    id++
    const request = JSON.stringify({ jsonrpc: '2.0', id, method: ownMethodOf(method), params })
    const { data } = await provider.handleRequest(request)
    return answerOf(typeof data === 'string' ? JSON.parse(data) : data)
  }
  /** Sends, and gives the receipt: Anvil does it in one question. */
  const askSync = async (params: RpcCall['params']): Promise<RpcAnswer> => {
    const sent = await ask({ method: 'eth_sendTransaction', params })
    return sent.ok ? ask({ method: 'eth_getTransactionReceipt', params: [sent.value] }) : sent
  }
  /** One block after the other: those that Hardhat mines at once have no hash that stays. */
  const mine = async ([count = 1, interval = 1]: readonly number[]): Promise<RpcAnswer> => {
    for (let left = count; left > 0; left--) {
      await ask({ method: 'evm_increaseTime', params: [interval - 1] })
      await ask({ method: 'evm_mine', params: [] })
    }
    return { ok: true, value: null }
  }
  const rpc: Rpc = {
    name: 'EDR',
    ask: async (calls) => {
      const answers: RpcAnswer[] = []
      for (const call of calls) answers.push(await ask(call))
      return answers
    },
    close: async () => {},
  }
  return { rpc }
}

/** Anvil's words for what only a test asks. */
function ownMethodOf(method: string): string {
  return method.replace(/^anvil_/, 'hardhat_')
}

type EdrAnswer = {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

function answerOf({ result, error }: EdrAnswer): RpcAnswer {
  if (error === undefined) return { ok: true, value: result }
  const { code, message, data } = error
  const bytes = typeof data === 'string' ? data : (data as { data?: unknown } | undefined)?.data
  const hex = typeof bytes === 'string' && bytes.startsWith('0x') ? (bytes as `0x${string}`) : null
  return { ok: false, error: { code, message, data: hex } }
}
