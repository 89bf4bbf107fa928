import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { readerOf, type SchemaReader } from '@vaultwright/document'
import type { EngineResult, EngineTask, SecondEngine } from '@vaultwright/outcome'
import { chainOf, isOpStackHardfork } from '@vaultwright/registry'
import Type from 'typebox'
import {
  hexOf,
  nullish,
  parseAnswer,
  printQuantity,
  quantity,
  rawAccount,
  rawWord,
  readAnything,
  readWord,
  recordOf,
  word,
} from '../rpc/answer.ts'
import type { RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { readCallTrace } from '../trace/call-trace.ts'
import { rawLogs } from '../trace/raw-log.ts'
import { readStateDiff } from '../trace/state-diff.ts'

/** The package of EDR, Hardhat's EVM (revm), and the one version whose interface is known here. */
const edrPackage = { name: '@nomicfoundation/edr', version: '0.13.0' }

/** The part of the package that is used here. */
type Edr = {
  readonly EdrContext: new () => EdrContext
  readonly ContractDecoder: new () => unknown
  readonly L1_CHAIN_TYPE: string
  readonly l1ProviderFactory: () => unknown
  readonly [hardfork: string]: unknown
}

type EdrContext = {
  readonly registerProviderFactory: (kind: string, factory: unknown) => Promise<void>
  readonly createProvider: (kind: string, ...parts: readonly unknown[]) => Promise<EdrProvider>
}

type EdrProvider = {
  readonly handleRequest: (request: string) => Promise<{ readonly data: unknown }>
}

/** It may be made once a process. */
let shared: Promise<EdrContext> | null = null

/**
 * Opens EDR, an EVM of another maker (revm), from its package.
 *
 * @param from - the file beside which it is installed; this program by default, and not the folder that somebody works
 * in, whose packages must not run here.
 * @throws {EdrMissingError} where it is not installed, or in another version. A run throws {EdrRulesError} on a chain of
 * the OP Stack, and {RpcRefusedError} where EDR does not take the transaction.
 */
export function openEdrEngine(from: string = import.meta.url): SecondEngine {
  const require = createRequire(from)
  let entry: string
  try {
    entry = require.resolve(edrPackage.name)
  } catch {
    throw new EdrMissingError('it is not installed beside this program')
  }
  const manifest: unknown = JSON.parse(readFileSync(join(dirname(entry), 'package.json'), 'utf8'))
  const { version } = manifest as { readonly version?: unknown }
  // Another version is refused before its native code runs.
  if (version !== edrPackage.version) {
    throw new EdrMissingError(`version ${String(version)} is installed`)
  }
  try {
    const edr = require(entry) as Edr
    return { name: `edr ${version}`, run: (task) => runOn(edr, task) }
  } catch (cause) {
    throw new EdrMissingError('its program for this machine cannot be loaded', cause)
  }
}

async function runOn(
  edr: Edr,
  { rules, block, call, accounts }: EngineTask,
): Promise<EngineResult> {
  const { chainId, hardfork } = rules
  if (isOpStackHardfork(hardfork)) throw new EdrRulesError(chainId, hardfork)
  const provider = await openProvider(edr, { chainId, hardfork: edr[hardfork.toUpperCase()] })
  let id = 0
  const ask = async <Value>(read: SchemaReader<Value>, call: RpcCall): Promise<Value> => {
    const { data } = await provider.handleRequest(
      JSON.stringify({ jsonrpc: '2.0', id: ++id, ...call }),
    )
    return parseAnswer(read, call, answerOf(typeof data === 'string' ? JSON.parse(data) : data))
  }
  const tell = (method: string, ...params: readonly unknown[]) =>
    ask(readAnything, { method, params })

  // Blocks without transactions, up to the one before: all that a run sees of them is their number.
  if (block.number > 1n) await tell('hardhat_mine', printQuantity(block.number - 1n), '0x0')
  for (const { address, nonce, balance, code, storage } of accounts) {
    if (balance > 0n) await tell('hardhat_setBalance', address, printQuantity(balance))
    if (nonce > 0n) await tell('hardhat_setNonce', address, printQuantity(nonce))
    if (code !== '0x') await tell('hardhat_setCode', address, code)
    for (const [slot, value] of storage) {
      if (BigInt(value) === 0n) continue
      await tell('hardhat_setStorageAt', address, printQuantity(BigInt(slot)), value)
    }
  }
  await tell('evm_setNextBlockTimestamp', printQuantity(block.timestamp))
  await tell('hardhat_setNextBlockBaseFeePerGas', '0x0')
  await tell('hardhat_impersonateAccount', call.from)
  const { from, to, data } = call
  const amounts = { value: printQuantity(call.value), gas: printQuantity(call.gas) }
  const transaction = { from, to, data, ...amounts, gasPrice: '0x0' }
  const hash = await ask(readWord, { method: 'eth_sendTransaction', params: [transaction] })
  await tell('evm_mine')
  const traceBy = <Value>(read: SchemaReader<Value>, options: object) =>
    ask(read, { method: 'debug_traceTransaction', params: [hash, options] })
  const receipt = await ask(readReceipt, { method: 'eth_getTransactionReceipt', params: [hash] })
  const trace = await traceBy(readCallTrace, { tracer: 'callTracer' })
  const diff = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }
  const storages = await traceBy(readStateDiff, diff)
  const balances = await traceBy(readPost, diff)
  const used = await traceBy(readUsed, { tracer: 'prestateTracer' })
  return {
    isSuccess: receipt.status === 1n,
    returnData: trace.output,
    gasUsed: receipt.gasUsed,
    logs: receipt.logs,
    changes: new Map(
      [...storages].map(([name, { storage }]) => {
        const address = hexOf(name)
        return [address, { storage, balance: balances.post[address]?.balance ?? null }]
      }),
    ),
    reads: new Map(
      Object.entries(used).map(([name, { storage }]) => [
        name as Address,
        Object.keys(storage ?? {}) as Hex[],
      ]),
    ),
  }
}

const readReceipt = readerOf(Type.Object({ status: quantity, gasUsed: quantity, logs: rawLogs }))

const usedAccounts = recordOf(
  [rawAccount, hexOf],
  Type.Object({
    balance: nullish(quantity),
    storage: nullish(recordOf([rawWord, hexOf], word)),
  }),
)
const readUsed = readerOf(usedAccounts)
const readPost = readerOf(Type.Object({ post: usedAccounts }))

async function openProvider(
  edr: Edr,
  { chainId, hardfork }: { readonly chainId: number; readonly hardfork: unknown },
): Promise<EdrProvider> {
  const kind = edr.L1_CHAIN_TYPE
  shared ??= openContext(edr)
  const context = await shared
  const settings = {
    allowBlocksWithSameTimestamp: true,
    allowUnlimitedContractSize: false,
    bailOnCallFailure: false,
    bailOnTransactionFailure: false,
    chainId: BigInt(chainId),
    coinbase: new Uint8Array(20),
    defaultTransactionGasLimit: 16_777_216n,
    genesisState: [],
    hardfork,
    initialBaseFeePerGas: 0n,
    initialParentBeaconBlockRoot: new Uint8Array(32),
    minGasPrice: 0n,
    mining: { autoMine: false, memPool: { order: 'Fifo' } },
    network: { genesisBlockGasLimit: 36_000_000n, genesisBlockTime: 1n },
    networkId: BigInt(chainId),
    observability: {},
    ownedAccounts: [],
    precompileOverrides: [],
    // The gas of a run is its maker's choice, as with the first engine.
    transactionGasCap: false,
  }
  const logger = {
    enable: false,
    decodeConsoleLogInputsCallback: () => [],
    printLineCallback: () => {},
  }
  const subscription = { subscriptionCallback: () => {} }
  const decoder = new edr.ContractDecoder()
  return context.createProvider(kind, settings, logger, subscription, decoder)
}

async function openContext(edr: Edr): Promise<EdrContext> {
  const context = new edr.EdrContext()
  await context.registerProviderFactory(edr.L1_CHAIN_TYPE, edr.l1ProviderFactory())
  return context
}

type EdrAnswer = {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

function answerOf({ result, error }: EdrAnswer): RpcAnswer {
  if (error === undefined) return { ok: true, value: result }
  return { ok: false, error: { code: error.code, message: error.message, data: null } }
}

/** EDR's package is not there, or is another one than the one that is known here. */
class EdrMissingError extends BaseError {
  override readonly code = 'edr_missing'
  override readonly kind = 'unsupported'

  constructor(reason: string, cause?: unknown) {
    const { name, version } = edrPackage
    super({
      message: `EDR cannot be used: ${reason}. Install \`npm install ${name}@${version}\` beside this program; no other version is taken. Or leave --engine out: the engine proven needs no other.`,
      facts: { package: name, version, reason },
      cause,
    })
  }
}

/** The rules of a transaction are not among those that EDR is given here. */
class EdrRulesError extends BaseError {
  override readonly code = 'edr_rules'
  override readonly kind = 'unsupported'

  constructor(chainId: number, hardfork: string) {
    const chain = chainOf(chainId)?.name ?? 'The chain'
    super({
      message: `${chain} (chain ${chainId}) has the rules ${hardfork} of the OP Stack, and EDR runs those of Ethereum here. Replay the witness by the engine proven alone.`,
      facts: { chainId, hardfork },
    })
  }
}
